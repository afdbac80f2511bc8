/*
 * What the loop runs when it waits: a function that came alone, and ordinary turns.
 * Included by waiting.pml. The variables are Loop's.
 */

/* Where the loop goes on when it has run what it was to run. */
#define NEXT 0
#define PRESSING 1
#define WAITED 2

/* In one step: the how manieth of whose runs. */
inline call() {
	MUST(done[p] == f, out_of_order);
	MUST(!closed_the_loop && !late, a_callback_runs_after_the_end);
	done[p]++;
	ran++;
#ifdef ERRAND
	undelivered = (p == WORKER -> 0 : undelivered);
#endif
	skip
}

/* What a function may do. */
inline callback() {
#ifdef CALLBACK_ENDS
	if
	:: end(STOPPING); closed_the_loop = true
	:: true
	fi
#else
	skip
#endif
}

/* Takes the oldest submitted function and runs it. least is how many internal ones must
 * have run before. */
inline take(least) {
	atomic {
		submitted ? p, f, before;
		MUST(current == 0, a_batch_is_divided);
#if defined(ASKS) && defined(SPINS)
		MUST(ran_internal >= before, an_internal_function_is_overtaken);
#else
		MUST(ran_internal >= least, an_internal_function_is_overtaken);
#endif
#ifdef WITNESS_OVERTAKEN
		NEVER(ran_internal < before, witness_overtaken);
#endif
		before = 0;
#ifdef BATCHES
		if
		:: f == 0 && p < BATCHES -> current = p + 1; spare++ /* its carrier */
		:: else -> call()
		fi
#else
		call()
#endif
	};
	callback()
}

/* The next item of a batch, or the result that came too late. */
inline run_item() {
	atomic {
		p = current - 1;
		f = done[p];
		call();
#ifdef ERRAND
		if
		:: p == WORKER ->
			stranded = false;
			current = 0;
#ifdef WITNESS_LATE_RESULT
			NEVER(true, witness_late_result)
#endif
		:: else -> current = (done[p] == ITEMS -> 0 : current)
		fi
#else
		current = (done[p] == ITEMS -> 0 : current)
#endif
	};
	callback()
}

/* Every so many turns, here every other one, of whichever kind. */
inline restless() {
#if defined(STREAM) && !defined(NEVER_RESTLESS)
	turns = 1 - turns;
	if
	:: turns == 0 -> look_at_kernel()
	:: else
	fi
#else
	skip
#endif
}

/* turnOfOne up to what the function has left: something was seen in the lane of
 * submitted functions. Every internal one that was accepted before it must have run. */
inline turn_of_one() {
	spare = BUDGET - 1;
	take(before);
#ifdef PANICS
	if
	:: panics < PANICS -> panics++; then = NEXT
	:: restless()
	fi
#else
	restless()
#endif
}

/* A loop that does not sleep asks the kernel itself. */
inline look_at_kernel() {
#if defined(DESCRIPTOR) && !defined(NEVER_LOOKS_AT_KERNEL)
	if
	:: atomic { UNFOUND -> stashed = true }
	:: else
	fi
#else
	skip
#endif
}

/* The next turn's timers: those that are due and no later ones. */
inline fire_due() {
#ifdef TIMERS
	if
	:: DUE && stop == RUNNING -> atomic { ALIVE(- timers); timers = 0; next = false }
	:: else
	fi
#else
	skip
#endif
}

inline collect_events() {
#ifdef DESCRIPTOR
	if
	:: (ready || stashed || leftover) && stop == RUNNING ->
		if
		:: watching && ready -> atomic { ready = false; watching = false }
		:: else
		fi;
		look_at_kernel_in_turn();
		atomic { leftover = stashed; more = stashed; stashed = false };
		if
		:: more && stop == RUNNING -> unread = false
		:: else
		fi;
		more = false
	:: else
	fi
#else
	skip
#endif
}

inline look_at_kernel_in_turn() {
	if
	:: atomic { UNFOUND -> stashed = true }
	:: else
	fi
}

/* An ordinary turn up to the submitted functions. least is what its snapshot of the internal lane promises. */
inline begin_turn() {
#ifdef SPINS
	MUST(len(submitted) > 0 || internal > 0 || current > 0 || DUE || EVENTFUL || stop != RUNNING || UNUSED || withdrawn, a_turn_for_nothing);
#endif
	restless();
	fire_due();
	atomic { left = internal; least = ran_internal + internal };
	do
	:: left > 0 && stop != STOPPING ->
		atomic {
			MUST(!closed_the_loop, a_callback_runs_after_the_end);
			left--;
			internal--;
			ran_internal++;
			ran++
		};
		callback()
	:: else -> break
	od;
	collect_events();
	atomic {
		left = (len(submitted) < BUDGET -> len(submitted) : BUDGET);
		spare = BUDGET - left
	};
	then = NEXT
}

/* runSubmitted: the snapshot, and sequences as far as the budget goes. */
inline run_submitted() {
	do
	:: stop != STOPPING && current > 0 && spare + left > 0 ->
		atomic {
			left = left - (spare == 0);
			spare = spare - (spare > 0)
		};
		run_item()
#ifdef RUNS_WHAT_COMES_MEANWHILE
	:: stop != STOPPING && current == 0 && len(submitted) > 0 -> take(least)
#else
	:: stop != STOPPING && current == 0 && left > 0 -> left--; take(least)
#endif
	:: else -> break
	od;
#ifdef WITNESS_BATCH_LEFT
	NEVER(current > 0 && then != NEXT, witness_batch_left);
#endif
	atomic { left = 0; spare = 0; least = 0; late = false }
}
