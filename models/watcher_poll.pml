/*
 * What the loop takes from the kernel, and which registration it belongs to. Included by
 * watcher.pml. The variables are Loop's.
 *
 * An event without a registration is an orphan's: it is no work. A loop that woke for one
 * that is level-triggered would find it again at its next park.
 *
 * In Go: internal/poll/poll.go (Poll, owner, Collect, verified) and takeOver in watcher.go.
 */

/* Whose is an event that carries g? Under the lock. */
#if defined(GENERATION_NOT_CHECKED)
#define OWNED(f, g) (table[f] != 0)
#elif defined(OUTLIVES)
#define OWNED(f, g) (table[f] == g && !(f == 0 && detached))
#else
#define OWNED(f, g) (table[f] == g)
#endif

/* The loop takes over, if the watcher has found something. */
inline take_over() {
	if
	:: armed && ready ->
#ifndef TAKES_OVER_WITHOUT_CLEARING
		ready = false;
#endif
#ifndef CLEARS_WITHOUT_TAKING_OVER
		armed = false
#else
		skip
#endif
	:: else
	fi
}

/* In one step: an event that leads to no registration is dropped. */
inline drop_unowned(f) {
	if
	:: event[f] != 0 && !OWNED(f, event[f]) -> event[f] = 0
	:: else
	fi
}

/* In one step: the buffer keeps events of registrations only. */
inline sort_out() {
	drop_unowned(0);
	drop_unowned(1);
#ifdef OUTLIVES
#ifdef WITNESS_BESIDE_AN_ORPHAN
	NEVER(met != 0 && !OWNED(0, met) && event[0] != 0, witness_beside_an_orphan);
#endif
	orphaned = (met != 0 && !OWNED(0, met));
	if
#ifndef ORPHANS_COUNTED
	:: met != 0 && !orphaned -> event[0] = met /* closed is the descriptor alone */
#else
	:: met != 0 && event[0] == 0 -> event[0] = met
#endif
	:: else
	fi;
	met = 0;
#ifdef ORPHAN_DROPS_THE_REST
	if
	:: orphaned -> event[0] = 0; event[1] = 0
	:: else
	fi;
#endif
#endif
	buffered = (event[0] != 0) + (event[1] != 0)
}

/* Polls the kernel, unless something is buffered. Under the lock. */
inline poll() {
	if
	:: buffered == 0 ->
		collect();
#ifdef WITNESS_MISSED
		NEVER(taken == 0 && READABLE && misses > 0, witness_missed);
#endif
		filled = (taken == BATCH);
		sort_out();
#if defined(OUTLIVES) && !defined(ORPHANS_FILL_THE_BUFFER)
		if
		:: filled && buffered == 0 -> /* the buffer grows beyond the number of orphans */
			filled = false;
			collect_all();
			sort_out()
		:: else
		fi;
#endif
		taken = 0
	:: else
	fi
}

/* In one step: what an event carries leads to a registration, or to none by now. */
inline attribute(f) {
#ifdef WITNESS_ORPHAN
	NEVER(event[f] != 0 && table[f] != 0 && table[f] != event[f], witness_orphan);
#endif
#ifdef GENERATION_NOT_CHECKED
	MUST(event[f] == 0 || table[f] == 0 || table[f] == event[f], an_event_reaches_a_later_owner);
#endif
	drop_unowned(f);
	may_have_more = may_have_more || event[f] != 0 && KIND_OF(f) == LEVEL
}

#ifdef OUTLIVES
/* In one step: the kernel is asked about a level-triggered registration that is found again
 * and again, here the second time. If its number stands for another file, or none, its events
 * are dropped from now on; if not, nothing changes, and the model does not count. */
inline verify() {
#ifndef NEVER_VERIFIES
	if
	:: KIND == LEVEL && event[0] != 0 && tag[0] != table[0] && found_before ->
		found_before = false;
		detached = true;
		event[0] = 0
	:: else -> found_before = (KIND == LEVEL && event[0] != 0 && tag[0] != table[0])
	fi
#else
	skip
#endif
}
#endif

/* Takes what is ready, under the lock. */
inline collect_events() {
#ifdef COLLECTS_WITHOUT_LOCK
	take_over();
	poll();
	atomic {
#else
	atomic { !mu -> mu = true; take_over() };
	atomic {
		poll();
		mu = false; /* nobody sees the rest */
#endif
		may_have_more = filled;
		filled = false;
		buffered = 0;
		attribute(0);
		attribute(1);
#ifdef OUTLIVES
		verify()
#endif
	}
}
