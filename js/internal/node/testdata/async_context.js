// A context passes through everything that a callback starts.
const lines = [], log = (...args) => lines.push(require('util').format(...args)); // sorted, because timers race
process.on('exit', () => console.log(lines.sort().join('\n')));
const { AsyncLocalStorage } = require('async_hooks');
const s = new AsyncLocalStorage();
const get = (name) => log(name, s.getStore());
s.run('A', () => {
  process.nextTick(get, 'nextTick');
  process.nextTick(() => get('nextTick without arguments'));
  queueMicrotask(() => get('microtask'));
  Promise.resolve().then(() => get('then')).finally(() => get('finally'));
  Promise.reject(0).catch(() => get('catch'));
  (async () => { await 0; get('await'); await new Promise((done) => setTimeout(done, 1)); get('await a timer'); })();
});
get('outside');
process.nextTick(() => get('nextTick outside'));
Promise.resolve().then(() => get('then outside'));
====
// Timers, immediates and intervals.
const lines = [], log = (...args) => lines.push(require('util').format(...args)); // sorted, because timers race
process.on('exit', () => console.log(lines.sort().join('\n')));
const { AsyncLocalStorage } = require('async_hooks');
const s = new AsyncLocalStorage();
let n = 0;
s.run('timeout', () => setTimeout((a) => { log(a, s.getStore()); setTimeout(() => log('inner', s.getStore()), 1); }, 1, 'outer'));
s.run('interval', () => { const i = setInterval(() => { log(s.getStore(), ++n); if (n === 2) clearInterval(i); }, 10); });
setTimeout(() => s.run('immediate', () => setImmediate(() => { log(s.getStore()); setImmediate(() => log('again', s.getStore())); })), 60);
setTimeout(() => log('none', s.getStore()), 100);
====
// Two storages, and nested runs.
const lines = [], log = (...args) => lines.push(require('util').format(...args)); // sorted, because timers race
process.on('exit', () => console.log(lines.sort().join('\n')));
const { AsyncLocalStorage } = require('async_hooks');
const a = new AsyncLocalStorage(), b = new AsyncLocalStorage();
a.run(1, () => b.run(2, () => {
  setTimeout(() => log(a.getStore(), b.getStore()), 1);
  a.run(3, () => { process.nextTick(() => log(a.getStore(), b.getStore())); log(a.getStore()); });
  a.exit(() => { log(a.getStore(), b.getStore()); setTimeout(() => log('exit', a.getStore(), b.getStore()), 5); });
  log(a.getStore(), b.getStore());
}));
log(a.getStore(), b.getStore());
====
// enterWith lasts for the callback and what it starts.
const lines = [], log = (...args) => lines.push(require('util').format(...args)); // sorted, because timers race
process.on('exit', () => console.log(lines.sort().join('\n')));
const { AsyncLocalStorage } = require('async_hooks');
const s = new AsyncLocalStorage();
setTimeout(() => { s.enterWith('entered'); setTimeout(() => log(s.getStore()), 5); process.nextTick(() => log(s.getStore())); }, 1);
setTimeout(() => log('other', s.getStore()), 20);
====
// An exception leaves no context behind.
const lines = [], log = (...args) => lines.push(require('util').format(...args)); // sorted, because timers race
process.on('exit', () => console.log(lines.sort().join('\n')));
const { AsyncLocalStorage } = require('async_hooks');
const s = new AsyncLocalStorage();
process.on('uncaughtException', (e) => log('caught', e.message));
try { s.run(1, () => { throw new Error('sync'); }); } catch (e) { log(e.message, s.getStore()); }
s.run(2, () => setTimeout(() => { throw new Error('timer'); }, 1));
setTimeout(() => log('after', s.getStore()), 20);
s.run(3, () => process.nextTick(() => { throw new Error('tick'); }));
process.nextTick(() => log('tick after', s.getStore()));
====
// Files and crypto.
const lines = [], log = (...args) => lines.push(require('util').format(...args)); // sorted, because timers race
process.on('exit', () => console.log(lines.sort().join('\n')));
const { AsyncLocalStorage } = require('async_hooks');
const fs = require('fs');
const s = new AsyncLocalStorage();
s.run('stat', () => fs.stat('/', () => log(s.getStore())));
s.run('promise', async () => { await fs.promises.stat('/'); setTimeout(() => log(s.getStore()), 200); });
s.run('crypto', () => setTimeout(() => require('crypto').randomBytes(4, () => log(s.getStore())), 100));
====
// Resources and emitters.
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const { EventEmitter, EventEmitterAsyncResource } = require('events');
const s = new AsyncLocalStorage();
const r = s.run('made', () => new AsyncResource('R'));
console.log(r.runInAsyncScope(() => s.getStore()), s.run('now', () => r.runInAsyncScope(() => s.getStore())));
const bound = s.run('bound', () => AsyncResource.bind((x) => [x, s.getStore()]));
console.log(bound(5), bound.length, s.run('static', () => AsyncLocalStorage.bind(() => s.getStore()))());
const plain = new EventEmitter(), resource = s.run('resource', () => new EventEmitterAsyncResource({ name: 'E' }));
for (const e of [plain, resource]) e.on('x', () => console.log(s.getStore()));
s.run('emit', () => { plain.emit('x'); resource.emit('x'); });
console.log(typeof resource.asyncId, resource.asyncResource.eventEmitter === resource);
====
// Streams and events once.
const lines = [], log = (...args) => lines.push(require('util').format(...args)); // sorted, because timers race
process.on('exit', () => console.log(lines.sort().join('\n')));
const { AsyncLocalStorage } = require('async_hooks');
const { once, EventEmitter } = require('events');
const s = new AsyncLocalStorage();
const e = new EventEmitter();
s.run('waiting', async () => { await once(e, 'x'); log(s.getStore()); });
s.run('emitting', () => setTimeout(() => e.emit('x'), 1));
s.run('generator', async () => { async function* g() { yield s.getStore(); await 0; yield s.getStore(); } for await (const v of g()) log(v); });
====
// disable, and a store that is already current.
const { AsyncLocalStorage } = require('async_hooks');
const s = new AsyncLocalStorage();
s.run(1, () => { s.disable(); console.log(s.getStore()); });
console.log(s.run(2, () => s.run(2, () => s.getStore())));
s.run(undefined, () => console.log(s.getStore()));
