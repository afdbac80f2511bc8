// Methods of regular expressions on objects for which the engine's own panic.
const out = [];
const run = (name, f) => {
	let result;
	try { result = JSON.stringify(f()) } catch (e) { result = e.name }
	out.push(name + ': ' + result);
};
const none = { constructor: { [Symbol.species]: function () { return {} } } };
for (const [n, rx] of Object.entries({ prototype: () => Object.create(RegExp.prototype), object: () => ({ flags: '' }), global: () => ({ flags: 'g', exec: undefined }), null: () => ({ flags: '', exec: null }), number: () => ({ flags: '', exec: 1 }), species: () => none,
	exec: () => ({ flags: '', exec: () => null }), real: () => /b/g, sets: () => /[b--c]/v }))
	for (const m of ['replace', 'split', 'match', 'search', 'matchAll']) run(m + ' ' + n, () => { const v = RegExp.prototype[Symbol[m]].call(rx(), 'abc', m === 'split' ? undefined : 'x'); return m === 'matchAll' ? [...v].length : v });
for (const m of ['replace', 'split', 'match', 'search', 'matchAll']) { const f = RegExp.prototype[Symbol[m]]; out.push([f.name, f.length].join()) }
console.log(out.join('\n'));
