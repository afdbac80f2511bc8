/*
 * The loop's side: nextAction, spin and park of idle.go. Included by waiting.pml.
 *
 * One statement is one check of something shared, or what the loop does with what is
 * its own.
 */

#ifdef CHECK_SKIPS_TIMERS
#define SEES_DUE false
#else
#define SEES_DUE DUE
#endif
#ifdef CHECK_SKIPS_EVENTS
#define SEES_EVENTS false
#else
#define SEES_EVENTS DESCRIPTOR_READY
#endif
#ifdef CHECK_SKIPS_ITEMS
#define SEES_ITEMS false
#else
#define SEES_ITEMS (items > 0)
#endif
#ifdef CHECK_SKIPS_THE_END
#define SEES_STOP false
#elif defined(STOP_SKIPS_LATE_RESULTS)
#define SEES_STOP (stop == STOPPING || (stop == DRAINING && undelivered == 0))
#elif defined(STOP_SKIPS_DRAIN)
#define SEES_STOP SHOULD_STOP_FOR_WORK
#else
#define SEES_STOP SHOULD_STOP
#endif
#ifdef CHECK_SKIPS_KEEP_ALIVE
#define SEES_UNUSED false
#else
#define SEES_UNUSED UNUSED
#endif
#if defined(DESCRIPTOR) && !defined(NEVER_POLLS_KERNEL)
#define SEES_UNPOLLED UNPOLLED
#else
#define SEES_UNPOLLED false
#endif
#ifdef CHECK_SKIPS_PRIORITY
#define SEES_PRIORITY false
#else
#define SEES_PRIORITY (prio > 0)
#endif
#define SEES (len(submitted) > 0 || SEES_PRIORITY || SEES_DUE || SEES_EVENTS || SEES_STOP || SEES_UNUSED || SEES_UNPOLLED)

/* hasQueued. Sets found. */
inline check_queued() {
	found = len(submitted) > 0;
	found = found || SEES_PRIORITY || SEES_ITEMS
}

/* hasWork. Sets found. */
inline check_work() {
	check_queued();
	found = found || SEES_DUE;
	found = found || SEES_EVENTS
}

/* The second check, after Prepare. Sets found. */
inline check_again() {
#ifdef SPIN_IS_THE_SECOND_CHECK
	found = false
#else
	found = len(submitted) > 0;
	found = found || prio > 0 || items > 0;
#ifdef RECHECK_SKIPS_DRAIN
	found = found || SHOULD_STOP_FOR_WORK;
#else
	found = found || SHOULD_STOP;
#endif
	found = found || UNUSED;
	found = found || fired;
	found = found || next != armed;
	found = found || DESCRIPTOR_READY;
#ifdef WITNESS_SECOND_CHECK_FINDS
	NEVER(found, witness_second_check_finds);
#endif
	skip
#endif
}

/* Where to park: how many notifiers it takes until the watcher is armed is left open. */
inline choose_parker() {
#ifdef DESCRIPTOR
	if
	:: stop == RUNNING && !armed_watcher ->
		if
		:: on_parker = true
		:: armed_watcher = true
		fi
	:: else
	fi
#else
	skip
#endif
}

/* Auto-exit, under the locks: one decision. */
inline exit() {
#ifdef HOLDERS
	if
	:: alive == 0 ->
		if
		:: atomic { stop == RUNNING && alive == 0 && len(submitted) + prio + items == 0 -> sealed = true; next = false };
			atomic { stop = (stop < DRAINING -> DRAINING : stop) };
			goto taking_a_turn
		:: else
		fi
	:: else
	fi
#else
	skip
#endif
}

