/*
 * The loop's side of the watcher: the phase of descriptors in a turn, what next,
 * falling asleep, the end. Included by watcher.pml.
 */

/* In one step: what an event carries leads to a registration, or to none. */
inline attribute(f) {
	if
#ifndef LEVEL_NOT_LOOKED_FOR_AGAIN
	:: event[f] != 0 && table[f] == event[f] && KIND_OF(f) == LEVEL -> again = true
#endif
	:: else
	fi;
#ifdef WITNESS_ORPHAN
	NEVER(event[f] != 0 && table[f] != 0 && table[f] != event[f], witness_orphan);
#endif
	if
#ifdef GENERATION_NOT_CHECKED
	:: event[f] != 0 && table[f] != 0 -> MUST(table[f] == event[f], an_event_reaches_a_later_owner)
#endif
	:: event[f] != 0 && table[f] != event[f] -> event[f] = 0
	:: else
	fi
}

/* Takes what is ready, under the lock. */
inline collect_events() {
#ifndef COLLECTS_WITHOUT_LOCK
	lock(mu);
#endif
#if !defined(NEVER_CLEARS) && !defined(CLEARS_AFTER_COLLECTING)
	ready = false;
#endif
	collect();
#ifdef WITNESS_READY_WHILE_COLLECTING
	NEVER(ready && taken == 0, witness_ready_while_collecting);
#endif
#ifdef WITNESS_MISSED
	NEVER(taken == 0 && READABLE && misses > 0, witness_missed);
#endif
#ifdef CLEARS_AFTER_COLLECTING
	ready = false;
#endif
	atomic {
#ifndef FULL_NOT_LOOKED_FOR_AGAIN
		again = (taken == BATCH);
#endif
		attribute(0);
		attribute(1)
	};
	if
	:: again -> again = false; ready = true
	:: else
	fi;
#ifndef COLLECTS_WITHOUT_LOCK
	mu = false
#else
	skip
#endif
}

/* One of those that were found: f is its number, who its generation, 0 when nobody
 * is called. What a callback may do is the user's. */
inline find() {
	atomic {
		if
		:: event[0] != 0 -> f = 0
		:: event[1] != 0 -> f = 1
		fi;
#if defined(LOOKED_UP_BY_NUMBER)
		who = table[f];
#elif defined(CLOSED_NOT_CHECKED)
		who = event[f];
#else
		who = (table[f] == event[f] -> event[f] : 0);
#endif
#ifdef WITNESS_EVENT_SKIPPED
		NEVER(who == 0, witness_event_skipped);
#endif
#ifdef WITNESS_LATER_OWNER
		NEVER(who == 0 && table[f] != 0, witness_later_owner);
#endif
		if
		:: who != 0 ->
			MUST(who == event[f], an_event_reaches_a_later_owner);
			MUST(who != closed[f], a_callback_runs_after_close);
			MUST(!closed_the_loop, a_callback_runs_after_the_end);
			MUST(!called[f], two_callbacks_in_a_turn);
			called[f] = true
		:: else
		fi;
		event[f] = 0
	}
}

inline callback() {
#ifdef STAYS_READY
	if
	:: stop == RUNNING && !UNUSED ->
progress_called: skip /* the user keeps it busy */
	:: else
	fi;
#else
	if
#ifdef LEAVES
	:: atomic { KIND_OF(f) == LEVEL && leaves < LEAVES -> leaves++ }
#endif
	:: atomic { true -> read_all(f) }
	fi;
#endif
	if
	:: KIND_OF(f) == ONE_SHOT -> modify(f, who)
	:: else
	fi;
#ifdef CALLBACK_CLOSES
	if
	:: atomic { table[1 - f] != 0 && closed[1 - f] == 0 -> f = 1 - f; mine = table[f] };
		close_registration(f, mine);
		closed[f] = mine;
		zero = false; /* a Notify would find the loop awake */
#ifdef CALLBACK_REOPENS
		unread[f] = false;
		lock(mu);
		enter(f);
		mu = false;
#endif
		mine = 0
	:: true
	fi;
#endif
#ifdef CALLBACK_ENDS
	if
	:: end(STOPPING); closed_the_loop = true /* a Notify would find the loop awake */
	:: true
	fi;
#endif
	skip
}

