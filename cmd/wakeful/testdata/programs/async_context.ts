import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import { helper, type Options, Kind } from './lib/typed';
type Listener<T extends unknown[]> = (...args: T) => void;
class Typed<Events extends Record<string, unknown[]>> {
  private readonly inner = new EventEmitter();
  on<K extends keyof Events & string>(name: K, fn: Listener<Events[K]>): this { this.inner.on(name, fn as (...a: any[]) => void); return this; }
  emit<K extends keyof Events & string>(name: K, ...args: Events[K]): boolean { return this.inner.emit(name, ...args); }
}
const bus = new Typed<{ greet: [name: string, times: number] }>().on('greet', (name, times) => console.log(name.repeat(times)));
bus.emit('greet', 'ab', 2);
const options: Options = { kind: Kind.Second, retries: 2 };
console.log(helper(options), Kind);
async function run<T>(job: () => Promise<T>, retries = 1): Promise<T | undefined> {
  for (let i = 0; i <= retries; i++) { try { return await job(); } catch (e: unknown) { if (e instanceof Error) console.log('retry', e.message.split(',')[0]); } }
  return undefined;
}
let stats: Stats | undefined;
console.log(await run(() => readFile('/no/such/file', 'utf8')), stats);
function assertIsString(v: unknown): asserts v is string { if (typeof v !== 'string') throw new TypeError(`not a string: ${v}`); }
try { assertIsString(5); } catch (e) { console.log((e as Error).message); }
const x = { a: 1 } satisfies Record<string, number>;
export default x;
throw new RangeError('with a line of the source');
