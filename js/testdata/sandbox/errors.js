//// a stack through a host function
(() => { try { host.calls(() => { throw new Error('x') }) } catch (e) { return e.stack } })()
//// a stack of an error made by a host
(() => { try { host.fail() } catch (e) { return e.stack } })()
//// a stack of an error made by the engine
(() => { try { null.x } catch (e) { return e.stack } })()
//// a stack of too many calls
(() => { const f = () => f(); try { f() } catch (e) { return e.stack } })()
//// prepareStackTrace
Error.prepareStackTrace = (e, frames) => frames; String(new Error('x').stack[0]?.getThis?.())
//// prepareStackTrace of a host error
Error.prepareStackTrace = (e, frames) => frames.map(f => f.getFunction?.()); try { host.fail() } catch (e) { String(e.stack) }
//// captureStackTrace
(() => { const o = {}; Error.captureStackTrace?.(o); return o.stack })()
//// stackTraceLimit
Error.stackTraceLimit = Infinity; new Error('x').stack
//// a stackTraceLimit that throws
Object.defineProperty(Error, 'stackTraceLimit', { get() { throw process.env } }); new Error('x').stack
//// a message that is a getter
throw Object.defineProperty(new Error(), 'message', { get() { return String(process.env.WAKEFUL_SECRET) } })
//// a name that is a getter that throws
throw Object.defineProperty(new Error('x'), 'name', { get() { throw process.env } })
//// a value that is a getter
throw Object.defineProperty(new Error('x'), 'value', { get() { return process.env } })
//// a value that loops
throw Object.defineProperty(new Error('x'), 'value', { get() { for (;;); } })
//// a cause that is itself
throw (() => { const e = new Error('x'); e.cause = e; return e })()
//// a thrown proxy
throw new Proxy({}, { get() { throw process.env } })
//// a thrown proxy of an error
throw new Proxy(new Error('x'), { get: (t, k) => k === 'stack' ? process.env : t[k] })
//// a thrown function
throw Object.assign(() => {}, { toString: () => process.env.WAKEFUL_SECRET })
//// a thrown host object
throw host
//// a thrown Go structure
throw host.user
//// a thrown symbol
throw Symbol('SEEN')
//// a thrown thenable
throw { then(f) { f(1) } }
//// a rejection with a host error
host.laterFails()
//// an AggregateError of host errors
Promise.any([host.laterFails(), host.laterFails()]).catch(e => e.errors.map(e => Reflect.ownKeys(e.value ?? {}).join() + e.stack).join())
//// a host error thrown again
try { host.fail() } catch (e) { throw e }
//// a host error whose value is copied
try { host.fail() } catch (e) { throw Object.assign(new Error('copy'), { value: e.value }) }
//// an error with a stack of the Go program
throw Object.assign(new Error('x'), { stack: 'goroutine 1 [running]:\nmain.main()' })
//// an error from a callback that a host calls later
host.callsLater(() => { throw new Error('x') }); 1
//// an error from a getter while Go reads a result
({ get [Symbol.toStringTag]() { throw 1 }, get a() { throw new Error('a') } })
//// an error in Symbol.toPrimitive while a message is made
throw { [Symbol.toPrimitive]() { throw process.env }, toString() { throw 1 } }
//// an error for require that names a file
(() => { try { require('/nothing/here') } catch (e) { return e.message + e.stack + e.requireStack } })()
//// an error of fs that names a file
(() => { try { require('fs').readFileSync('/nothing') } catch (e) { return e.message + e.path + e.stack } })()
//// an error of fs for a link that leads out
(() => { try { require('fs').readFileSync('/link.txt') } catch (e) { return e.message + e.path + e.stack } })()
//// an error of fs for a link that does not end
(() => { try { require('fs').readFileSync('/loop') } catch (e) { return e.message + e.path + e.stack } })()
//// an error of mkdtemp
(() => { try { require('fs').mkdtempSync('/nothing/x') } catch (e) { return e.message + e.path } })()
