/*
 * The two-tier designs of the tournament (tournament/designs: sleep.go,
 * waker_tiers.go): a loop that sleeps on a 1-slot channel while no descriptor is
 * registered, and in the poller once one is. The library has one tier.
 *
 * Who takes part is chosen with -D: SUBMITTERS (TASKS each), REGISTRARS (0 to 2:
 * each with a descriptor of its own, which it registers, unregisters, registers
 * again: CHANGES calls in all, the first registrar CHANGES_OF_FIRST), WRITES (how
 * often each descriptor becomes readable), SHUTDOWN, CLOSE. FULL_TICK is the turn
 * of the designs that ask the poller after each.
 *
 * The queue is a counter, each push and take one step; timers are left out, and
 * so are the generations of descriptors: the function of a new registration may
 * run for an event of the old one, which the contract allows.
 */
#include "must.pml"

#ifndef TASKS
#define TASKS 1
#endif
#ifndef REGISTRARS
#define REGISTRARS 0
#endif
#ifndef CHANGES
#define CHANGES 1
#endif
#ifndef CHANGES_OF_FIRST
#define CHANGES_OF_FIRST CHANGES
#endif
#ifndef WRITES
#define WRITES 1
#endif

/* Tiers; the values of the sleep word. */
#define AWAKE 0
#define CHANNEL 1
#define POLLER 2
/* Phases. */
#define OPEN 0
#define DRAINING 1 /* Shutdown */
#define CLOSING 2

byte sleeps = AWAKE; /* the sleep word: the loop stores a tier, whoever swaps it back signals that tier */
byte want = CHANNEL; /* the tier to sleep on; written under mu */
byte phase = OPEN;   /* only grows */

byte queue;
bool shut; /* the queue refuses */

/* Where the loop sleeps. */
bool slot;      /* the channel */
bool signalled; /* the poller's eventfd or pipe */
bool watched[2]; /* the poller watches the descriptor */
bool readable[2];

/* Descriptors: written under mu and poll_mu, but for readable. */
bool mu, poll_mu;
byte count;
bool table[2];  /* leads to the descriptor's function; the loop looks it up without a lock */
bool released;  /* the poller is closed */

/* Model only. */
byte accepted, ran, discarded;
bool drowsy; /* between the publication of the tier and the return to awake */
bool ended;
bool withdrawn[2]; /* an Unregister is between the table and the poller */

hidden byte a_wake_up_is_lost;           /* at rest with a task in the queue */
hidden byte a_ready_descriptor_is_left;  /* at rest, registered and readable */
hidden byte the_end_is_lost;             /* at rest although told to end */
hidden byte the_tier_is_stale;           /* at rest, want does not follow count */
hidden byte a_closed_poller_is_used;     /* its number may be somebody else's by then */
hidden byte an_awake_loop_is_signalled;  /* a system call for nothing */
hidden byte an_accepted_task_is_left;    /* neither run nor counted as discarded */
hidden byte a_drained_task_is_discarded; /* Shutdown discards nothing */
hidden byte witness_tier_changed, witness_claim_lost, witness_late_signal, witness_function_gone;

inline lock(m) {
	atomic { !m -> m = true }
}

/* signal: ends one wait on a tier, the present or the next. */
inline signal(t) {
	if
	:: t == POLLER ->
#ifdef TIERS_SIGNAL_UNLOCKED
		if
		:: !released -> atomic { MUST(!released, a_closed_poller_is_used); signalled = true }
		:: else
		fi
#else
		atomic { /* under poll_mu */
			!poll_mu ->
			if
			:: !released -> signalled = true
			:: else
			fi
		}
#endif
	:: else -> slot = true /* or it is there already */
	fi
}

/* wake: any goroutine, after what it brings is visible. named is its own. */
inline wake() {
	named = sleeps;
	if
	:: named != AWAKE ->
		if
#ifdef TIERS_PLAIN_CLAIM
		:: sleeps = AWAKE ->
#else
		:: atomic { sleeps == named -> sleeps = AWAKE; MUST(drowsy, an_awake_loop_is_signalled) } -> /* CAS */
#endif
#ifdef WITNESS_LATE_SIGNAL
			NEVER(drowsy && sleeps != AWAKE && sleeps != named, witness_late_signal);
#endif
#if defined(NO_SEND)
			skip
#elif defined(TIERS_WRONG_TIER)
			signal(want)
#else
			signal(named)
#endif
#ifndef TIERS_PLAIN_CLAIM
		:: atomic { else -> /* another one signals, or the loop has gone on and looks again */
#ifdef WITNESS_CLAIM_LOST
			NEVER(sleeps != AWAKE, witness_claim_lost);
#endif
			skip }
#endif
		fi
	:: else
	fi;
	named = AWAKE
}

