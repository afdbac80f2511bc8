process.on('uncaughtException', (e, origin) => console.log('uncaught', e.message, origin));
process.on('unhandledRejection', (reason, promise) => console.log('unhandled', reason.message, promise instanceof Promise));
process.on('rejectionHandled', () => console.log('handled after all'));
process.on('warning', (w) => console.log('warning', w.name, w.message, w.code));
let rounds = 0;
process.on('beforeExit', (code) => {
  console.log('beforeExit', code);
  if (rounds++ === 0) setTimeout(() => console.log('one more round'), 1);
  else process.exitCode = 7;
});
process.once('exit', (code) => { console.log('exit', code); setTimeout(() => console.log('never')); });
setTimeout(() => { throw new Error('from a timer'); }, 1);
const late = Promise.reject(new Error('late'));
setTimeout(() => late.catch(() => console.log('caught late')), 5);
setTimeout(() => setImmediate(() => { throw new Error('from an immediate'); }), 10);
process.emitWarning('careful', { type: 'CustomWarning', code: 'W1' });
console.log(process.listenerCount('uncaughtException'), process.eventNames().includes('exit'));
