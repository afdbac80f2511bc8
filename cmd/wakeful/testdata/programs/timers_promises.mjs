import { setTimeout as sleep, setInterval as every, setImmediate as soon, scheduler } from 'node:timers/promises';
console.log(await sleep(1, 'slept'), await soon('soon'));
let n = 0;
for await (const v of every(1, 'tick')) { console.log(v); if (++n === 3) break; }
const controller = new AbortController();
setTimeout(() => controller.abort(), 1);
await sleep(10000, null, { signal: controller.signal }).catch((e) => console.log(e.name, e.code, e.message));
await scheduler.wait(1);
await scheduler.yield();
const t = setTimeout(() => console.log('never'), 10000);
t.unref();
console.log(t.hasRef(), typeof t[Symbol.toPrimitive](), t.ref().hasRef(), clearTimeout(t));
const i = setInterval(() => { console.log('interval'); clearInterval(i); }, 1);
const refreshed = setTimeout(() => console.log('refreshed'), 5); refreshed.refresh();
const order = [];
setImmediate(() => order.push('immediate'));
process.nextTick(() => order.push('tick'));
Promise.resolve().then(() => order.push('micro'));
queueMicrotask(() => order.push('queued'));
order.push('sync');
await sleep(10);
console.log(order.join());
try { setTimeout('code'); } catch (e) { console.log(e.code, e.message); }
console.log(await new Promise((resolve) => setTimeout((...args) => resolve(args), 0, 1, 2)));
