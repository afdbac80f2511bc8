/*
 * The loop's side of waiting: what it looks at, what a strategy does, the sleep, and
 * what comes next. Included by waiting.pml.
 *
 * One statement is one look at something shared, or what the loop does with what is
 * its own.
 */

#ifdef ARRIVED_SKIPS_THE_CLOCK
#define SEES_DUE false
#else
#define SEES_DUE DUE
#endif
#ifdef ARRIVED_SKIPS_EVENTS
#define SEES_EVENTS false
#else
#define SEES_EVENTS EVENTFUL
#endif
#ifdef ARRIVED_SKIPS_THE_REST
#define SEES_REST false
#else
#define SEES_REST (current > 0)
#endif
#ifdef LOOK_SKIPS_THE_END
#define SEES_OVER false
#elif defined(OVER_SKIPS_THE_STRANDED)
#define SEES_OVER (stop == STOPPING || (stop == DRAINING && undelivered == 0))
#else
#define SEES_OVER OVER
#endif
#ifdef LOOK_SKIPS_KEEP_ALIVE
#define SEES_UNUSED false
#else
#define SEES_UNUSED UNUSED
#endif
#if defined(DESCRIPTOR) && !defined(NEVER_LOOKS_AT_KERNEL)
#define SEES_UNFOUND UNFOUND
#else
#define SEES_UNFOUND false
#endif
#ifdef LOOK_SKIPS_INTERNAL
#define SEES_INTERNAL false
#else
#define SEES_INTERNAL (internal > 0)
#endif
#define SEES (len(submitted) > 0 || SEES_INTERNAL || SEES_DUE || SEES_EVENTS || SEES_OVER || SEES_UNUSED || SEES_UNFOUND)

/* pending. Sets found. */
inline ask_pending() {
	found = len(submitted) > 0;
	found = found || SEES_INTERNAL || SEES_REST
}

/* arrived. Sets found. */
inline ask_arrived() {
	ask_pending();
	found = found || SEES_DUE;
	found = found || SEES_EVENTS
}

/* pressed. Sets found. */
inline ask_pressed() {
#ifdef PRESSED_LOOKS_AT_LANES_ALONE
	ask_pending();
#else
	ask_arrived();
#ifndef SPARES
#ifdef HOLDERS
	found = found || UNUSED; /* auto-exit */
#endif
	found = found || stop != RUNNING;
#endif
#endif
#ifdef EMPTY_TURN
	found = true;
#endif
	skip
}

/* The second look, after Prepare. Sets found. */
inline look_again() {
#ifdef AWAIT_IS_THE_SECOND_LOOK
	found = false
#else
	found = OVER;
	found = found || rang;
	found = found || EVENTFUL;
	found = found || next != armed;
	found = found || UNUSED;
	found = found || len(submitted) > 0;
	found = found || internal > 0 || current > 0;
#ifdef WITNESS_SECOND_LOOK_FINDS
	NEVER(found, witness_second_look_finds);
#endif
	skip
#endif
}

