// A long chain of uncaught exceptions. The order of its nextTicks depends on V8's tasks.
process.on('uncaughtException', (e, origin) => { L('uncaught', e, origin); });
process.prependListener('uncaughtException', (e, origin) => {
	L(1, e, origin);
	process.nextTick((a) => {
		L(2, a);
		process.nextTick((a) => {
			L(3, a);
			G[0] = setImmediate((a) => {
				L(4, a);
				if (throwing(5)) throw E(0);
			}, 3);
		}, 5);
		L(6);
		if (throwing(7)) throw 'text';
	}, 5);
	process.prependListener('uncaughtException', (e, origin) => {
		L(8, e, origin);
		process.nextTick((a) => {
			L(9, a);
		}, 5);
	});
});
G[1] = setImmediate((a) => {
	L(10, a);
	L(11);
}, 3);
H[0] = setTimeout(() => {
	L(12);
	if (throwing(13)) throw null;
	process.once('uncaughtExceptionMonitor', (e, origin) => {
		L(14, e, origin);
	});
}, 5);
L('end of script');
