/*
 * The loop's side of the watcher: the phase of descriptors in a turn, what next,
 * parking, the end. Included by watcher.pml.
 *
 * In Go: turn.go (runTurns, runDescriptors), idle.go (nextAction, park),
 * internal/poll/parker.go, finish.go.
 */

/* Only a loop that polls itself arms the watcher. */
inline arm() {
	atomic {
		MUST(!arming && !watches, the_watcher_is_armed_twice);
		if
		:: !started -> started = true; watchers++; run Watcher()
		:: else
		fi;
		armed = true;
		watches = true;
		arming = true
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
	od
}

/* The second check, after Prepare. Sets found. */
inline check_again() {
	found = tasks > 0;
	found = found || stop != RUNNING || UNUSED;
#ifndef RECHECK_SKIPS_READY
	found = found || DESCRIPTOR_READY;
#endif
#ifndef RECHECK_SKIPS_THE_POLLER
	found = found || (!on_parker && poller && !armed);
#endif
	skip
}

#define HAS_WORK (tasks > 0 || stop != RUNNING || UNUSED || DESCRIPTOR_READY)

#if defined(OUTLIVES) && !defined(ARMS_BESIDE_AN_ORPHAN)
#define MAY_ARM !orphaned
#else
#define MAY_ARM true
#endif

/* Where to park: on the poller while events come. How many notifiers it takes until the
 * watcher is armed is left open; beside an orphan it would find something at once, each
 * time. */
inline choose_parker() {
	on_parker = false;
	if
	:: poller && stop == RUNNING && !armed ->
		if
		:: true -> on_parker = true
		:: MAY_ARM -> arm()
		fi
#ifdef PARKS_BESIDE_THE_WATCHER
	:: poller && stop == RUNNING && armed -> on_parker = true
#endif
#ifdef ARMS_AT_EACH_PARK
	:: poller && stop == RUNNING && armed -> arm()
#endif
	:: else
	fi
}

/* Park: one Read on the instance. The caller's label end_on_parker is where the loop may
 * stay. told is whether Unpark was called. */
inline begin_park() {
	atomic {
		MUST(!reading, two_in_the_poller);
		parked_in_poller = true;
		told = unpark_sent
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

inline poll_in_park() {
#ifdef PARK_SKIPS_POLL
	skip
#else
	atomic { !mu -> poll() }
#endif
}

inline park_loop() {
#ifdef SPINS
	found = false;
#ifdef SPIN_NEVER_POLLS
end_spinning:	HAS_WORK
#else
end_spinning:	HAS_WORK || poller && READABLE;
	if
	:: !(HAS_WORK) -> poll_in_park()
	:: else
	fi
#endif
#else
	choose_parker();
	if
	:: on_parker -> prepare_on()
	:: else -> prepare()
	fi;
	check_again();
	if
	:: !found && !on_parker ->
end_parked:	wait()
	:: !found && on_parker ->
		begin_park();
		do
		:: told || buffered > 0 -> break
		:: else ->
			poll_in_park();
			if
			:: buffered == 0 ->
end_on_parker:			if
				:: atomic { woken -> woken = false }
				:: unpark_sent -> told = true
				fi
#ifdef PARK_SKIPS_POLL
				;
				if
				:: !told -> atomic { !mu -> poll() }
				:: else
				fi
#endif
			:: else
			fi
		od;
		parked_in_poller = false;
		if
		:: told ->
#ifdef DEADLINE_NOT_TAKEN_BACK
			announced = false
#else
			atomic { unpark_sent = false; announced = false }
#endif
		:: else -> cancel_on_parker()
		fi;
		told = false
	:: found && on_parker -> cancel_on_parker()
	:: else -> cancel()
	fi;
	found = false;
	on_parker = false
#endif
}

/* Auto-exit: no registration is open and the queue empty at one instant. */
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
		buffered = 0;
		may_have_more = false;
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
	bool may_have_more, found, more, zero, on_parker, filled;
#ifdef OUTLIVES
	bool orphaned; /* the last poll met an event without an entry */
	bool found_before; /* the last collection has found the number 0 */
	byte met;
#endif
	do
	:: /* a turn */
		atomic { called[0] = false; called[1] = false };
#ifdef COLLECTS_UNTIL_EMPTY
		do
		:: (DESCRIPTOR_READY || poller && may_have_more) && stop == RUNNING -> descriptors()
		:: else -> break
		od;
#else
		if
		:: (DESCRIPTOR_READY || poller && may_have_more) && stop == RUNNING -> descriptors()
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
		more = more || DESCRIPTOR_READY;
#endif
#ifdef READY_HOLDS_AUTO_EXIT
		more = more || (told == RUNNING && (DESCRIPTOR_READY || may_have_more));
#endif
		if
		:: told == STOPPING -> break
		:: told != STOPPING && more
		:: told == DRAINING && !more -> break
		:: told == RUNNING && !more ->
			exit();
			if
			:: stop == RUNNING && !DESCRIPTOR_READY -> park_loop()
			:: else
			fi
		fi
	od;
	terminate()
}
