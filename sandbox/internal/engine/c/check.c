// The checks. The compiler calls __sanitizer_cov_trace_pc at each edge of the functions that
// unchecked.txt does not name. Code of WebAssembly cannot be preempted: without these calls a long
// regular expression or sort would stop the host's garbage collector and all its timers.
#include "engine.h"

IMPORT("yield") extern int host_yield(void);

enum { BUDGET = 100000 };

int budget = BUDGET;

// check_slow asks the host. Its answers: 0, go on; 1, end the script at the next place where
// JavaScript can be interrupted; 2, end here.
void check_slow(void) {
	budget = BUDGET;
	int answer = host_yield();
	if (answer == 1) exchange.interrupted = 1;
	if (answer == 2) __builtin_trap();
}

__attribute__((always_inline)) void __sanitizer_cov_trace_pc(void) {
	if (__builtin_expect(--budget < 0, 0)) check_slow();
}

// interrupt is called by the interpreter every ten thousand calls and backward jumps.
int interrupt(JSRuntime *runtime, void *opaque) {
	check_slow();
	return exchange.interrupted || exchange.exhausted;
}
