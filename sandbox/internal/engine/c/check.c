// What the checks call that ../checks adds to the loops of all functions that unchecked.txt does not
// name. Code of WebAssembly cannot be preempted: without these calls a long regular expression or
// sort would stop the host's garbage collector and all its timers.
#include "engine.h"

IMPORT("yield") extern int host_yield(void);

// check_slow asks the host. Its answers: 0, go on; 1, end the script at the next place where
// JavaScript can be interrupted; 2, end here.
__attribute__((noinline, used)) void check_slow(void) {
	int answer = host_yield();
	if (answer == 1) exchange.interrupted = 1;
	if (answer == 2) __builtin_trap();
}

// check_bytes counts what is copied or filled by one instruction. It returns n.
__attribute__((noinline, used)) uint32_t check_bytes(uint32_t n) {
	enum { BYTES = 1 << 20 };
	static uint32_t left = BYTES;
	if (n < left) {
		left -= n;
		return n;
	}
	left = BYTES;
	check_slow();
	return n;
}

// interrupt is called by the interpreter every thousand calls and backward jumps.
int interrupt(JSRuntime *runtime, void *opaque) {
	check_slow();
	return exchange.interrupted || exchange.exhausted;
}
