//// child_process
require('child_process').execSync('id').toString()
//// node:child_process
require('node:child_process').spawnSync('id').stdout
//// worker_threads
new (require('worker_threads').Worker)('x', { eval: true })
//// vm
require('vm').runInThisContext('process.env')
//// net
require('net').connect(80, '127.0.0.1')
//// http
require('http').get('http://127.0.0.1')
//// dns
require('dns').lookup('localhost', () => {})
//// os
require('os').hostname()
//// node:os
require('node:os').userInfo().username
//// os by import
import('os').then(m => m.hostname())
//// inspector
require('inspector').open()
//// v8
require('v8').writeHeapSnapshot()
//// an internal module
require('internal/fs_files')
//// an internal module with a prefix
require('node:internal/stdin')
//// a name with a prefix twice
require('node:node:os')
//// a name in capitals
require('OS')
//// a name with a trailing slash
require('os/')
//// a name with a zero byte
require('os\0')
//// a name with a getter
require({ toString: () => 'os' })
//// a name that changes
require(new String('os'))
//// process.binding
process.binding('fs')
//// process.dlopen
process.dlopen({ exports: {} }, '/lib/x86_64-linux-gnu/libc.so.6')
//// process.mainModule
process.mainModule.require('os')
//// module.constructor
module.constructor._load('os')
//// require.cache
Object.values(require.cache)[0]?.constructor._load('os')
//// a forged entry of require.cache
require.cache['/os'] = { exports: process }; require('/os').env
//// a forged entry for a file outside
require.cache['/../outside/secret.js'] = { exports: 1 }; require('/../outside/secret.js')
//// require.extensions
require.extensions['.txt'] = () => {}; require('/link.txt')
//// createRequire
require('module').createRequire('/')('os')
//// createRequire for a file outside
require('module').createRequire('/../../../')('./etc/passwd')
//// createRequire with a URL
require('module').createRequire('file:///etc/')('./passwd')
//// Module._load
require('module')._load?.('os')
//// Module.prototype.require
new (require('module'))('x').require('os')
//// a package whose main leads out
require('escape-main')
//// a package whose exports lead out
require('escape-exports/x')
//// a package whose exports have a pattern that leads out
require('escape-exports/y/../../../outside/secret.js')
//// a package whose imports lead out
require('escape-imports')
//// a package named by a path
require('../outside/secret.js')
//// a package in a folder above
require('/../node_modules/secret')
//// a package that is a link
require('linked')
//// a JSON file that is a link
require('/link.json')
//// a file URL
require('file:///../outside/secret.js')
//// a file URL with escapes
import('file:///%2e%2e/outside/secret.js')
//// a file URL with a host
import('file://localhost/etc/passwd')
//// a data URL
import('data:text/javascript,export default process.env')
//// an http URL
import('http://127.0.0.1/x.js')
//// import with an attribute
import('/link.json', { with: { type: 'json' } })
//// import of a thenable
import({ toString: () => '/../outside/secret.js' })
//// import.meta.resolve
import('/esm.mjs').then(m => m.resolve('/../outside/secret.js'))
//// a source map that names a file outside
require('/mapped.js')
//// a source map comment in eval
eval('throw new Error("x")\n//# sourceMappingURL=/etc/passwd')
//// a stack that names a file outside
throw Object.assign(new Error('x'), { stack: 'Error: x\n    at f (/etc/passwd:1:1)' })
//// a stack that names a file by a link
throw Object.assign(new Error('x'), { stack: 'Error: x\n    at f (/link.txt:1:1)' })
//// _resolveFilename of a file outside
require('module')._resolveFilename('/../outside/secret.txt')
//// _resolveFilename through a link
require('module')._resolveFilename('/up/outside/secret.js')
//// _resolveFilename with a parent outside
require('module')._resolveFilename('./secret.txt', { filename: '/../outside/x.js' })
//// _resolveFilename with a parent that is a link
const file = require('module')._resolveFilename('./secret.js', { filename: '/sub/up/x.js' }); require('fs').readFileSync(file, 'utf8')
//// _resolveFilename tells which files there are
['/etc/passwd', '/proc/self/exe', '/bin/sh'].filter((f) => { try { return require('module')._resolveFilename(f) } catch { return false } }).map(() => 'SEC' + 'RET').join()
//// _resolveFilename of a module that is not allowed
require('module')._resolveFilename('os')
//// _nodeModulePaths of a folder outside
require('module')._nodeModulePaths('../outside').map((d) => { try { return require('fs').readdirSync(d) } catch (e) { return e.code } }).join()
//// all modules that are absent
for (const name of require('module').builtinModules) { let m; try { m = require(name) } catch { continue } for (const [k, f] of Object.entries(m)) { if (typeof f === 'function' && !/^(fs|timers|process|module|test)/.test(name)) try { console.log(name, k, f('/../outside/secret.txt')) } catch (e) { console.log(e.message) } } }
//// zlib of a file
require('zlib').createGzip().pipe(require('fs').createWriteStream('/up/outside/x'))
