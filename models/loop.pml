/*
 * Protocols A and B together: a loop whose queue is the real ingress queue.
 *
 * PRODUCERS push TASKS each (the first of them TASKS_OF_FIRST) and notify. With
 * SHUTDOWN the queue is closed and the loop told to drain. With AUTO_EXIT each
 * producer but the UNHELD ones holds a keep-alive while it works, and the loop
 * seals the queue itself once none is held. Nothing is fair here, and no process polls: a run
 * that goes on for ever would be a loop that does not park.
 */
#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef TASKS
#define TASKS 1
#endif
#ifndef TASKS_OF_FIRST
#define TASKS_OF_FIRST TASKS
#endif
#ifndef UNHELD
#define UNHELD 0
#endif
#ifdef SHUTDOWN
#define PUSHERS (PRODUCERS + 1)
#else
#define PUSHERS PRODUCERS
#endif
#define QUEUED (PRODUCERS * TASKS)

#include "must.pml"
#include "eventcount.pml"
#include "queue.pml"

bool stop;
byte alive = PRODUCERS - UNHELD; /* keep-alives; given back with AUTO_EXIT alone */

bool ended; /* model only */

hidden byte a_wake_up_is_lost;        /* at rest with a task in the queue */
hidden byte the_end_is_lost;          /* at rest although told to end */
hidden byte an_accepted_task_is_left; /* the loop ended without it */
hidden byte a_held_loop_ends;         /* a push was refused while a keep-alive was held */
hidden byte witness_second_check_finds;

proctype Producer(byte me) {
	byte i, n;
	bool took = true;
	do
	:: took && n < (me == 0 -> TASKS_OF_FIRST : TASKS) ->
#ifdef NOTIFY_FIRST
		notify();
		push(TASK(me, n));
#else
		push(TASK(me, n));
		if
		:: took -> notify()
		:: else
		fi;
#endif
#ifdef AUTO_EXIT
		MUST(took || me < UNHELD, a_held_loop_ends);
#endif
		n++
	:: else -> break
	od;
#ifdef AUTO_EXIT
	if
	:: me >= UNHELD ->
		atomic { alive--; took = (alive == 0) };
		if
		:: took -> notify()
		:: else
		fi
	:: else
	fi
#endif
}

#ifdef SHUTDOWN
proctype Shutdown(byte me) {
	close();
	DRAINED(me);
#ifdef END_NOTIFIES_FIRST
	notify();
	stop = true
#else
	stop = true;
	notify()
#endif
}
#endif

/* The second check: sets found. */
inline check_again() {
	found = false;
#ifndef NO_RECHECK
#ifndef RECHECK_SKIPS_STOP
	found = stop;
#endif
	alone = (alive == 0);
	if
	:: found || alone -> found = true
	:: else -> look()
	fi;
#ifdef WITNESS_SECOND_CHECK_FINDS
	NEVER(found && !alone && !stop, witness_second_check_finds);
#endif
#endif
	skip
}

proctype Loop() {
	byte me = CONSUMER, i;
	bool took, told, found, alone;
	do
	:: told = stop;
		look();
		if
		:: found -> take()
		:: else ->
			if
			:: told -> break
			:: else
			fi;
			took = false;
#ifdef AUTO_EXIT
			if
			:: alive == 0 -> close_if_empty(); stop = took
			:: else
			fi;
#endif
			if
			:: took
			:: else ->
#ifdef FLAG_LATE
				check_again();
				if
				:: found
				:: else -> DRAINED(me); prepare();
end_parked:				wait()
				fi
#else
				DRAINED(me); /* prepare is an exchange */
				prepare();
				check_again();
				if
				:: found -> cancel()
				:: else ->
end_parked:				wait()
				fi
#endif
			fi
		fi
	od;
	atomic {
		MUST(empty(order), an_accepted_task_is_left);
		ended = true
	}
}

/* Runs when nothing else can: what must be true when all is at rest. */
proctype Rest() {
	timeout ->
	if
	:: ended -> MUST(empty(order), an_accepted_task_is_left)
	:: else ->
		MUST(empty(order), a_wake_up_is_lost);
		MUST(!stop && alive > 0, the_end_is_lost)
	fi
}

init {
	byte n;
	atomic {
		for (n : 0 .. PUSHERS) { run Buffer(n) }
		for (n : 0 .. PRODUCERS - 1) { run Producer(n) }
#ifdef SHUTDOWN
		run Shutdown(PRODUCERS);
#endif
		n = 0;
		run Loop();
		run Rest()
	}
}
