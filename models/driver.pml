/*
 * The loop of a pooled runtime: js/drive.go. Nobody's goroutine belongs to it.
 * The caller of Pool.Run is its host during a call, and otherwise a goroutine
 * that wake starts. The loop announces that it is idle as in host.pml, which
 * checks that part. SUBMITTERS submit TASKS functions each. One caller makes
 * CALLS calls, and waits up to WAITS times in each.
 */
#include "must.pml"

#ifndef SUBMITTERS
#define SUBMITTERS 1
#endif
#ifndef TASKS
#define TASKS 2
#endif
#ifndef CALLS
#define CALLS 1
#endif
#ifndef WAITS
#define WAITS 1
#endif

#define AWAKE 0
#define RETURNED 1

#define FREE 0
#define TURNING 1
#define WANTED 2
#define WAITING 3

byte state = RETURNED; /* EventCount.state */
byte driver = FREE;    /* driver.state */
byte queue;            /* functions that were submitted and have not run */
byte tokens;           /* in the channel, which has one slot */
byte goroutines;       /* turnAll was started and has not begun */
bool more;             /* driver.more */
byte turns;            /* model only: how many goroutines are in a turn */

hidden byte the_wake_up_is_lost;          /* everything rests, and there is work */
hidden byte two_goroutines_turn_the_loop;
hidden byte the_token_blocks;             /* wake would wait for a slot of the channel */
hidden byte witness_woken_while_giving_up;
hidden byte witness_woken_while_leaving;  /* wake and another channel come together */
hidden byte witness_goroutine_has_the_loop; /* a caller finds that a goroutine is the host */

inline wake() {
	do
	:: driver == FREE ->
#ifdef START_WITHOUT_CLAIM
		goroutines++;
		break
#else
		if
		:: atomic { driver == FREE -> driver = TURNING } ->
			goroutines++;
			break
		:: else
		fi
#endif
	:: driver == TURNING ->
		if
		:: atomic { driver == TURNING -> driver = WANTED } -> break
		:: else
		fi
	:: driver == WAITING ->
		if
		:: atomic { driver == WAITING -> driver = WANTED } ->
			atomic {
				MUST(tokens == 0, the_token_blocks);
				tokens++
			}
			break
		:: else
		fi
	:: driver == WANTED -> break
	od
}

inline submit() {
	queue++;
	if
	:: atomic { state == RETURNED -> state = AWAKE } -> wake()
	:: else
	fi
}

/* RunUntil. One that is brief may end before the queue is empty. */
inline turn(brief) {
#ifndef CLEAR_AFTER_TURN
	driver = TURNING;
#endif
	turns++;
	MUST(turns == 1, two_goroutines_turn_the_loop);
	more = false;
	state = AWAKE; /* as in host.pml, a step of its own */
	do
	:: queue > 0 -> queue--
	:: brief && queue > 0 ->
		more = true;
		break
	:: queue == 0 ->
		state = RETURNED;
		if
		:: queue > 0 -> state = AWAKE
		:: else -> break
		fi
	od;
	turns--;
#ifdef CLEAR_AFTER_TURN
	driver = TURNING
#endif
}

inline wait() {
	if
#ifndef WAIT_WITH_MORE
	:: more
#endif
	:: else ->
		if
#ifdef WAIT_STORES
		:: driver = WAITING ->
#else
		:: atomic { driver == TURNING -> driver = WAITING } ->
#endif
			if
			:: true ->
end_wait:			atomic { tokens > 0 -> tokens-- }
			:: true -> /* another channel is ready */
				if
				:: atomic { driver == WAITING -> driver = TURNING }
				:: else ->
#ifdef WITNESS_WOKEN_WHILE_LEAVING
					NEVER(true, witness_woken_while_leaving);
#endif
#ifndef LEAVE_THE_TOKEN
					atomic { tokens > 0 -> tokens-- }
#else
					skip
#endif
				fi
			fi
		:: else
		fi
	fi
}

inline give_up() {
	if
#ifndef GIVE_UP_WITH_MORE
	:: more -> goroutines++
#endif
	:: else ->
#ifdef GIVE_UP_STORES
		driver = FREE
#else
		if
		:: atomic { driver == TURNING -> driver = FREE }
		:: else ->
#ifdef WITNESS_WOKEN_WHILE_GIVING_UP
			NEVER(true, witness_woken_while_giving_up);
#endif
			goroutines++
		fi
#endif
	fi
}

active proctype Caller() {
	byte calls, waits;
	do
	:: calls < CALLS ->
		calls++;
		if
		:: atomic { driver == FREE -> driver = TURNING } ->
			submit();
			turn(true);
			waits = 0;
			do
			:: waits < WAITS ->
				waits++;
				wait();
				turn(true)
			:: break
			od;
			give_up()
		:: else ->
#ifdef WITNESS_GOROUTINE_HAS_THE_LOOP
			NEVER(true, witness_goroutine_has_the_loop);
#endif
			submit()
		fi
	:: else -> break
	od
}

active [2] proctype Goroutine() {
end_rest:
	do
	:: atomic { goroutines > 0 -> goroutines-- } ->
		do
		:: true ->
			turn(false);
			if
			:: atomic { driver == TURNING -> driver = FREE } -> break
			:: else
			fi
		od
	od
}

active [SUBMITTERS] proctype Submitter() {
	byte n;
	do
	:: n < TASKS ->
		n++;
		submit()
	:: else -> break
	od
}

/* Nobody can do anything any more. */
active proctype Rest() {
	timeout;
	MUST(queue == 0, the_wake_up_is_lost)
}
