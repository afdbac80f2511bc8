/*
 * What the loop runs: its turns.
 * Included by waiting.pml. The variables are Loop's.
 */

/* In one step: function f of submitter p runs. */
inline call() {
	MUST(done[p] == f, out_of_order);
	MUST(!closed_the_loop, a_callback_runs_after_the_end);
	done[p]++;
	ran++;
#ifdef JOB
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

/* Takes the oldest submitted function and runs it. least is how many priority functions must
 * have run before. */
inline take(least) {
	atomic {
		submitted ? p, f, before;
		MUST(items == 0, a_batch_is_divided);
#if defined(ASKS) && defined(SPINS)
		MUST(ran_prio >= before, a_priority_function_is_overtaken);
#else
		MUST(ran_prio >= least, a_priority_function_is_overtaken);
#endif
#ifdef WITNESS_OVERTAKEN
		NEVER(ran_prio < before, witness_overtaken);
#endif
		before = 0;
#ifdef BATCHES
		if
		:: f == 0 && p < BATCHES -> items = p + 1; unused++ /* its entry */
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
		p = items - 1;
		f = done[p];
		call();
#ifdef JOB
		if
		:: p == WORKER ->
			has_late = false;
			items = 0;
#ifdef WITNESS_LATE_RESULT
			NEVER(true, witness_late_result)
#endif
		:: else -> items = (done[p] == ITEMS -> 0 : items)
		fi
#else
		items = (done[p] == ITEMS -> 0 : items)
#endif
	};
	callback()
}

#ifdef DRAINS
/* runOnDrain: the next function of OnDrain. */
inline run_on_drain() {
	atomic {
		MUST(len(submitted) + prio + items == 0, an_on_drain_comes_too_soon);
		spun = false;
		drains--
	}
}
#endif

/* catchUp: every so many turns, here every other one. */
inline catch_up() {
#if defined(STREAM) && !defined(NEVER_CATCHES_UP)
	turns = 1 - turns;
	if
	:: turns == 0 -> poll_kernel()
	:: else
	fi
#else
	skip
#endif
}

/* A loop that does not park polls the kernel itself. */
inline poll_kernel() {
#if defined(DESCRIPTOR) && !defined(NEVER_POLLS_KERNEL)
	if
	:: atomic { UNPOLLED -> buffered = true }
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
	:: (ready || buffered || may_have_more) && stop == RUNNING ->
		if
		:: armed_watcher && ready -> atomic { ready = false; armed_watcher = false }
		:: else
		fi;
		poll_kernel_in_turn();
		atomic { may_have_more = buffered; more = buffered; buffered = false };
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

inline poll_kernel_in_turn() {
	if
	:: atomic { UNPOLLED -> buffered = true }
	:: else
	fi
}

/* A turn up to the submitted functions. least is what its snapshot of the priority queue promises. */
inline begin_turn() {
#ifdef SPINS
	MUST(len(submitted) > 0 || prio > 0 || items > 0 || DUE || DESCRIPTOR_READY || stop != RUNNING || UNUSED || withdrawn, a_turn_for_nothing);
#endif
	catch_up();
	fire_due();
	atomic { remaining = prio; least = ran_prio + prio };
	do
	:: remaining > 0 && stop != STOPPING ->
		atomic {
			MUST(!closed_the_loop, a_callback_runs_after_the_end);
			remaining--;
			prio--;
			ran_prio++;
			ran++
		};
		callback()
	:: else -> break
	od;
	collect_events();
	atomic {
		remaining = (len(submitted) < BUDGET -> len(submitted) : BUDGET);
		unused = BUDGET - remaining
	}
}

#ifdef RUNS_AFTER_THE_END
#define MAY_RUN true
#else
#define MAY_RUN (stop != STOPPING)
#endif

#ifdef FUNCTIONS_BEFORE_ITEMS
#define NO_ITEMS true
#else
#define NO_ITEMS (items == 0)
#endif

/* runSubmitted: the snapshot, and items as far as the budget goes. */
inline run_submitted() {
	do
	:: MAY_RUN && items > 0 && unused + remaining > 0 ->
		atomic {
			remaining = remaining - (unused == 0);
			unused = unused - (unused > 0)
		};
		run_item()
#ifdef RUNS_WHAT_COMES_MEANWHILE
	:: MAY_RUN && items == 0 && len(submitted) > 0 -> take(least)
#else
	:: MAY_RUN && NO_ITEMS && remaining > 0 -> remaining--; take(least)
#endif
	:: else -> break
	od;
#ifdef WITNESS_BATCH_LEFT
	NEVER(items > 0, witness_batch_left);
#endif
	atomic { remaining = 0; unused = 0; least = 0 }
}