proctype Loop() {
	byte p, f, before, items, remaining, unused, least, told;
	bit turns;
	bool found, more, spun, armed, on_parker;
	goto next_action;

taking_a_turn:
	atomic { found = false; spun = false };
	begin_turn();
	goto running;

running:
	run_submitted();
#ifdef EMPTY_TURN
	goto taking_a_turn;
#endif

next_action:
	told = stop;
	if
	:: told == STOPPING -> goto ending
#ifdef DRAINS_FIRST
	:: told == DRAINING && DRAIN_LEFT -> run_on_drain(); goto next_action
#endif
	:: else
	fi;
	check_queued();
	if
	:: found -> goto taking_a_turn
	:: else
	fi;
	if
	:: SEES_DUE -> goto taking_a_turn
	:: else
	fi;
#if defined(DRAINS) && !defined(ENDS_WITHOUT_DRAIN) && !defined(DRAINS_FIRST)
	if
	:: told == DRAINING && DRAIN_LEFT -> run_on_drain(); goto next_action
	:: else
	fi;
#endif
	if
	:: told == DRAINING && undelivered == 0 -> goto ending
#ifdef JOB
	:: told == DRAINING && undelivered > 0 && has_late -> items = WORKER + 1; goto taking_a_turn
#endif
	:: else
	fi;
	exit();
	if
	:: SEES_EVENTS -> goto taking_a_turn
	:: else
	fi;
	told = RUNNING;
#ifdef STRATEGY
	if
	:: spun -> goto parking
	:: else
	fi;
#ifdef ADAPTS
	if
	:: true -> goto parking /* mayPoll is false: it cannot win here */
	:: true
	fi;
#endif

	/* spin: the strategy polls, and may give up at any moment */
#ifndef SPINS
	if
	:: true -> goto strategy_returned
	:: true
	fi;
#endif
polling:
	found = len(submitted) > 0;
	found = found || SEES_PRIORITY;
	if
	:: found -> goto strategy_returned
	:: else
	fi;
	poll_kernel();
	check_work();
	found = found || SEES_STOP;
	found = found || SEES_UNUSED;
	if
	:: found -> goto strategy_returned
	:: else
	fi;
#ifdef CONTENTION_ENDS_A_SPIN
	if
	:: true -> goto strategy_returned
	:: true
	fi;
#endif
#ifdef SPINS
end_spinning:
	SEES;
	goto polling;
#else
	if
	:: true -> goto strategy_returned
	:: SEES -> goto polling
	fi;
#endif

strategy_returned:
	found = false;
#ifndef SPUN_IS_FORGOTTEN
	spun = true;
#endif
#ifdef PARKS_AFTER_EACH_SPIN
	goto parking;
#endif
	goto next_action;
#endif

parking:
	arm();
	choose_parker();
	if
#ifdef DESCRIPTOR
	:: on_parker -> prepare_on()
#endif
	:: else -> prepare()
	fi;
	check_again();
#ifdef SPINS
	MUST(found || withdrawn, a_spinning_loop_parks);
#endif
#ifdef WITNESS_SPINNING_PARKS
	NEVER(!found, witness_spinning_parks);
#endif
	if
	:: found && !on_parker -> cancel()
	:: !found && !on_parker ->
end_parked:	wait()
#ifdef DESCRIPTOR
	:: found && on_parker -> cancel_on_parker()
	:: !found && on_parker ->
end_on_parker:
		if
		:: unpark_sent -> atomic { unpark_sent = false; announced = false }
		:: UNPOLLED -> buffered = true; cancel_on_parker()
		fi
#endif
	fi;
	found = false;
	on_parker = false;
	goto taking_a_turn;

ending:
	atomic {
		discarded = discarded + prio + undelivered;
		prio = 0;
		undelivered = 0
	};
	do
	:: atomic { len(submitted) > 0 -> submitted ? p, f, before;
#ifdef BATCHES
			discarded = discarded + (p == WORKER -> 0 : (f == 0 && p < BATCHES -> ITEMS : 1))
#else
			discarded = discarded + (p == WORKER -> 0 : 1)
#endif
		}
	:: else -> break
	od;
	atomic {
		if
		:: items > 0 && items <= WORKER -> discarded = discarded + ITEMS - done[items - 1]
		:: else
		fi;
		ended = true
	}
}
