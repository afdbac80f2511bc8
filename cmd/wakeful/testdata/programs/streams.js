const { Readable, Writable, Transform, Duplex, PassThrough, pipeline, finished, addAbortSignal } = require('stream');
const { pipeline: pipe } = require('stream/promises');
const { text, json } = require('stream/consumers');
class Lines extends Transform {
  #rest = '';
  constructor() { super({ readableObjectMode: true }); }
  _transform(chunk, encoding, callback) {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop();
    for (const line of lines) this.push(line);
    callback();
  }
  _flush(callback) { if (this.#rest) this.push(this.#rest); callback(); }
}
class Counter extends Readable {
  #n = 0;
  _read() { this.push(this.#n < 5 ? `n${this.#n++}\nm` : null); }
}
const seen = [];
const slow = new Writable({ objectMode: true, highWaterMark: 1, write(chunk, _, callback) { seen.push(chunk); setTimeout(callback, 1); }, final(callback) { seen.push('final'); callback(); } });
pipeline(new Counter(), new Lines(), slow, (error) => {
  console.log(error, seen);
  rest();
});
async function rest() {
  await pipe(async function* () { yield 'a'; yield 'b'; }, async function* (source) { for await (const c of source) yield `${c}`.toUpperCase(); }, process.stdout, { end: false });
  console.log();
  console.log(await text(Readable.from(['x', 'y'])), await json(Readable.from(['{"a":', '1}'])));
  console.log(await Readable.from([1, 2, 3, 4]).filter((x) => x % 2).map((x) => x * 10).toArray(), await Readable.from([5, 6]).reduce((a, b) => a + b, 0));
  const through = new PassThrough({ encoding: 'utf8' });
  through.on('readable', () => { let c; while ((c = through.read(2)) !== null) console.log('read', c); });
  through.on('end', () => console.log('end'));
  through.write('abcde'); through.end('f');
  await new Promise((resolve) => finished(through, resolve));
  await pipe(Readable.from(['x']), new Writable({ write(c, e, cb) { cb(new Error('disk full')); } })).catch((e) => console.log('failed:', e.message));
  const early = new PassThrough();
  finished(early, (e) => console.log(e.code, e.message));
  early.destroy();
  const controller = new AbortController();
  const aborted = addAbortSignal(controller.signal, new Readable({ read() {} }));
  aborted.on('error', (e) => console.log(e.name, e.code));
  controller.abort();
  const w = new Writable({ write(c, e, cb) { cb(); } });
  w.on('error', (e) => console.log(e.code, e.message));
  w.end('x');
  w.write('y');
  console.log(w.writableEnded, w.writableHighWaterMark, new Writable({ highWaterMark: 3, write() {} }).write('long enough'));
  const duplex = Duplex.from(async function* (source) { for await (const c of source) yield `<${c}>`; });
  duplex.end('in');
  console.log(await text(duplex));
}