proctype Submitter() {
	byte n, named;
	bool took;
	do
	:: n < TASKS ->
		n++;
#ifdef NOTIFY_FIRST
		wake();
#endif
		atomic {
			took = !shut;
			if
			:: took -> queue++; accepted++
			:: else
			fi
		};
#ifndef NOTIFY_FIRST
		if
		:: took -> wake()
		:: else
		fi
#endif
	:: else -> break
	od
}

/* decide: with mu held. tier is the caller's. */
inline decide() {
	tier = (count > 0 -> POLLER : CHANNEL);
	atomic { want = tier; tier = AWAKE }
}

inline register(f) {
	done = false;
#ifdef TIERS_WAKE_FIRST
	wake();
#endif
	lock(mu);
	lock(poll_mu);
	if
	:: released -> poll_mu = false
	:: else ->
#ifdef TIERS_POLLER_BEFORE_TABLE
		watched[f] = true;
		table[f] = true;
#else
		table[f] = true;
		watched[f] = true;
#endif
		count++;
		poll_mu = false;
#ifndef TIERS_DECIDE_UNLOCKED
		decide();
#endif
		done = true
	fi;
	mu = false;
#ifdef TIERS_DECIDE_UNLOCKED
	decide();
#endif
#if !defined(TIERS_NO_WAKE) && !defined(TIERS_WAKE_FIRST)
	if
	:: done -> wake()
	:: else
	fi
#endif
}

/* unregister wakes nobody: a loop in the poller sees all that one on the channel does. */
inline unregister(f) {
	lock(mu);
	lock(poll_mu);
	if
	:: released -> poll_mu = false
	:: else ->
		atomic { table[f] = false; withdrawn[f] = true; count-- };
		atomic { watched[f] = false; withdrawn[f] = false };
		poll_mu = false;
#if !defined(TIERS_DECIDE_UNLOCKED) && !defined(TIERS_UNREGISTER_KEEPS_TIER)
		decide()
#else
		skip
#endif
	fi;
	mu = false;
#ifdef TIERS_DECIDE_UNLOCKED
	decide()
#else
	skip
#endif
}

#if REGISTRARS > 0
proctype Registrar(byte f, most) {
	byte n, named, tier;
	bool done = true;
	do
	:: n < most && n % 2 == 0 -> register(f); n++
	:: n < most && n % 2 == 1 && done -> unregister(f); n++
	:: else -> break
	od
}

proctype Writer(byte f) {
	byte n;
	do
	:: n < WRITES -> n++; readable[f] = true
	:: else -> break
	od
}
#endif

inline raise(p) {
	atomic { phase = (phase < p -> p : phase) }
}

#ifdef SHUTDOWN
proctype Shutdown() {
	byte named;
#if defined(STOP_BEFORE_SEAL)
	raise(DRAINING);
	shut = true;
	wake()
#elif defined(END_NOTIFIES_FIRST)
	shut = true;
	wake();
	raise(DRAINING)
#else
	shut = true;
	raise(DRAINING);
	wake()
#endif
}
#endif

#ifdef CLOSE
proctype Close() {
	byte named;
#ifdef END_NOTIFIES_FIRST
	shut = true;
	wake();
	raise(CLOSING)
#else
	raise(CLOSING);
	shut = true;
	wake()
#endif
}
#endif

#include "tiers_loop.pml"

/* Runs when nothing else can: what must be true when all is at rest. */
proctype Rest() {
	timeout ->
	if
	:: ended ->
		MUST(accepted == ran + discarded, an_accepted_task_is_left)
	:: else ->
		MUST(queue == 0, a_wake_up_is_lost);
		MUST(!(table[0] && readable[0]) && !(table[1] && readable[1]), a_ready_descriptor_is_left);
		MUST(phase == OPEN, the_end_is_lost);
		MUST(want == (count > 0 -> POLLER : CHANNEL), the_tier_is_stale)
	fi
}

init {
	byte n;
	atomic {
		run Loop();
#ifdef SUBMITTERS
		for (n : 1 .. SUBMITTERS) { run Submitter() }
#endif
#if REGISTRARS > 0
		for (n : 1 .. REGISTRARS) { run Registrar(n - 1, (n == 1 -> CHANGES_OF_FIRST : CHANGES)); run Writer(n - 1) }
#endif
#ifdef SHUTDOWN
		run Shutdown();
#endif
#ifdef CLOSE
		run Close();
#endif
		n = 0;
		run Rest()
	}
}
