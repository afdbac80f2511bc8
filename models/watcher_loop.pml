/*
 * The loop's side of the watcher: the phase of descriptors in a turn, what next,
 * falling asleep, the end. Included by watcher.pml.
 */

/* Only a loop that is in charge arms the watcher. */
inline arm() {
	atomic {
		MUST(!armed && !watches, the_watcher_is_armed_twice);
		if
		:: !started -> started = true; watchers++; run Watcher()
		:: else
		fi;
		watching = true;
		watches = true;
		armed = true
	}
}

/* The loop is in charge, if the watcher has found something. */
inline relieve() {
	if
	:: watching && ready ->
#ifndef RELIEVES_WITHOUT_CLEARING
		ready = false;
#endif
#ifndef CLEARS_WITHOUT_RELIEVING
		watching = false
#else
		skip
#endif
	:: else
	fi
}

/* Asks the kernel, unless there is something already. Under the lock. */
inline look() {
	if
	:: stashed == 0 ->
		collect();
#ifdef WITNESS_MISSED
		NEVER(taken == 0 && READABLE && misses > 0, witness_missed);
#endif
		stashed = taken
	:: else
	fi
}

/* In one step: what an event carries leads to a registration, or to none. */
inline attribute(f) {
	if
	:: event[f] != 0 && table[f] == event[f] && KIND_OF(f) == LEVEL -> remains = true
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
#ifdef COLLECTS_WITHOUT_LOCK
	relieve();
	look();
	atomic {
#else
	atomic { !mu -> mu = true; relieve() };
	atomic {
		look();
		mu = false; /* nobody sees the rest */
#endif
		remains = (stashed == BATCH);
		stashed = 0;
		attribute(0);
		attribute(1)
	}
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
		f = 0;
		who = 0
	od;
	taken = 0
}

/* The second look, after Prepare. Sets found. */
inline look_again() {
	found = stop != RUNNING || UNUSED;
#ifndef RECHECK_SKIPS_THE_POLLER
	found = found || (!in_bed && poller && !watching);
#endif
#ifndef RECHECK_SKIPS_READY
	found = found || EVENTFUL;
#endif
	found = found || tasks > 0
}

#define ARRIVED (tasks > 0 || stop != RUNNING || UNUSED || EVENTFUL)

/* Where to sleep: in bed while events come; how many may come from elsewhere before the
 * watcher is armed is left open. */
inline choose_bed() {
	in_bed = false;
	if
	:: poller && stop == RUNNING && !watching ->
		if
		:: true -> in_bed = true
		:: true -> arm()
		fi
#ifdef BED_WHILE_WATCHED
	:: poller && stop == RUNNING && watching -> in_bed = true
#endif
#ifdef ARMS_AT_EACH_REST
	:: poller && stop == RUNNING && watching -> arm()
#endif
	:: else
	fi
}

/* Sleep: one Read on the instance. The caller's label end_in_bed is where the loop may
 * stay. told is whether it was roused. */
inline begin_sleep() {
	atomic {
		MUST(!reading, two_in_the_poller);
		sleeping = true;
		told = roused
	};
	if
	:: !told ->
#ifdef WITNESS_EDGE_FORGOTTEN
		NEVER(woken, witness_edge_forgotten);
#endif
		woken = false /* the prepare */
	:: else
	fi
}

inline look_in_bed() {
#ifdef BED_SKIPS_LOOK
	skip
#else
	atomic { !mu -> look() }
#endif
}

inline rest() {
#ifdef SPINS
	found = false;
#ifdef SPIN_NEVER_LOOKS
end_spinning:	ARRIVED
#else
end_spinning:	ARRIVED || poller && READABLE;
	if
	:: !(ARRIVED) -> look_in_bed()
	:: else
	fi
#endif
#else
	choose_bed();
	if
	:: in_bed -> prepare_in()
	:: else -> prepare()
	fi;
	look_again();
	if
	:: !found && !in_bed ->
end_parked:	wait()
	:: !found && in_bed ->
		begin_sleep();
		do
		:: told || stashed > 0 -> break
		:: else ->
			look_in_bed();
			if
			:: stashed == 0 ->
end_in_bed:			if
				:: atomic { woken -> woken = false }
				:: roused -> told = true
				fi
#ifdef BED_SKIPS_LOOK
				;
				if
				:: !told -> atomic { !mu -> look() }
				:: else
				fi
#endif
			:: else
			fi
		od;
		sleeping = false;
		if
		:: told ->
#ifdef DEADLINE_NOT_TAKEN_BACK
			drowsy = false
#else
			atomic { roused = false; drowsy = false }
#endif
		:: else -> leave()
		fi;
		told = false
	:: found && in_bed -> leave()
	:: else -> cancel()
	fi;
	found = false;
	in_bed = false
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
		atomic {
			!mu ->
			if
			:: open == 0 && tasks == 0 -> sealed = true; refusing = true; left_by_itself = true
			:: else
			fi
		};
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
	atomic {
#ifndef END_WITHOUT_LOCK
		!mu;
#endif
		poller = false;
		event[0] = 0;
		event[1] = 0;
		stashed = 0;
		remains = false;
		MUST(!left_by_itself || open == 0, an_accepted_registration_is_left)
	};
#ifdef CLOSES_THE_NUMBER
	gone = true;
#else
#ifndef END_LEAVES_THE_DISARMED
	dismissed = true;
#endif
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
	bool remains, found, more, zero, in_bed;
	do
	:: /* a turn */
		atomic { called[0] = false; called[1] = false };
#ifdef COLLECTS_UNTIL_EMPTY
		do
		:: (EVENTFUL || poller && remains) && stop == RUNNING -> descriptors()
		:: else -> break
		od;
#else
		if
		:: (EVENTFUL || poller && remains) && stop == RUNNING -> descriptors()
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
		more = more || (told == RUNNING && (EVENTFUL || remains));
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
