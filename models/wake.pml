/*
 * Protocol A: the event count with everything that can wake the loop. The
 * queues are counters here, each push and take one step: what makes them so is
 * shown by ingress.pml.
 *
 * Who takes part is chosen with -D: SUBMITTERS and PRIORITIES (producers of the
 * two queues, TASKS each), AFTERS (goroutines that call AfterFunc; deadlines 1
 * and 2, or all 1 with EQUAL_DEADLINES), STOPS and RESETS (goroutines that stop
 * or reset a timer), CLOCKS (how many runs of the timer's function may overlap),
 * HOLDERS (goroutines with a keep-alive; turns auto-exit on), SHUTDOWN, CLOSE, CONTEXT.
 * COUNT_WAKE_UPS compares tokens with what was published.
 */
#include "must.pml"
#include "eventcount.pml"

#ifndef TASKS
#define TASKS 1
#endif
#ifndef CLOCKS
#define CLOCKS 1
#endif
#define PRIORITY 0
#define SUBMITTED 1
#define NEVER_DUE 0 /* as a deadline */
#define LAST 2      /* the latest deadline */
#define RUNNING 0
#define DRAINING 1 /* Shutdown, auto-exit */
#define STOPPING 2 /* Close, the end of the context */

/* The two queues. A sealed queue refuses. */
byte queue[2];
bool sealed[2];

/* The end of the loop. */
bool ending_mu;
byte stop = RUNNING; /* only grows; raised under ending_mu after the queues were sealed */
bool terminated;     /* under ending_mu */

/* Timers. How many are outstanding for each deadline: under timers_mu. The
 * earliest of them, for those who do not hold the lock. */
bool timers_mu;
byte timers[LAST + 1];
bool timers_closed;
byte next = NEVER_DUE;

byte now;                  /* time: it may go on or stop anywhere */
byte timer_at = NEVER_DUE; /* the runtime timer: when it fires */
bool fired;                 /* its function ran */

#ifdef HOLDERS
byte alive = HOLDERS; /* keep-alives and timers */
#define ALIVE(change) alive = alive change
#define UNUSED (alive == 0)
#else
#define ALIVE(change) skip
#define UNUSED false
#endif

/* Model only. */
byte accepted, ran, discarded, ringing;
bool left_by_itself; /* auto-exit */
bool ended;

hidden byte a_wake_up_is_lost;        /* at rest with a task in a queue */
hidden byte a_timer_is_lost;          /* at rest with a timer that is due */
hidden byte the_clock_is_late;        /* at rest, set later than the earliest deadline */
hidden byte the_end_is_lost;          /* at rest although told to end */
hidden byte an_accepted_task_is_left; /* neither run nor counted as discarded */
hidden byte a_drained_task_is_discarded; /* Shutdown and auto-exit discard nothing */
hidden byte a_held_loop_ends;         /* auto-exit although a holder was not done */
hidden byte an_accepted_timer_is_left; /* auto-exit before it fired */
hidden byte a_task_runs_after_auto_exit;
hidden byte witness_second_check_finds, witness_exit_refused, witness_clock_fires_twice;
hidden byte witness_spurious, witness_next_moved;

inline lock(mu) {
	atomic { !mu -> mu = true }
}

/* Makes a task visible; took tells whether the queue accepted it. */
inline push(l) {
	atomic {
		if
		:: sealed[l] -> took = false
		:: else -> queue[l]++; accepted++; took = true; PUBLISHED
		fi
	}
}

inline submit(l) {
#ifdef NOTIFY_FIRST
	notify();
	push(l)
#else
	push(l);
	if
	:: took ->
		notify();
#ifdef NOTIFY_TWICE
		notify()
#endif
	:: else
	fi
#endif
}

proctype Producer(bit l) {
	byte n;
	bool took;
	do
	:: n < TASKS -> n++; submit(l)
	:: else -> break
	od
}

inline release(zero) {
	atomic { ALIVE(- 1); zero = UNUSED; PUBLISHED };
#ifndef RELEASE_WITHOUT_NOTIFY
	if
	:: zero -> notify()
	:: else
	fi
#endif
}

#ifdef HOLDERS
/* Works for the loop under a keep-alive that it held from the start. */
proctype Holder(bit l) {
	bool took;
	submit(l);
#if !defined(SHUTDOWN) && !defined(CLOSE) && !defined(CONTEXT)
	MUST(took, a_held_loop_ends);
#endif
	release(took)
}
#endif

#include "wake_timers.pml"

inline seal() {
	sealed[SUBMITTED] = true;
#ifndef END_LEAVES_A_QUEUE_OPEN
	sealed[PRIORITY] = true;
#endif
	atomic { !timers_mu -> timers_closed = true; next = NEVER_DUE }
}

/* Shutdown, Close, and the function of context.AfterFunc. */
proctype End(byte level) {
	lock(ending_mu);
	if
	:: terminated || stop >= level -> ending_mu = false
	:: else ->
#if defined(STOP_BEFORE_SEAL)
		atomic { stop = level; PUBLISHED };
		seal();
		ending_mu = false;
		notify()
#elif defined(END_NOTIFIES_FIRST)
		seal();
		notify();
		atomic { stop = level; PUBLISHED };
		ending_mu = false
#else
		seal();
		atomic { stop = level; PUBLISHED };
		ending_mu = false;
		notify()
#endif
	fi
}

#include "wake_loop.pml"

/* Runs when nothing else can: what must be true when all is at rest. */
proctype Rest() {
	timeout ->
	if
	:: ended ->
		MUST(accepted == ran + discarded, an_accepted_task_is_left)
	:: else ->
		MUST(queue[PRIORITY] + queue[SUBMITTED] == 0, a_wake_up_is_lost);
		MUST(next == NEVER_DUE || next > now, a_timer_is_lost);
		MUST(next == NEVER_DUE || (timer_at != NEVER_DUE && timer_at <= next), the_clock_is_late);
		MUST(stop == RUNNING && !UNUSED, the_end_is_lost)
	fi
}

init {
	byte n;
	atomic {
		run Loop();
#ifdef SUBMITTERS
		for (n : 1 .. SUBMITTERS) { run Producer(SUBMITTED) }
#endif
#ifdef PRIORITIES
		for (n : 1 .. PRIORITIES) { run Producer(PRIORITY) }
#endif
#ifdef HOLDERS
		for (n : 1 .. HOLDERS) { run Holder(n % 2) } /* the first one is a submitter */
#endif
#ifdef AFTERS
#ifdef EQUAL_DEADLINES
		for (n : 1 .. AFTERS) { run After(1) }
#else
		for (n : 1 .. AFTERS) { run After(1 + n % 2) }
#endif
		for (n : 1 .. CLOCKS) { run Clock() }
		run Time();
#endif
#ifdef STOPS
		run StopTimer(1);
#endif
#ifdef RESETS
		run ResetTimer(1);
#endif
#ifdef SHUTDOWN
		run End(DRAINING);
#endif
#ifdef CLOSE
		run End(STOPPING);
#endif
#ifdef CONTEXT
		run End(STOPPING);
#endif
		n = 0;
		run Rest()
	}
}
