//// the environment
JSON.stringify(process.env)
//// one variable
process.env.WAKEFUL_SECRET
//// one variable by a descriptor
Object.getOwnPropertyDescriptor(process.env, 'WAKEFUL_SECRET')?.value
//// all variables
Object.entries(process.env).flat().join()
//// variables after deleting one
delete process.env.X; process.env.WAKEFUL_SECRET = undefined; delete process.env.WAKEFUL_SECRET; process.env.WAKEFUL_SECRET
//// variables in the prototype
Object.getPrototypeOf(process.env).WAKEFUL_SECRET
//// variables by a file
require('fs').readFileSync('/proc/self/environ', 'latin1')
//// the command line by a file
require('fs').readFileSync('/proc/self/cmdline', 'latin1')
//// the command line
process.argv.join() + process.execPath + process.argv0 + process.title
//// the ids
(process.pid === 1 && process.ppid === 0) || 'SECRET ' + process.pid
//// the user
process.getuid?.() + 'SECRET'.slice(process.getuid ? 0 : 6)
//// the memory of the process
Object.values(process.memoryUsage()).some(Boolean) && 'SECRET'
//// exit
process.exit(0)
//// reallyExit
process.reallyExit(0)
//// exit in a timer
new Promise(() => setTimeout(() => process.exit(0), 0))
//// exit in a listener
process.on('exit', () => process.exit(3)); process.emit('exit')
//// exitCode
process.exitCode = 3; process.exit()
//// abort
process.abort()
//// kill
process.kill(process.ppid, 'SIGKILL')
//// kill itself
process.kill(process.pid)
//// a listener of signals
process.on('SIGINT', () => {}); process.on('SIGTERM', () => {})
//// chdir
process.chdir('/..'); process.cwd()
//// chdir through a link
process.chdir('/up'); require('fs').readdirSync('.').join()
//// chdir to a place outside
process.chdir('/etc')
//// umask
process.umask?.(0)
//// setuid
process.setuid(0)
//// hrtime as a clock of the machine
process.hrtime.bigint() > 0n && 'fine'
//// openStdin
process.openStdin?.()
//// reading standard input
require('fs').readFileSync(0, 'utf8')
//// reading standard output
require('fs').readSync(1, Buffer.alloc(10))
//// truncating standard output
require('fs').ftruncateSync(1, 0)
//// fstat of standard output
require('fs').fstatSync(1).ino
//// closing standard output
require('fs').closeSync(1); console.log('still')
//// a descriptor of the Go program
[3, 4, 5, 6, 7, 8, 9, 10].map(fd => { try { return require('fs').fstatSync(fd).size } catch (e) { return e.code } }).join()
//// reading a descriptor of the Go program
[3, 4, 5, 6, 7].map(fd => { try { return require('fs').readFileSync(fd, 'utf8') } catch (e) { return e.code } }).join()
//// a terminal
process.stdout.isTTY + process.stdout.columns
//// report
process.report?.writeReport()
//// emitWarning with a getter
process.emitWarning(Object.assign(new Error('x'), { get name() { return process.env } }))
//// fetch
fetch('http://127.0.0.1:1/x')
//// fetch of a file
fetch('file:///etc/passwd').then(r => r.text())
//// fetch of a blob of a host
fetch('data:text/plain,SEEN').then(r => r.text())
//// fetch with a request
fetch(new Request('http://169.254.169.254/latest/meta-data'))
//// fetch in a replaced global
globalThis.fetch.call(null, new URL('http://localhost'))
//// an error that nothing handles in a timer
setTimeout(() => { throw new Error('later') }, 0); 1
//// a rejection that nothing handles
Promise.reject(new Error('later')); 1
//// an error in a microtask
queueMicrotask(() => { throw new Error('later') }); 1
//// an error in a nextTick
process.nextTick(() => { throw new Error('later') }); 1
//// an error in a listener of errors
process.on('uncaughtException', () => { throw new Error('again') }); setTimeout(() => { throw 1 }, 0); 1
//// an error in an event listener
new EventTarget().dispatchEvent(new Event('x')); require('events').prototype.emit.call(new (require('events'))(), 'error', new Error('x'))
//// an interval that goes on
setInterval(() => {}, 1); 1
//// umask as a string
typeof process.umask('777') && process.umask(0) === 0o777 && require('fs').writeFileSync('/up/outside/x', '')
//// umask through a prototype
const p = Object.getPrototypeOf(process); [p.umask(), p.config, p.report, p.getgroups?.()].map(String).join()
//// cpuUsage as a clock of the machine
Object.values(process.cpuUsage()).some(Boolean) && 'SECRET'
//// resourceUsage
Object.values(process.resourceUsage()).some(Boolean) && 'SECRET'
//// constrainedMemory
(process.constrainedMemory() || process.availableMemory()) && 'SECRET'
