// TypeScript as it is written: generics, enums, abstract classes, overloads, guards.
enum Level { Debug, Info = 5, Warn, Error = 'error' as any }
const enum Flag { A = 1 << 0, B = 1 << 1, AB = A | B }
interface Shape { readonly kind: string; area(): number }
abstract class Base implements Shape {
  static count = 0;
  protected constructor(public readonly kind: string, private scale: number = 1) { Base.count++; }
  abstract raw(): number;
  area(): number { return this.raw() * this.scale; }
  toString(): string { return `${this.kind}(${this.area().toFixed(2)})`; }
}
class Circle extends Base {
  constructor(private r: number) { super('circle'); }
  raw() { return Math.PI * this.r ** 2; }
}
class Square extends Base {
  declare unused: string;
  accessed?: number;
  constructor(private readonly side: number) { super('square', 2); }
  override raw(): number { return this.side * this.side; }
}
function isCircle(s: Shape): s is Circle { return s.kind === 'circle'; }
function pick<T, K extends keyof T>(o: T, ...keys: K[]): Pick<T, K> {
  const result = {} as Pick<T, K>;
  for (const k of keys) result[k] = o[k];
  return result;
}
function parse(x: string): number;
function parse(x: number): string;
function parse(x: any): any { return typeof x === 'string' ? parseFloat(x) : String(x); }
type Result<T, E = Error> = { ok: true; value: T } | { ok: false; error: E };
const attempt = <T,>(fn: () => T): Result<T> => {
  try { return { ok: true, value: fn() }; } catch (e) { return { ok: false, error: e as Error }; }
};
class Stack<T extends { id: number }> {
  #items: T[] = [];
  push = (item: T): this => { this.#items.push(item); return this; };
  get top(): T | undefined { return this.#items.at(-1); }
  *[Symbol.iterator](): IterableIterator<T> { yield* [...this.#items].reverse(); }
}
namespace Units { export const inch = 2.54; export namespace Deep { export type X = number; export const two = inch * 2; } }
const shapes: Shape[] = [new Circle(1), new Square(2)];
console.log(shapes.map(String), Base.count, shapes.filter(isCircle).length);
console.log(Level, Level[5], Level.Warn, Flag.AB);
console.log(pick({ a: 1, b: 'two', c: [3] }, 'a', 'c'), parse('4.5') + 1, parse(7) + 1);
console.log(attempt(() => JSON.parse('{"x":1}')), attempt(() => JSON.parse('{')).ok);
console.log([...new Stack<{ id: number }>().push({ id: 1 }).push({ id: 2 })], Units.Deep.two);
const tuple = [1, 'a', true] as const satisfies readonly unknown[];
const [n, , flag] = tuple;
console.log(n!, flag, (shapes[5]?.area() ?? 'none'), <any>'cast');
let value: unknown = { nested: { deep: 5 } };
console.log((value as { nested: { deep: number } }).nested.deep, Object.keys(new Square(1)));
export type { Shape };
export {};
