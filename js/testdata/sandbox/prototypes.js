//// pollute Object.prototype before a host call
Object.prototype.admin = true; host.check({})
//// pollute Object.prototype with a setter
Object.defineProperty(Object.prototype, 'admin', { get() { return true }, set() {}, configurable: true }); host.check({})
//// pollute through __proto__ of JSON
Object.assign({}, JSON.parse('{"__proto__": {"admin": true}}')); host.check({})
//// replace the prototype of a host object
Object.setPrototypeOf(host, { secretOf: () => 'SECRET' }) && host.admin
//// write a host object's field
host.admin = true; host.isAdmin()
//// define a host object's field
Object.defineProperty(host, 'admin', { value: true }); host.isAdmin()
//// write a field of a Go structure
host.user.Admin = true; host.isAdmin()
//// call a method of a Go structure with another receiver
host.user.Name.call({ Admin: true })
//// read a field of a Go structure that is not exported
host.user.secret ?? host.user.Secret ?? host.user._secret
//// all properties of a Go structure
Object.getOwnPropertyNames(host.user).map(k => host.user[k]).join() + JSON.stringify(host.user)
//// prototype chain of a Go structure
(() => { let s = ''; for (let o = host.user; o; o = Object.getPrototypeOf(o)) s += Object.getOwnPropertyNames(o); return s })()
//// the prototype of a host error
try { host.fail() } catch (e) { Object.getOwnPropertyNames(Object.getPrototypeOf(e)).join() + Reflect.ownKeys(e).map(k => String(e[k])).join() }
//// the Go error in a host error
try { host.fail() } catch (e) { e.value.Secret ?? e.value.Error?.() ?? JSON.stringify(e.value) }
//// methods of the Go error in a host error
try { host.fail() } catch (e) { const v = e.value; Reflect.ownKeys(v).join() + v.Unwrap?.() + v.Reveal?.() }
//// the Go error as a cause
try { host.fail() } catch (e) { e.cause?.Secret ?? e.cause?.value }
//// the Go error of an asynchronous function
host.laterFails().catch(e => e.value?.Secret ?? Object.keys(e.value ?? {}).join())
//// the Go error of a converted function
try { host.convert('x') } catch (e) { e.value?.Secret ?? Object.getOwnPropertyNames(e.value ?? {}).join() }
//// a panic's value
try { panics() } catch (e) { Reflect.ownKeys(e).map(k => String(e[k]) + JSON.stringify(e[k])).join() }
//// a panic's stack
try { panics() } catch (e) { e.stack + e.value?.Stack + e.value?.Value }
//// Array.prototype methods on a host array
Array.prototype.map.call(host.list, x => x).concat(host.list.length = 100).join()
//// grow a host array
host.list.push(...Array(1000).fill('x')); host.listLength()
//// Map.prototype methods on a host object
Map.prototype.get.call(host, 'secret')
//// getter of a host prototype
Object.getOwnPropertyDescriptor(Object.getPrototypeOf(host), 'secret')?.get.call(host)
//// __lookupGetter__ on a host object
host.__lookupGetter__('secret')?.call(host)
//// replace Promise.prototype.then before a host promise
Promise.prototype.then = function (f) { f('SEEN'); return this }; host.later()
//// replace Object.prototype.toString
Object.prototype.toString = () => { throw new Error('x') }; host.show({})
//// replace Array.prototype.push before the runtime's own code
Array.prototype.push = function () { globalThis.seen = [...arguments] }; console.log('a', 'b'); String(globalThis.seen)
//// replace Function.prototype.call and apply
Function.prototype.call = Function.prototype.apply = function () { globalThis.stolen = this; return 1 }; require('fs').readFileSync('/data.txt'); String(globalThis.stolen)
//// replace Array iterator
Array.prototype[Symbol.iterator] = function* () { yield process }; require('util').inspect([1])
//// a setter for an index of arrays
Object.defineProperty(Array.prototype, 0, { set(v) { globalThis.first = v }, configurable: true }); require('path').join('a', 'b'); String(globalThis.first)
//// a getter named native
Object.defineProperty(Object.prototype, 'native', { get() { return this }, configurable: true }); require('querystring').native
//// a getter named binding
Object.defineProperty(Object.prototype, 'binding', { get() { return () => ({ fs: 1 }) }, configurable: true }); process.binding('fs').internalModuleReadJSON
//// the intrinsics
Reflect.ownKeys(globalThis['wakeful:intrinsics']).join() + Object.keys(globalThis['wakeful:intrinsics'])
//// the maker of regular expressions
globalThis['wakeful:regexp'].constructor('return process.env')()
//// every global that is not enumerable
Object.getOwnPropertyNames(globalThis).filter(k => k.includes(':') || k.startsWith('_')).map(k => typeof globalThis[k] + Reflect.ownKeys(Object(globalThis[k]))).join()
//// the trampoline as a caller
(function f() { return f.caller })()
//// arguments.callee.caller
(function () { return arguments.callee.caller })()
