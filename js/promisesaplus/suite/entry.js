// A small describe/it for the tests of promises-aplus-tests. Tests run in order, one at a time,
// each in its own immediate, and are reported with their full name. The suite uses nothing else of
// mocha.
const tests = [];
let path = [];
let setups = [];
let cleanups = [];

function describe(name, body) {
	const outer = [path, setups, cleanups];
	path = [...path, name];
	setups = [...setups];
	cleanups = [...cleanups];
	body();
	[path, setups, cleanups] = outer;
}

function it(name, body) {
	tests.push({ name: [...path, name].join(' / '), setups, cleanups, body });
}

globalThis.describe = globalThis.context = describe;
globalThis.it = globalThis.specify = it;
globalThis.beforeEach = (setup) => { setups.push(setup); };
globalThis.afterEach = (cleanup) => { cleanups.push(cleanup); };

// run calls report(name, problem) for every test, with an empty problem if it has passed, and then
// calls done.
function run(report, done) {
	let at = 0;
	const next = () => {
		if (at === tests.length) return done();
		const { name, setups, cleanups, body } = tests[at++];
		let over = false;
		const finish = (error) => {
			if (over) return;
			over = true;
			clearTimeout(limit);
			process.removeListener('uncaughtException', finish);
			for (const cleanup of cleanups) cleanup();
			report(name, error ? String(error.stack || error) : '');
			setImmediate(next);
		};
		const limit = setTimeout(() => finish(new Error('done was not called within 200 ms')), 200);
		process.on('uncaughtException', finish);
		try {
			for (const setup of setups) setup();
			body(finish);
			if (body.length === 0) finish();
		} catch (error) {
			finish(error || new Error('threw ' + error));
		}
	};
	setImmediate(next);
}

// The adapter comes from the program that runs the suite. It may omit functions that follow from
// deferred.
globalThis.runSuite = (adapter, report, done) => {
	globalThis.adapter = {
		resolved: (value) => { const d = adapter.deferred(); d.resolve(value); return d.promise; },
		rejected: (reason) => { const d = adapter.deferred(); d.reject(reason); return d.promise; },
		...adapter,
	};
	require('promises-aplus-tests/lib/testFiles');
	run(report, done);
};