/* Collects once and calls back. */
inline descriptors() {
	collect_events();
	do
	:: event[0] + event[1] == 0 -> break
#ifndef RUNS_ON_AFTER_THE_END
	:: event[0] + event[1] != 0 && stop != RUNNING -> break
	:: event[0] + event[1] != 0 && stop == RUNNING ->
#else
	:: else ->
#endif
		find();
		if
		:: who != 0 -> callback()
		:: else
		fi;
#ifdef PANIC_DROPS_THE_REST
		if
		:: atomic { true -> event[0] = 0; event[1] = 0 }
		:: true
		fi;
#endif
		atomic { f = 0; who = 0 }
	od;
	taken = 0
}

/* The second look, after Prepare. Sets found. */
inline look_again() {
	found = stop != RUNNING || UNUSED;
#ifndef RECHECK_SKIPS_READY
	found = found || EVENTFUL;
#endif
	found = found || tasks > 0
}

#ifdef SPIN_SKIPS_READY
#define ARRIVED (tasks > 0 || stop != RUNNING || UNUSED)
#else
#define ARRIVED (tasks > 0 || stop != RUNNING || UNUSED || EVENTFUL)
#endif

inline rest() {
#ifdef SPINS
	found = false;
end_spinning:	ARRIVED
#else
	prepare();
	look_again();
	if
	:: !found ->
end_parked:	wait()
	:: else -> cancel()
	fi;
	found = false
#endif
}

/* Auto-exit: no registration is open and the lane empty at one instant. */
inline exit() {
#ifdef AUTO_EXIT
	if
	:: open == 0 ->
#ifdef EXIT_WITHOUT_TABLE_LOCK
		if
		:: atomic { tasks == 0 -> sealed = true; left_by_itself = true }
		:: else
		fi;
#else
		lock(mu);
		if
		:: atomic { open == 0 && tasks == 0 -> sealed = true; refusing = true; left_by_itself = true }
		:: else
		fi;
		mu = false;
#endif
		if
		:: left_by_itself -> atomic { stop = (stop == RUNNING -> DRAINING : stop) }
		:: else
		fi
	:: else
	fi
#else
	skip
#endif
}

/* Nothing is registered or collected any more. The instance is closed, and nobody
 * is in it when the loop has ended. */
inline terminate() {
#ifndef END_WITHOUT_LOCK
	lock(mu);
#endif
	atomic {
		poller = false;
		event[0] = 0;
		event[1] = 0;
		MUST(!left_by_itself || open == 0, an_accepted_registration_is_left)
	};
#ifndef END_WITHOUT_LOCK
	mu = false;
#endif
#ifdef CLOSES_THE_NUMBER
	gone = true;
#else
	evicted = true; /* os.File.Close: parks end, and it waits for the reference of Read */
	atomic { !reading -> gone = true };
#endif
#ifndef END_DOES_NOT_WAIT
	watchers == 0;
#endif
	atomic { MUST(watchers == 0, the_watcher_outlives_the_loop); ended = true }
}

proctype Loop() {
	byte f, who, mine, told, taken;
	bool again, found, more, zero;
	do
	:: /* a turn */
		atomic { called[0] = false; called[1] = false };
#ifdef COLLECTS_UNTIL_EMPTY
		do
		:: EVENTFUL && stop == RUNNING -> descriptors()
		:: else -> break
		od;
#else
		if
		:: EVENTFUL && stop == RUNNING -> descriptors()
		:: else
		fi;
#endif
		if
		:: atomic { stop != STOPPING && tasks > 0 -> tasks-- }
		:: else
		fi;
		/* and what next? */
		told = stop;
		more = tasks > 0;
#ifdef READY_HOLDS_THE_END
		more = more || EVENTFUL;
#endif
#ifdef READY_HOLDS_AUTO_EXIT
		more = more || (told == RUNNING && EVENTFUL);
#endif
		if
		:: told == STOPPING -> break
		:: told != STOPPING && more
		:: told == DRAINING && !more -> break
		:: told == RUNNING && !more ->
			exit();
			if
			:: stop == RUNNING && !EVENTFUL -> rest()
			:: else
			fi
		fi
	od;
	terminate()
}
