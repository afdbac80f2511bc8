/*
 * Guest mode: the loop does not park. It announces that it is idle and returns
 * to its host, which calls it again when a notifier has asked for that, or
 * earlier. SUBMITTERS make work, TASKS times each. The host calls FRAMES Turns
 * that nobody asked for.
 */
#include "must.pml"

#ifndef SUBMITTERS
#define SUBMITTERS 1
#endif
#ifndef TASKS
#define TASKS 2
#endif
#ifndef FRAMES
#define FRAMES 0
#endif

#define AWAKE 0
#define RETURNED 1

byte state = AWAKE; /* EventCount.state */
byte queue;         /* functions that were submitted and have not run */
bool asked;         /* the host's own memory of a call of wake */

bool idle;  /* model only: between the announcement and its end, by a claim or by the loop */
bool more;  /* the last RunUntil has returned more */
byte frames;

hidden byte the_wake_up_is_lost;      /* everything rests, and there is work */
hidden byte a_busy_host_is_woken;     /* a claim of no announcement */
hidden byte witness_claim_lost;       /* two notifiers see the announcement, one claims it */
hidden byte witness_second_check_finds;
hidden byte witness_turn_without_wake; /* the host comes between the claim and wake */

/* Notify: any goroutine, after its work is visible. */
inline notify() {
	if
	:: state == RETURNED -> /* load */
		if
		:: atomic { state == RETURNED -> /* CAS */
				MUST(idle, a_busy_host_is_woken);
				state = AWAKE;
				idle = false
			} ->
#ifndef NO_WAKE
			asked = true
#else
			skip
#endif
		:: atomic { else ->
#ifdef WITNESS_CLAIM_LOST
				NEVER(true, witness_claim_lost)
#else
				skip
#endif
			}
		fi
	:: else
	fi
}

inline take_back() {
	atomic {
		if
		:: state == RETURNED -> state = AWAKE; idle = false
		:: else
		fi
	}
}

/* The end of a call of RunUntil that found no more work. */
inline return_to_host() {
#ifdef ANNOUNCE_LATE
	if
	:: queue > 0 -> goto turn
	:: else
	fi;
	atomic { state = RETURNED; idle = true }
#else
	atomic { state = RETURNED; idle = true };
#ifndef NO_RECHECK
	if
	:: queue > 0 ->
#ifdef WITNESS_SECOND_CHECK_FINDS
		NEVER(true, witness_second_check_finds);
#endif
		take_back();
		goto turn
	:: else
	fi
#endif
#endif
}

active proctype Host() {
	goto turn; /* Start */

end_rest: /* the host may rest for ever */
	do
	:: atomic { asked || more ->
#ifndef CLEAR_AFTER_TURN
			asked = false
#endif
		}
		break
	:: atomic { frames < FRAMES -> frames++ } ->
#ifdef WITNESS_TURN_WITHOUT_WAKE
		NEVER(state == AWAKE && !asked && queue > 0, witness_turn_without_wake);
#endif
		break
	od;
	/* RunUntil */
	more = false;
#ifdef NO_TAKE_BACK
	idle = false;
#else
	take_back();
#endif
turn:
	do
	:: queue > 0 -> queue--
	:: queue > 0 -> /* the time is over */
#ifndef PAUSE_IS_IDLE
		more = true;
#endif
		goto over
	:: queue == 0 -> break
	od;
	return_to_host();
over:
#ifdef CLEAR_AFTER_TURN
	asked = false;
#endif
	goto end_rest
}

active [SUBMITTERS] proctype Submitter() {
	byte n;
	do
	:: n < TASKS ->
		n++;
#ifdef NOTIFY_FIRST
		notify();
		queue++
#else
		queue++;
		notify()
#endif
	:: else -> break
	od
}

/* Nobody can do anything any more. */
active proctype Rest() {
	timeout;
	MUST(queue == 0, the_wake_up_is_lost)
}
