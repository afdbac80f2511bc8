import { setTimeout as sleep } from 'node:timers/promises';
import { once, EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Readable, Writable } from 'node:stream';
const withTimeout = async (ms, job) => {
  const signal = AbortSignal.timeout(ms);
  try { return await job(signal); } catch (e) { return `${e.name}/${e.code}/${e.cause?.name ?? 'none'}`; }
};
const keep = setInterval(() => {}, 1000);
console.log(await withTimeout(5, (signal) => sleep(5000, 'x', { signal })));
console.log(await withTimeout(5, (signal) => once(new EventEmitter(), 'x', { signal })));
console.log(await withTimeout(5, (signal) => pipeline(new Readable({ read() {} }), new Writable({ write(c, e, cb) { cb(); } }), { signal })));
console.log(await withTimeout(1000, async () => 'in time'));
const aborted = AbortSignal.abort();
for (const job of [() => sleep(1, null, { signal: aborted }), () => readFile('/dev/null', { signal: aborted })]) await job().catch((e) => console.log(e.name, e.code, e.message, e.cause?.name));
try { aborted.throwIfAborted(); } catch (e) { console.log(e.name, e.message); }
const c = new AbortController();
c.signal.onabort = (e) => console.log('onabort', e.type, c.signal.reason);
c.signal.addEventListener('abort', () => console.log('listener'), { once: true });
c.abort('why'); c.abort('again');
const any = AbortSignal.any([c.signal, AbortSignal.timeout(1e6)]); console.log(any.aborted, any.reason);
const et = new EventTarget(); const off = new AbortController(); et.addEventListener('e', () => console.log('e'), { signal: off.signal }); et.dispatchEvent(new Event('e')); off.abort(); et.dispatchEvent(new Event('e'));
clearInterval(keep);
