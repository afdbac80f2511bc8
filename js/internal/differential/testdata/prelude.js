// What every program may use, in Node and in this project's runtime alike. The
// surroundings give emit(line), now() in milliseconds, burn(ms), DIR, the name of a folder, and
// keep(handles), which may watch what is put there.
const T0 = now();
const H = keep([]), G = keep([]), P = [], D = [], A = [], T = [], M = [];
let again = 0;
// show is written out here, so that a difference is one of order and not of formatting.
const show = (v) => {
	if (v instanceof Error) {
		const name = v.code === undefined || typeof v.code === 'number' ? v.name : v.code;
		const own = /^e\d+$/.test(v.message) ? v.message : name;
		return v.errors ? own + show(v.errors) : own;
	}
	if (Array.isArray(v)) return '[' + v.map(show).join(',') + ']';
	if (typeof v === 'function') return 'function';
	if (v && typeof v === 'object') {
		if (typeof v.then === 'function') return 'thenable';
		if (typeof v.name === 'string' && typeof v.message === 'string') return v.name;
		if ('status' in v) return v.status + ':' + show('value' in v ? v.value : v.reason);
		if ('done' in v) return (v.done ? 'done:' : 'next:') + show(v.value);
		return 'object';
	}
	return String(v);
};
// L writes a line of the trace: the time since the start and some values.
const L = (...values) => { emit(now() - T0 + ' ' + values.map(show).join(' ')); };
const E = (n) => new Error('e' + n);
// A deferred settles from elsewhere.
const deferred = () => { const d = {}; d.promise = new Promise((resolve, reject) => { d.resolve = resolve; d.reject = reject; }); return d; };
// A program that uses files has a folder of its own, the same in both. Synchronous operations
// have another one inside it.
const files = () => {
	const fs = require('fs');
	fs.rmSync(DIR, { recursive: true, force: true });
	for (const dir of [DIR, DIR + '/own']) {
		fs.mkdirSync(dir + '/folder/inner', { recursive: true });
		fs.writeFileSync(dir + '/text', 'some text');
		fs.writeFileSync(dir + '/empty', '');
		fs.writeFileSync(dir + '/folder/inner/deep', 'deep');
		fs.symlinkSync('folder', dir + '/link');
	}
	return fs;
};
// What an operation on files gives: nothing that depends on the machine.
const brief = (v) => {
	if (v instanceof Uint8Array) return v.length + ' bytes';
	if (v && typeof v.isFile === 'function') return v.isFile() ? 'file ' + v.size : 'folder';
	if (typeof v === 'string') return v.split('/').pop();
	return v;
};
// What could go on for ever has a budget, the same in both.
const budget = () => ++again <= 12;
let thrown = 0;
const throwing = (n) => { L(n, 'throws'); return ++thrown <= 40; };
const refresh = (h) => { if (h && h.refresh && budget()) h.refresh(); };
const dispatch = (t, e) => { if (t && budget()) L(t.dispatchEvent(e)); };