/* Where to sleep: how many wake-ups by others it takes is left open. */
inline choose_bed() {
#ifdef DESCRIPTOR
	if
	:: stop == RUNNING && !watching ->
		if
		:: in_bed = true
		:: watching = true
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
		:: atomic { stop == RUNNING && alive == 0 && len(submitted) + internal + current == 0 -> sealed = true; next = false };
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
	byte p, f, before, current, left, spare, least, panics, told, then = NEXT;
	bit turns;
	bool found, more, last, ran_alone, armed, in_bed, late;
	goto what_next;

taking_a_turn:
	found = false;
	begin_turn();
	goto running;

#ifdef VIGILANT
alone:
	turn_of_one();
#ifdef PANIC_BEGINS_A_TURN
	if
	:: then == NEXT -> atomic { spare = 0; late = false }; goto taking_a_turn
	:: else
	fi;
#endif
#endif

running:
	run_submitted();
#ifdef VIGILANT
	if
	:: then == PRESSING -> then = NEXT; goto pressing
	:: then == WAITED -> then = NEXT; goto waited
	:: else
	fi;
#endif

what_next:
	told = stop;
	found = false;
	if
	:: told == STOPPING -> goto ending
	:: else
	fi;
	if
	:: len(submitted) > 0 || internal > 0 || current > 0 -> goto taking_a_turn
	:: else
	fi;
	if
	:: DUE -> goto taking_a_turn
	:: else
	fi;
	if
	:: told == DRAINING && undelivered == 0 -> goto ending
#ifdef ERRAND
	:: told == DRAINING && undelivered > 0 && stranded -> current = WORKER + 1; goto taking_a_turn
	:: told == DRAINING && undelivered > 0 && !stranded -> goto resting
#endif
	:: else
	fi;
	exit();
	if
	:: EVENTFUL -> goto taking_a_turn
	:: else
	fi;

resting:
	told = RUNNING;
#ifdef VIGILANT
	ran_alone = false;
#ifdef ADAPTS
	if
	:: true -> goto parking /* it cannot win here */
	:: true
	fi;
#endif
glancing: /* a function that came alone runs where it was seen */
#ifdef INTERNAL_ASKED_FIRST
	more = internal == 0;
#endif
	if
	:: atomic { len(submitted) > 0 -> late = (stop == STOPPING) };
#ifndef INTERNAL_ASKED_FIRST
		more = internal == 0;
#endif
#ifdef GLANCE_SKIPS_INTERNAL
		more = true;
#endif
#ifndef GLANCE_SKIPS_STOP
		more = more && stop == RUNNING;
#endif
		if
		:: more -> more = false; then = PRESSING; goto alone
#ifdef TAKES_BEFORE_IT_ASKS
		:: else -> submitted ? p, f, before
#else
		:: else
#endif
		fi;
		late = false
	:: else -> more = false; last = true
	fi;
	if
	:: last && !ran_alone -> goto waiting_for_work
	:: else
	fi;

pressing: /* once more when a glance has found nothing */
	ask_pressed();
	if
	:: found -> last = false; goto taking_a_turn
	:: !found && !last -> goto glancing
	:: !found && last
	fi;

waiting_for_work:
	last = false;
#ifndef RAN_IS_KEPT
	ran_alone = false;
#endif
#ifndef SPINS
	if
	:: true -> goto waited
	:: true
	fi;
#endif
polling:
	if
	:: atomic { len(submitted) > 0 -> late = (stop == STOPPING) };
#ifdef FOREIGN
		late = false;
#else
#ifdef RUN_SKIPS_INTERNAL
		more = true;
#else
		more = internal == 0;
#endif
#ifndef RUN_SKIPS_STOP
		more = more && stop == RUNNING;
#endif
		if
		:: more ->
			more = false;
			ran_alone = true;
#ifdef WITNESS_ALONE_IN_THE_WAIT
			NEVER(true, witness_alone_in_the_wait);
#endif
			then = WAITED;
			goto alone
		:: else
		fi;
		late = false;
#endif
		goto waited
	:: else
	fi;
	if
	:: SEES_INTERNAL -> goto waited
	:: else
	fi;
	look_at_kernel();
	ask_arrived();
	found = found || SEES_OVER;
	found = found || SEES_UNUSED;
	if
	:: found -> goto waited
	:: else
	fi;
#ifdef CROWDED_ENDS_A_SPIN
	if
	:: true -> goto waited
	:: true
	fi;
#endif
#ifdef SPINS
end_spinning:
	SEES;
	goto polling;
#else
	if
	:: true -> goto waited
	:: SEES -> goto polling
	fi;
#endif

waited:
	found = false;
	if
	:: ran_alone ->
#ifdef RAN_IS_NOT_TOLD
		ran_alone = false
#else
		goto pressing
#endif
	:: else
	fi;
#ifndef NO_LAST_LOOK
	ask_arrived();
	found = found || SEES_OVER;
	if
	:: found -> goto taking_a_turn
	:: else
	fi;
#endif
parking:
#endif
	arm();
	choose_bed();
	if
#ifdef DESCRIPTOR
	:: in_bed -> prepare_in()
#endif
	:: else -> prepare()
	fi;
	look_again();
#ifdef SPINS
	MUST(found || withdrawn, a_spinning_loop_parks);
#endif
#ifdef WITNESS_SPINNING_PARKS
	NEVER(!found, witness_spinning_parks);
#endif
	if
	:: found && !in_bed -> cancel()
	:: !found && !in_bed ->
end_parked:	wait()
#ifdef DESCRIPTOR
	:: found && in_bed -> leave()
	:: !found && in_bed ->
end_in_bed:
		if
		:: roused -> atomic { roused = false; drowsy = false }
		:: UNFOUND -> stashed = true; leave()
		fi
#endif
	fi;
	found = false;
	in_bed = false;
	goto taking_a_turn;

ending:
	atomic {
		discarded = discarded + internal + undelivered;
		internal = 0;
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
		:: current > 0 && current <= WORKER -> discarded = discarded + ITEMS - done[current - 1]
		:: else
		fi;
		ended = true
	}
}
