/*
 * How a loop gets from "no more work" to parked: nextAction decides, the wait strategy
 * polls, and the loop parks.
 *
 * The strategy is chosen with -D: SPINS never gives up, ADAPTS gives up when its budget is
 * used up or where it cannot win, FOREIGN is a user's own, which returns when it likes;
 * without one of them the loop parks at once.
 *
 * Who takes part as well: SUBMITTERS (TASKS each; with BATCHES the first one of the
 * first is a batch of two), PRIORITIES (a priority function each), PAIRS (a priority
 * function, then a submitted one, ROUNDS times; with ASKS each pair waits for the one
 * before), TIMERS (STOPS: a goroutine stops one), DESCRIPTOR (one that is ready WRITES
 * times), HOLDERS (goroutines with a keep-alive, which turns auto-exit on; REHOLDS: the
 * first holds it again), JOB (work of Go, whose result may come after Shutdown), DRAINS (how many
 * functions OnDrain has been given: the work may wait until they have run), STREAM (a
 * producer that sends for ever, each time when the one before has run), SHUTDOWN, CLOSE,
 * CALLBACK_ENDS (a function may close the loop). BUDGET is that of a turn. COUNT_WAKE_UPS compares tokens with what was
 * published.
 *
 * A poll that finds nothing changes nothing. So a run of polls is one poll, the last; and a
 * loop that polls for ever stays at end_spinning until what it polls changes. What is one
 * step here is shown elsewhere: a push and the closing of the queues by ingress.pml and
 * wake.pml, the watcher and the parker by watcher.pml. The model begins after the first turn.
 *
 * In Go: idle.go, wait.go, turn.go (runTurn), descriptors.go (pollIfDue).
 */
#if defined(SPINS) || defined(ADAPTS) || defined(FOREIGN)
#define STRATEGY
#endif
#ifndef SUBMITTERS
#define SUBMITTERS 0
#endif
#ifndef TASKS
#define TASKS 1
#endif
#ifndef PAIRS
#define PAIRS 0
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif
#ifndef WRITES
#define WRITES 1
#endif
#ifndef BUDGET
#define BUDGET 1
#endif
#ifdef DESCRIPTOR
#define PARKERS
#endif

#include "must.pml"
#include "eventcount.pml"

#define RUNNING 0
#define DRAINING 1 /* Shutdown, auto-exit */
#define STOPPING 2 /* Close */

/* Who submits: SUBMITTERS, PAIRS, and then these two. */
#define WORKER (SUBMITTERS + PAIRS)
#define STREAMER (WORKER + 1)
#define ITEMS 2 /* of a batch */

/* The queues. A function of the first is its submitter, how many of that one's come
 * before it, and for the model how many priority functions were accepted before it. */
chan submitted = [SUBMITTERS * TASKS + PAIRS * ROUNDS + 2] of { byte, byte, byte };
byte prio;
bool sealed; /* both refuse */

byte stop = RUNNING; /* only grows */

/* Timers have one deadline. */
byte timers;
bool next;     /* it is the earliest: some timer waits */
bool now;      /* it has come */
bool timer_at; /* the runtime timer is set to it */
bool fired;     /* its function ran */
#define DUE (next && now)

/* The descriptor, level-triggered. */
bool unread;
bool buffered;  /* what the loop has found and not dealt with */
bool may_have_more; /* the last collection may have left something */
bool armed_watcher; /* from the arming until the loop takes over; loop only */
bool ready;    /* the watcher has found something */
#define UNPOLLED (unread && !buffered && stop == RUNNING)
#ifdef STRATEGY
#define DESCRIPTOR_READY ((ready || buffered || may_have_more) && stop == RUNNING)
#else
#define DESCRIPTOR_READY ((ready || buffered) && stop == RUNNING)
#endif

/* Work of Go. */
byte undelivered;
bool has_late; /* its result came too late for the queue */
#ifdef DRAINS
byte drains = DRAINS; /* functions of OnDrain that have not been called */
#define DRAIN_LEFT (drains > 0)
#else
#define DRAIN_LEFT false
#endif
#define SHOULD_STOP_FOR_WORK (stop == STOPPING || (stop == DRAINING && (undelivered == 0 || has_late)))
#define SHOULD_STOP (SHOULD_STOP_FOR_WORK || (stop == DRAINING && DRAIN_LEFT))

#ifdef HOLDERS
byte alive = HOLDERS; /* keep-alives and timers */
#define ALIVE(change) alive = alive change
#define UNUSED (alive == 0)
#else
#define ALIVE(change) skip
#define UNUSED false
#endif

/* Model only. */
byte accepted, ran, discarded;
byte accepted_prio, ran_prio;
byte done[SUBMITTERS + PAIRS + 2]; /* functions of each submitter that have run */
bool closed_the_loop; /* a function has */
bool withdrawn; /* a reason for a turn was taken back: a timer, or that nothing keeps the loop */
bool ended;

