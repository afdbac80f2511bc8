// Runs programs that come in on standard input, one JSON line each, and answers
// each with a line: its trace and its exit code. Reading and writing are
// synchronous, so they are no part of the event loop that the programs see.
//
// A program has ended when Node says beforeExit and its listeners made no new
// work. The next one begins in an immediate, where the loop is as it is when a
// main script begins: what was set before is over, and of the next turn, timers
// come first. A program that is marked "alone" is not interrupted there: it is
// the process's last one. Its trace is written line by line, since whatever it
// does at its end may be the last thing, and its exit code is that of the process.
'use strict';
const fs = require('fs');
const prelude = process.env.PRELUDE;
const cell = new Int32Array(new SharedArrayBuffer(4));
const burn = (ms) => { Atomics.wait(cell, 0, 0, ms); };
const now = () => performance.now();

let input = Buffer.alloc(0);
const readLine = () => {
	const chunk = Buffer.alloc(1 << 16);
	for (;;) {
		const end = input.indexOf(10);
		if (end >= 0) {
			const line = input.subarray(0, end).toString();
			input = input.subarray(end + 1);
			return line;
		}
		const n = fs.readSync(0, chunk, 0, chunk.length, null);
		if (n === 0) return '';
		input = Buffer.concat([input, chunk.subarray(0, n)]);
	}
};
const write = (text) => { for (let data = Buffer.from(text); data.length > 0;) data = data.subarray(fs.writeSync(1, data)); };

let program = null;
let trace = [];
let over = false; // the program has ended
let ended = false; // the process is at its end, and the answer written
const answer = (code, last) => { write(JSON.stringify({ trace, code, last }) + '\n'); ended = last; };

const emit = process.emit;
process.emit = function (event, ...args) {
	const result = emit.call(process, event, ...args);
	if (event === 'exit' && program && !program.alone && !ended) answer(process.exitCode ?? args[0], true);
	if (event === 'beforeExit' && program && !program.alone && !over && quiet()) {
		over = true;
		answer(process.exitCode ?? 0, false);
		clear();
		// A list of timers can outlive its timers. Time costs nothing on this clock.
		setTimeout(() => setImmediate(next), 100_000);
	}
	return result;
};
const reallyExit = process.reallyExit;
const quiet = () => !process.getActiveResourcesInfo().some((r) => r === 'Timeout' || r === 'Immediate' || r.startsWith('FSReq'));

// clear takes away what a program has left: its handles that nothing waits for,
// its listeners.
let handles = [];
const events = ['uncaughtException', 'uncaughtExceptionMonitor', 'unhandledRejection', 'rejectionHandled', 'beforeExit', 'exit', 'warning'];
const inherited = events.flatMap((e) => process.rawListeners(e).map((l) => [e, l]));
const clear = () => {
	// One of the wrong kind would spoil Node's counts.
	for (const h of handles) h.constructor.name === 'Immediate' ? clearImmediate(h) : clearTimeout(h);
	for (const e of events) process.removeAllListeners(e);
	for (const [e, l] of inherited) process.on(e, l);
	process.setUncaughtExceptionCaptureCallback(null);
	process.exitCode = undefined;
};

// A program of more lines than 5000 is a mistake of the generator.
const next = () => {
	const line = readLine();
	if (line === '') reallyExit.call(process, 0);
	program = JSON.parse(line);
	// Each begins at a full millisecond: on the cached clock it matters what part of one
	// has passed.
	if (now() % 1 > 0) burn(1 - now() % 1);
	const lines = trace = [];
	const { alone } = program;
	const log = (text) => {
		if (!ended && lines.push(text) > 5000) reallyExit.call(process, 99);
		if (alone) write(JSON.stringify({ line: text }) + '\n');
	};
	over = false;
	handles = [];
	const keep = (array) => new Proxy(array, { set(to, key, handle) { handles.push(handle); to[key] = handle; return true; } });
	new Function('emit', 'burn', 'now', 'require', 'keep', 'DIR', prelude + program.source)(log, burn, now, require, keep, process.env.FILES);
};
setImmediate(next);
