// The ticks between the end of construct and what waits for it.
const { Writable, Readable, Duplex } = require('stream');
const ticks = (name, n) => process.nextTick(() => { console.log(name, 'tick', n); if (n < 4) ticks(name, n + 1); });
const construct = (name) => function (callback) { console.log(name, 'construct'); callback(); ticks(name, 1); };
const write = (name) => function (chunk, encoding, callback) { console.log(name, 'write', String(chunk)); callback(); };
const read = (name) => function () { console.log(name, 'read'); this.push('x'); this.push(null); };
new Writable({ construct: construct('a'), write: write('a') }).on('finish', () => console.log('a finish')).end('1');
setTimeout(() => {
  new Readable({ construct: construct('b'), read: read('b') }).on('data', (v) => console.log('b', String(v))).on('close', () => console.log('b close'));
}, 20);
setTimeout(() => {
  const both = new Duplex({ construct: construct('c'), read: read('c'), write: write('c') });
  both.on('data', (v) => console.log('c', String(v))).on('close', () => console.log('c close')).end('2');
}, 40);
setTimeout(() => {
  new Writable({ construct(callback) { callback(new Error('bad')); ticks('d', 1); } }).on('error', (e) => console.log('d', e.message)).on('close', () => console.log('d close'));
  new Writable({ construct: construct('e'), write: write('e') }).on('error', (e) => console.log('e', e.message)).on('close', () => console.log('e close')).destroy(new Error('gone'));
}, 60);
