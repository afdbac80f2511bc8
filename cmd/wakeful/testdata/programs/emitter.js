const EventEmitter = require('events');
const { once, on } = EventEmitter;
class Store extends EventEmitter {
  constructor() {
    super({ captureRejections: true });
    this.data = new Map();
  }
  set(key, value) {
    const old = this.data.get(key);
    this.data.set(key, value);
    this.emit('change', { key, old, value });
    if (key.startsWith('bad')) this.emit('error', Object.assign(new Error(`bad key ${key}`), { key }));
    return this;
  }
}
const store = new Store();
store.on('change', (c) => console.log('change', c));
store.once('change', () => console.log('only once'));
store.prependListener('change', function () { console.log('first', this === store); });
store.on('error', (e) => console.log('error', e.message, e.key));
store.set('a', 1).set('a', 2).set('bad', 3);
store.on('async', async () => { throw new Error('from an async listener'); });
store.emit('async');
console.log(store.listenerCount('change'), store.eventNames(), store.emit('nobody'));
(async () => {
  setTimeout(() => store.emit('ready', 1, 2), 1);
  console.log(await once(store, 'ready'));
  setTimeout(() => { for (let i = 0; i < 3; i++) store.emit('tick', i); }, 1);
  for await (const [i] of on(store, 'tick')) {
    console.log('tick', i);
    if (i === 2) break;
  }
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 1);
  await once(store, 'never', { signal: controller.signal }).catch((e) => console.log(e.name, e.code));
  for (let i = 0; i < 3; i++) store.on('many', () => {});
  store.removeAllListeners();
  try { store.emit('error', new TypeError('nobody listens')); } catch (e) { console.log('thrown', e.message); }
  try { store.emit('error', { odd: true }); } catch (e) { console.log(e.code, e.message); }
})();
