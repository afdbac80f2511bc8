// The events of process: warnings about many listeners, and rejections that a listener handles.
const EventEmitter = require('events');
console.log(process instanceof process.constructor, process instanceof EventEmitter, Object.getPrototypeOf(process) instanceof EventEmitter, process.constructor.name);
process.on('warning', (w) => console.log(w.name, w.message, w.code, w.type, w.count, w.emitter === process, Object.keys(w)));
const fs = Array.from({ length: 14 }, (_, i) => () => i);
for (const f of fs) process.on('many', f);
for (const f of fs.slice(0, 12)) process.off('many', f);
for (const f of fs) process.on('many', f); // it has warned
process.removeAllListeners('many');
for (const f of fs) process.on('many', f); // it warns again
for (const n of ['1', -1, NaN, null]) { try { process.setMaxListeners(n); } catch (e) { console.log(e.code, e.message); } }
console.log(process.getMaxListeners(), process.setMaxListeners(2) === process, process.getMaxListeners());
for (const f of fs.slice(0, 4)) process.on('few', f);
process.setMaxListeners(0);
for (const f of fs) process.on('unlimited', f);
setTimeout(() => {
  // Both are unhandled when the first is announced. Its listener handles the second.
  const first = Promise.reject(new Error('first')), second = Promise.reject(new Error('second'));
  process.on('unhandledRejection', (e) => {
    console.log('unhandled', e.message);
    if (e.message === 'first') second.catch((e) => console.log('caught', e.message));
    if (e.message === 'second') setTimeout(() => first.catch(() => {}));
  });
  process.on('rejectionHandled', (p) => console.log('handled', p === first, p === second));
}, 5);
