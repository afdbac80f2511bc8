package main

// sandboxScripts are programs of the kinds that tenants write. Each checks what it has computed.
var sandboxScripts = []sandboxScript{
	{name: "function", what: "a script that calls a function of the host 1e5 times", many: 100_000, atMost: 8, source: `
globalThis.run = (n) => { let sum = 0; for (let i = 0; i < n; i++) sum += price(i); return sum === n * (n + 1) / 2; };
`},
	{name: "fib", what: "fib(24)", many: 1, atMost: 1, source: `
const fib = (n) => n < 2 ? n : fib(n - 1) + fib(n - 2);
globalThis.run = (n) => { for (; n > 0; n--) if (fib(24) !== 46368) return false; return true; };
`},
	{name: "handler", what: "500 orders: objects, a Map, sorting, JSON", many: 500, atMost: 1, source: `
const order = JSON.stringify({id: 'a1', country: 'DE', lines: Array.from({length: 20}, (_, i) => ({sku: 's' + i % 7, price: 3 + i, amount: i % 3 + 1}))});
function handle(text) {
	const {id, country, lines} = JSON.parse(text);
	const bySKU = new Map();
	for (const {sku, price, amount} of lines) {
		const line = bySKU.get(sku) ?? {sku, amount: 0, total: 0};
		bySKU.set(sku, {...line, amount: line.amount + amount, total: line.total + price * amount});
	}
	const sorted = [...bySKU.values()].filter((l) => l.amount > 1).sort((a, b) => b.total - a.total);
	const total = sorted.reduce((sum, l) => sum + l.total, 0) * (country === 'DE' ? 1.19 : 1);
	return JSON.stringify({id, total: Math.round(total * 100) / 100, lines: sorted.map((l) => l.sku + ' x ' + l.amount)});
}
globalThis.run = (n) => { for (; n > 0; n--) { const text = handle(order); if (text.length !== 99) return text + text.length; } return true; };
`},
	{name: "classes", what: "200 rounds of classes with getters, inheritance and private fields", many: 200, atMost: 1, source: `
class Shape { #name; constructor(name) { this.#name = name; } get name() { return this.#name; } get area() { return 0; } toString() { return this.name + this.area; } }
class Rectangle extends Shape { constructor(w, h) { super('r'); this.w = w; this.h = h; } get area() { return this.w * this.h; } }
class Square extends Rectangle { constructor(w) { super(w, w); } get area() { return super.area; } }
class Circle extends Shape { constructor(r) { super('c'); this.r = r; } get area() { return 3 * this.r * this.r; } }
globalThis.run = (n) => {
	for (; n > 0; n--) {
		const shapes = [];
		for (let i = 0; i < 50; i++) shapes.push(i % 3 === 0 ? new Rectangle(i, 2) : i % 3 === 1 ? new Square(i) : new Circle(i));
		let sum = 0;
		for (let k = 0; k < 4; k++) for (const s of shapes) sum += s.area + s.name.length;
		if (sum !== 212620) return sum;
	}
	return true;
};
`},
	{name: "regexps", what: "500 texts: an address, a date, a template, words, escapes", many: 500, atMost: 1.3, source: `
const log = Array.from({length: 8}, (_, i) => '2026-03-' + (10 + i) + 'T12:0' + i + ':00Z [warn] user=' + 'u' + i + '@example.org path="/orders/' + i * 37 + '?q=a%20b" took=' + i * 13 + 'ms').join('\n');
function handle(text) {
	let found = 0;
	for (const line of text.split(/\r?\n/)) {
		const m = /^(\d{4})-(\d{2})-(\d{2})T([\d:]+)Z \[(\w+)\]/.exec(line);
		if (m && m[5] === 'warn') found++;
		if (/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.test(line)) found++;
		for (const [, key, value] of line.matchAll(/(\w+)=("[^"]*"|\S+)/g)) found += key.length + value.length;
	}
	return found + text.replace(/[<>&"]/g, (c) => '&#' + c.charCodeAt(0) + ';').replace(/\{\{\s*(\w+)\s*\}\}/g, '$1').length + (text.match(/\b[a-z]+\b/gi)?.length ?? 0);
}
const expected = handle(log);
globalThis.run = (n) => { for (; n > 0; n--) if (handle(log) !== expected || expected < 900) return expected; return true; };
`},
	{name: "matrices", what: "30 products of matrices of 30 x 30", many: 30, atMost: 1, source: `
const size = 30, a = Array.from({length: size}, (_, i) => Array.from({length: size}, (_, k) => i + k / 2)), b = a.map((row) => row.map((v) => v / 3));
function product(a, b) {
	const c = [];
	for (let i = 0; i < size; i++) {
		const row = [];
		for (let k = 0; k < size; k++) { let sum = 0; for (let m = 0; m < size; m++) sum += a[i][m] * b[m][k]; row.push(sum); }
		c.push(row);
	}
	return c;
}
globalThis.run = (n) => { for (; n > 0; n--) if (!(product(a, b)[29][29] > 0)) return false; return true; };
`},
}

// octaneScripts are those of Octane for which there is a bound.
var octaneScripts = []sandboxScript{
	{name: "richards", what: "Octane: an operating system's scheduler, 5 runs", many: 5, atMost: 1},
	{name: "deltablue", what: "Octane: a solver of constraints, 5 runs", many: 5, atMost: 1},
	{name: "crypto", what: "Octane: RSA, 1 run", many: 1, atMost: 1},
	{name: "raytrace", what: "Octane: a ray tracer, 1 run", many: 1, atMost: 1},
	{name: "navier-stokes", what: "Octane: a fluid, 1 run", many: 1, atMost: 1},
	{name: "regexp", what: "Octane: regular expressions of web pages, 1 run", many: 1, atMost: 1.3},
}
