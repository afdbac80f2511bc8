//// a getter in an argument
host.check({ get admin() { globalThis.times = (globalThis.times ?? 0) + 1; return times > 1 } })
//// a proxy as an argument
host.check(new Proxy({}, { get: (t, k) => k === 'admin' ? process.env : undefined }))
//// a proxy that throws
host.check(new Proxy({}, { get() { throw new Error('no') }, ownKeys() { throw new Error('no') } }))
//// a proxy that lists many keys
host.check(new Proxy({}, { ownKeys: () => Array.from({ length: 1e5 }, (_, i) => 'k' + i), getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }) }))
//// a proxy of a host object
new Proxy(host, { get: (t, k) => t[k] }).secretOf('x')
//// a proxy of a Go structure
new Proxy(host.user, {}).Name()
//// a revoked proxy
(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return host.check(proxy) })()
//// an argument that ends itself
host.check({ get admin() { return process.exit(0) } })
//// valueOf of an argument
host.add({ valueOf() { return process.env } }, 1)
//// toString of an argument
host.show({ toString() { throw 1 } })
//// Symbol.toPrimitive of an argument
host.add({ [Symbol.toPrimitive]() { return Symbol('x') } }, 1)
//// toJSON of an argument
JSON.stringify({ toJSON() { return process.env } })
//// a getter that throws in a result
({ get a() { throw new Error('late') } })
//// a result that contains itself
(() => { const a = {}; a.a = a; return a })()
//// a result that is a proxy
new Proxy({}, { ownKeys: () => ['a', 'a'], get: () => process.env })
//// a result with a getter that loops
({ get a() { for (;;); } })
//// a host call in a getter in a host call
host.check({ get admin() { return host.check({ get admin() { return host.check({}) } }) } })
//// Symbol.species of an array that a host returns
class A extends Array { static get [Symbol.species]() { return function () { return process } } } A.from(host.list).map(x => x).env
//// Symbol.species of a promise
class P extends Promise { static get [Symbol.species]() { return class { constructor(f) { f((v) => { globalThis.got = v }, () => {}) } } } } P.resolve(host.later()).then(() => 1); String(globalThis.got)
//// Symbol.species of a typed array
class U extends Uint8Array { static get [Symbol.species]() { return Float64Array } } new U(8).map(x => x).byteLength
//// Symbol.species of a buffer
class B extends Buffer { static get [Symbol.species]() { return function () { return process } } } B.from('abc').slice(0, 1).env
//// Symbol.species of an ArrayBuffer
class AB extends ArrayBuffer { static get [Symbol.species]() { return function () { return new ArrayBuffer(1) } } } new AB(100).slice(0, 50).byteLength
//// Symbol.species of a RegExp
class R extends RegExp { static get [Symbol.species]() { return function () { return { exec: () => process.env } } } } 'a'.split(new R('b'))
//// Symbol.isConcatSpreadable of a proxy
[].concat(new Proxy({}, { get: (t, k) => k === 'length' ? 5 : k === Symbol.isConcatSpreadable ? true : process.env }))
//// a thenable that resolves with itself
Promise.resolve({ then(f) { f(1); f(process.env) } })
//// a thenable as a result of Eval
({ then(f) { f(process.env) } })
//// a thenable that never calls
({ then() {} })
//// a thenable that throws after it has resolved
({ then(f) { f('ok'); throw process.env } })
//// a thenable with a getter
({ get then() { throw new Error('then') } })
//// a thenable that counts
(() => { let n = 0; return new Promise(f => f({ get then() { n++; return undefined }, n })) })()
//// a promise with a then of its own
Object.assign(Promise.resolve(1), { then(f) { f(process.env) } })
//// a promise whose constructor lies
Object.assign(Promise.resolve(1), { constructor: { [Symbol.species]: function (f) { f(() => {}, () => {}); return process } } })
//// await of a thenable that awaits
(async () => await { then: (f) => setTimeout(f, 0, process.env) })()
//// an argument of an asynchronous function of the host with getters
host.echo({ get a() { return process.env } })
//// a date whose getTime lies
host.show(Object.assign(new Date(0), { getTime: () => process.env, toISOString: () => 'SEEN' }))
//// a view of a host's bytes
new Uint8Array(host.bytes.buffer ?? host.bytes).join() + new Uint8Array(host.bytes.buffer ?? 0, 0).byteLength
//// structuredClone of a host object
structuredClone(host).secret
//// structuredClone of a Go structure
JSON.stringify(structuredClone(host.user))
//// util.inspect of a Go structure
require('util').inspect(host.user, { showHidden: true, depth: 9 })
//// util.inspect of a host error
(() => { try { host.fail() } catch (e) { return require('util').inspect(e, { showHidden: true, depth: 9 }) } })()
//// console.dir of a host error
(() => { try { host.fail() } catch (e) { console.dir(e, { showHidden: true }); console.error(e) } })()
//// util.inspect.custom with the engine's options
require('util').inspect({ [require('util').inspect.custom](d, o, inspect) { return inspect(o, { showHidden: true }) } })
