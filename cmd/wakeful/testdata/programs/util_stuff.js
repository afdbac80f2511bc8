const util = require('util'); const path = require('path'); const url = require('url'); const qs = require('querystring'); const assert = require('assert'); const os = require('os');
console.log(util.format('%s %d %i %f %j %o %O %c %%', 'a', '5', 5.5, '1.5', { a: 1 }, [1], { b: { c: {} } }, 'css'), util.format('no', 'format', 1));
console.log(util.inspect({ a: { b: { c: { d: 1 } } }, f() {}, [Symbol('s')]: 1, get g() { return 1; }, set g(v) {} }, { depth: 1 }), util.inspect('x\'y'), util.inspect(new Map([['k', { v: 1 }]]), { compact: false }));
class Money { constructor(n) { this.n = n; } [util.inspect.custom](depth, options) { return options.stylize(`Money<${this.n}>`, 'number'); } }
console.log(new Money(5), [new Money(1)], util.inspect(new Proxy({ a: 1 }, {}), { showProxy: true }));
const wait = util.promisify((ms, cb) => setTimeout(() => cb(null, ms), ms)); wait(1).then(console.log);
util.callbackify(async (x) => x * 2)(4, (e, v) => console.log(e, v));
console.log(util.types.isPromise(Promise.resolve()), util.isDeepStrictEqual({ a: [1] }, { a: [1] }), util.inspect(new Error('e')).split('\n')[0], util.stripVTControlCharacters('\u001b[31mred\u001b[0m'));
console.log(path.join('/a', '..', 'b', './c.txt'), path.resolve('/x', 'y', '../z'), path.relative('/a/b/c', '/a/d'), path.parse('/data/file.tar.gz'), path.format({ dir: '/d', name: 'n', ext: '.e' }), path.extname('.bashrc'), path.normalize('//a//b/../c/'), path.isAbsolute('a'), path.sep, path.posix === path);
const u = new URL('https://user:pa%20ss@example.com:8080/p/a/t/h?query=string&a=1#hash');
console.log(u, u.searchParams.get('a'), [...u.searchParams], u.origin); u.pathname = '/ü'; u.searchParams.append('x', 'y z'); console.log(u.href);
console.log(url.parse('http://a.com/p?q=1').pathname, url.fileURLToPath('file:///tmp/a%20b'), url.pathToFileURL('/tmp/a b').href, URL.canParse('x'), new URLSearchParams({ a: '1 2', b: 'ü' }).toString());
console.log(qs.parse('a=1&a=2&b=%20'), qs.stringify({ x: [1, 2], y: 'ä' }));
for (const f of [() => assert(false, 'said'), () => assert.strictEqual(1, 2), () => assert.deepStrictEqual({ a: 1 }, { a: 2 }), () => assert.throws(() => {}), () => assert.equal(1, 2, 'mine'), () => assert.match('abc', /x/), () => assert.notStrictEqual(1, 1)]) {
  try { f(); } catch (e) { console.log(e.name, e.code, e.message.split('\n')[0]); }
}
assert.rejects(Promise.reject(new TypeError('t')), TypeError).then(() => console.log('rejects ok'));
console.log(os.EOL === '\n', os.platform() === process.platform, typeof os.cpus().length, os.tmpdir().length > 0);
console.log(util.inspect([1.5, -0, NaN, 1n, null, undefined, Symbol('x'), 'str', true, [], {}, [[[[]]]], new Date(0), /x/, new Error('m').message, function named() {}, class K extends Money {}, new Set(['a']), new WeakSet(), Object.create(null), new (class Foo { a = 1 })(), [,'x'], Array(200).fill(1).length, async () => {}, function* gen() {}]));