hidden byte a_wake_up_is_lost;          /* at rest with a function in a queue */
hidden byte a_timer_is_lost;            /* at rest with a timer that is due */
hidden byte the_clock_is_late;          /* parked, with a timer and no clock set */
hidden byte a_ready_descriptor_is_left; /* at rest and unread */
hidden byte the_end_is_lost;            /* at rest although told to end */
hidden byte an_accepted_task_is_left;   /* neither run nor counted as discarded */
hidden byte an_on_drain_is_left;        /* not called by a loop that drains, or has drained */
hidden byte an_on_drain_comes_too_soon; /* before what was accepted has run */
hidden byte out_of_order;               /* ahead of an earlier one of its submitter */
hidden byte a_batch_is_divided;         /* by another submitted function */
hidden byte a_priority_function_is_overtaken;
hidden byte a_turn_for_nothing;         /* of a loop that spins */
hidden byte a_spinning_loop_parks;
hidden byte a_callback_runs_after_the_end;
hidden byte witness_empty_turn, witness_overtaken, witness_spinning_parks;
hidden byte witness_second_check_finds, witness_batch_left, witness_late_result;

/* f is a function of who's; took tells whether the queue accepted it. */
inline push(who, f) {
	atomic {
		took = !sealed;
		if
		:: took ->
			submitted ! who, f, accepted_prio;
			PUBLISHED;
#ifdef BATCHES
			accepted = accepted + (who < BATCHES && f == 0 -> ITEMS : 1)
#else
			accepted++
#endif
		:: else
		fi
	}
}

inline push_prio() {
	atomic {
		took = !sealed;
		if
		:: took -> prio++; accepted_prio++; accepted++; PUBLISHED
		:: else
		fi
	}
}

inline notify_if_taken() {
	if
	:: took -> notify()
	:: else
	fi
}

#if SUBMITTERS > 0
proctype Submitter(byte me) {
	byte n, f;
	bool took;
	do
	:: n < TASKS ->
		push(me, f);
		notify_if_taken();
		n++;
#ifdef BATCHES
		f = f + (me < BATCHES && n == 1 -> ITEMS : 1)
#else
		f++
#endif
	:: else -> break
	od
}

#endif

#ifdef PRIORITIES
proctype Priority() {
	bool took;
	push_prio();
	notify_if_taken()
}
#endif

#if PAIRS > 0
proctype Pair(byte me) {
	byte f;
	bool took = true;
	do
	:: took && f < ROUNDS ->
		push_prio();
		notify_if_taken();
		if
		:: took -> push(me, f); notify_if_taken()
		:: else
		fi;
		f++;
#ifdef ASKS
		if
		:: took -> end_asked: done[me] == f /* it has run, or the loop was closed */
		:: else
		fi
#endif
	:: else -> break
	od
}

#endif

#ifdef STREAM
proctype Stream() {
	bool took = true;
	do
	:: took ->
		push(STREAMER, 0);
		notify_if_taken();
		if
		:: took ->
end_streamed:		atomic { done[STREAMER] == 1 -> done[STREAMER] = 0; ran--; accepted-- };
			if
			:: !DUE && !unread && prio == 0 && stop == RUNNING ->
progress_streamed:	skip /* nobody waits meanwhile */
			:: else
			fi
		:: else
		fi
	:: else -> break
	od
}
#endif

#include "waiting_sources.pml"
#include "waiting_turn.pml"
#include "waiting_loop.pml"

/* Runs when nothing else can: what must be true when all is at rest. */
proctype Rest() {
	timeout ->
	MUST(empty(ch), a_token_is_left_over);
#ifdef PARKERS
	MUST(!unpark_sent, an_unpark_is_left_over);
#endif
	MUST(stop != DRAINING || !DRAIN_LEFT, an_on_drain_is_left);
	if
	:: ended ->
		MUST(accepted == ran + discarded, an_accepted_task_is_left)
	:: else ->
		MUST(len(submitted) + prio == 0 && accepted == ran, a_wake_up_is_lost);
		MUST(!DUE, a_timer_is_lost);
		MUST(!announced || next == timer_at, the_clock_is_late);
		MUST(!unread, a_ready_descriptor_is_left);
		MUST(stop == RUNNING && !UNUSED, the_end_is_lost)
	fi
}

init {
	byte n;
	atomic {
		run Loop();
#if SUBMITTERS > 0
		for (n : 1 .. SUBMITTERS) { run Submitter(n - 1) }
#endif
#if PAIRS > 0
		for (n : 1 .. PAIRS) { run Pair(SUBMITTERS + n - 1) }
#endif
#ifdef PRIORITIES
		for (n : 1 .. PRIORITIES) { run Priority() }
#endif
#ifdef STREAM
		run Stream();
#endif
#ifdef TIMERS
		for (n : 1 .. TIMERS) { run After() }
#ifdef STOPS
		run StopTimer();
#endif
		run Time();
		run Clock();
#endif
#ifdef DESCRIPTOR
		run Writer();
		run Watcher();
#endif
#ifdef HOLDERS
		for (n : 1 .. HOLDERS) { run Holder(n) }
#endif
#ifdef JOB
		undelivered = 1;
		accepted = 1;
		run Job();
#endif
#ifdef SHUTDOWN
		run End(DRAINING);
#endif
#ifdef CLOSE
		run End(STOPPING);
#endif
		n = 0;
		run Rest()
	}
}
