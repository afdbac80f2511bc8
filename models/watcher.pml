/*
 * How a loop learns that a descriptor is ready, without losing an event and without a
 * system call while none is. A loop that mostly receives events parks on its own epoll
 * instance, in the runtime's netpoller, and polls there before it parks. A loop that is
 * mostly unparked by others parks on its channel; then a goroutine, the watcher, is armed
 * and parks there in its place. It says when something is ready and notifies the loop,
 * which takes over again.
 *
 * Who takes part is chosen with -D: REGISTRARS (1 or 2: each with a descriptor of
 * its own, which it registers, closes, and registers as another one under the same
 * number: CHANGES calls in all, the first registrar CHANGES_OF_FIRST), KIND and
 * KIND_OF_SECOND (LEVEL, EDGE, ONE_SHOT), WRITES (how often each descriptor becomes
 * readable), BATCH (the most events of one collection), LEAVES (how often callbacks
 * leave a level-triggered descriptor unread), STAYS_READY (they never read),
 * CALLBACK_CLOSES (a callback may close the other registration), CALLBACK_REOPENS (and
 * register its number again), CALLBACK_ENDS (one may close the loop), MODIFIERS
 * (goroutines that modify the first registration), OUTLIVES (the one descriptor is closed
 * before its registration, while its file lives on elsewhere: its events are those of an
 * orphan once the registration is closed too, or displaced), MISSES (how often a
 * collection may overlook what is there), STRAYS (edges for nothing), SUBMITTERS (a
 * task each), SPINS (the loop never parks), AUTO_EXIT (only open registrations keep
 * the loop), UNREFS (the first does not), SHUTDOWN, CLOSE. COUNT_WAKE_UPS compares tokens
 * with what was published.
 *
 * Taking a lock moves later and giving it back earlier without anybody seeing it, and
 * so does what only its holder looks at (Lipton, "Reduction", CACM 1975): all of that is
 * one step with what others do see, of which each step has one at most.
 *
 * In Go: internal/poll/watcher.go, internal/poll/epoll.go (waitReady, park), internal/poll/poll.go
 * (Add, Modify, Remove) and descriptors.go. What else there is of it is in watcher_kernel.pml,
 * watcher_poll.pml and watcher_loop.pml.
 */
#ifndef REGISTRARS
#define REGISTRARS 1
#endif
#ifndef CHANGES
#define CHANGES 1
#endif
#ifndef CHANGES_OF_FIRST
#define CHANGES_OF_FIRST CHANGES
#endif
#ifndef KIND
#define KIND LEVEL
#endif
#ifndef KIND_OF_SECOND
#define KIND_OF_SECOND KIND
#endif
#ifndef WRITES
#define WRITES 1
#endif
#ifndef BATCH
#define BATCH 2
#endif

#define PARKERS
#include "must.pml"
#include "eventcount.pml"

#define RUNNING 0
#define DRAINING 1 /* Shutdown, auto-exit */
#define STOPPING 2 /* Close */

/* The watcher and the loop. */
bool ready;     /* the watcher sets it, the loop clears it */
local bool armed; /* from the arming until the loop takes over; loop only */
bool arming;     /* the channel of armings: room for one */
bool dismissed; /* it is closed */

/* Registrations. The lock is held for a collection too. Without it the loop reads
 * only whether a registration that it has found is still open, and the poller. */
bool mu;
bool poller;    /* it exists: set by the first registration, taken back at the end */
byte table[2];  /* the generation that is open; 0 if none is */
byte latest[2]; /* the last one that was */
byte open;      /* registrations that keep the loop */
#ifdef OUTLIVES
bool detached;  /* the number of the first registration was found to stand for another file */
#endif
bool refusing;  /* the loop is to end */
local bool started; /* the watcher */
#ifdef BUFFER_FORGOTTEN
#define DESCRIPTOR_READY (poller && ready)
#else
#define DESCRIPTOR_READY (poller && (ready || buffered > 0))
#endif

#ifdef WATCHER_TAKES_EVENTS
byte event[2];
#else
local byte event[2]; /* what the loop has found: generations; 0 once it is dealt with */
#endif
local byte buffered;  /* how much of that was found before the turn that deals with it */

byte tasks;
bool sealed;         /* the queue refuses */
byte stop = RUNNING; /* only grows */

/* Model only. */
byte watchers;
bool watches;      /* the watcher, from being armed until ready is set */
local bool called[2]; /* in this turn */
local byte closed[2]; /* the generation that was closed on the loop */
local byte leaves, misses;
local bool closed_the_loop, left_by_itself;
bool ended;

#ifdef AUTO_EXIT
#define UNUSED (open == 0)
#else
#define UNUSED false
#endif

hidden byte a_wake_up_is_lost;           /* at rest with a task in the queue */
hidden byte a_ready_descriptor_is_left;  /* at rest, registered and unread */
hidden byte the_end_is_lost;             /* at rest although told to end */
hidden byte the_watcher_is_armed_twice;
hidden byte an_event_reaches_a_later_owner;
hidden byte a_callback_runs_after_close; /* of its registration, on the loop */
hidden byte a_callback_runs_after_the_end; /* the loop was closed by a callback */
hidden byte two_callbacks_in_a_turn;
hidden byte an_accepted_registration_is_left; /* auto-exit although it was open */
hidden byte the_watcher_outlives_the_loop;
hidden byte witness_edge_forgotten, witness_late_edge, witness_missed;
hidden byte witness_event_skipped, witness_later_owner, witness_orphan, witness_beside_an_orphan;

#include "watcher_kernel.pml"

inline lock(m) {
	atomic { !m -> m = true }
}

inline ring() {
#ifdef READY_AFTER_NOTIFY
	notify();
	atomic { ready = true; watches = false; PUBLISHED }
#else
	atomic { ready = true; watches = false; PUBLISHED };
#ifndef READY_WITHOUT_NOTIFY
	notify()
#else
	skip
#endif
#endif
}

proctype Watcher() {
	bool left, readable;
#ifdef WATCHER_TAKES_EVENTS
	byte taken;
#endif
end_disarmed:
	do
	:: dismissed && !arming -> break
	:: atomic { arming -> arming = false; left = evicted; reading = !left }; /* Read takes a reference to the file */
		MUST(!parked_in_poller, two_in_the_poller);
#ifdef POLLS_BEFORE_PREPARE
		if
		:: !left -> ask()
		:: else
		fi;
#endif
		woken = false; /* the prepare of Read: what was told before is forgotten */
#ifndef POLLS_BEFORE_PREPARE
#ifndef PARKS_WITHOUT_POLLING
		if
		:: !left -> ask()
		:: else
		fi;
#endif
#endif
		if
		:: left || readable
		:: else ->
end_parked:		park();
#ifdef WITNESS_LATE_EDGE
			NEVER(!left && !READABLE, witness_late_edge);
#endif
			skip
		fi;
		atomic { reading = false; readable = false };
		if
		:: left -> break
		:: else
		fi;
		ring()
	od;
	watchers--
}

#ifdef UNREFS
#define KEEP(f, change) open = (f == 0 -> open : open change)
#else
#define KEEP(f, change) open = open change
#endif

/* The part of RegisterFD that is done with the lock held, which it gives back. mine
 * becomes the generation. */
inline enter(f) {
	atomic { latest[f]++; mine = latest[f]; control(f, mine) };
#ifdef OUTLIVES
	if
	:: table[f] != 0 -> atomic { KEEP(f, - 1); detached = false } /* displaced: its descriptor was closed before it */
	:: else -> detached = false
	fi;
#endif
	atomic { table[f] = mine; KEEP(f, + 1); mu = false }
}

/* RegisterFD on a goroutine that is not the loop's. mine is 0 if it is refused. */
inline register(f) {
	lock(mu);
	if
#ifndef REGISTERS_AFTER_THE_END
	:: refusing -> atomic { mine = 0; mu = false } /* ErrClosed */
#endif
	:: else ->
#ifdef REGISTERS_WITHOUT_NOTIFY
		poller = true;
#else
		if
		:: !poller -> atomic { poller = true; PUBLISHED }; notify()
		:: else
		fi;
#endif
		enter(f)
	fi
}

/* Registration.Close: any goroutine. zero tells whether it was the last. */
inline close_registration(f, g) {
	if
	:: atomic { !mu && g != 0 && table[f] == g -> mu = true; KEEP(f, - 1); table[f] = 0; zero = UNUSED };
#ifdef END_WITHOUT_LOCK
		if
		:: poller -> atomic { forget(f) }
		:: else
		fi;
		mu = false
#else
		atomic {
			if
			:: poller -> forget(f)
			:: else /* the loop has ended */
			fi;
			mu = false
		}
#endif
	:: !mu && (g == 0 || table[f] != g) /* closed before */
	fi
}

/* Registration.Modify: any goroutine. It arms a one-shot registration again. */
inline modify(f, g) {
	atomic {
		!mu ->
		if
		:: !refusing && g != 0 && table[f] == g -> control(f, g)
		:: else
		fi
	}
}

inline release() {
#ifdef RELEASE_WITHOUT_NOTIFY
	skip
#else
	notify()
#endif
}

proctype Registrar(byte f, most) {
	byte n, mine;
	bool zero;
	do
	:: n < most && n % 2 == 0 -> register(f); n++
	:: n < most && n % 2 == 1 ->
#ifdef OUTLIVES
		/* the number is another descriptor's now */
		atomic { orphan = tag[f]; orphan_listed = listed[f]; tag[f] = 0; listed[f] = false; unread[f] = false };
		if
		:: n == most - 1 -> close_registration(f, mine)
		:: else /* the next registration of the number displaces it */
		fi;
#else
		close_registration(f, mine);
#endif
#ifdef AUTO_EXIT
		if
		:: zero -> zero = false; release()
		:: else
		fi;
#endif
#ifndef OUTLIVES
		unread[f] = false; /* the descriptor is closed, and its number another one's */
#endif
		n++
	:: else -> break
	od
}

proctype Writer(byte f) {
	byte n;
	do
	:: n < WRITES -> n++; atomic { arrive(f) }
	:: else -> break
	od
}

#ifdef MODIFIERS
proctype Modifier() {
	byte g;
	g = table[0];
	modify(0, g)
}
#endif

#ifdef SUBMITTERS
proctype Submitter() {
	bool took;
	atomic {
		took = !sealed;
		if
		:: took -> tasks++; PUBLISHED
		:: else
		fi
	};
	if
	:: took -> notify()
	:: else
	fi
}
#endif

/* Shutdown and Close but for the Notify. */
inline end(level) {
	sealed = true;
	atomic { !mu -> refusing = true };
	atomic { stop = (stop < level -> level : stop); PUBLISHED }
}

#if defined(SHUTDOWN) || defined(CLOSE)
proctype End(byte level) {
	end(level);
	notify()
}
#endif

#include "watcher_poll.pml"
#include "watcher_loop.pml"

/* A registration whose descriptor was closed before it has nothing to read. */
#define LEFT(f) (table[f] != 0 && table[f] == tag[f] && unread[f])

/* Runs when nothing else can: what must be true when all is at rest. */
proctype Rest() {
	timeout ->
	if
	:: ended
	:: else ->
		MUST(tasks == 0, a_wake_up_is_lost);
		MUST(!LEFT(0) && !LEFT(1), a_ready_descriptor_is_left);
		MUST(stop == RUNNING && !UNUSED, the_end_is_lost)
	fi
}

init {
	byte n;
	atomic {
		run Loop();
		run Netpoll();
		for (n : 1 .. REGISTRARS) { run Registrar(n - 1, (n == 1 -> CHANGES_OF_FIRST : CHANGES)); run Writer(n - 1) }
#ifdef OUTLIVES
		run Outlived();
#endif
#ifdef MODIFIERS
		for (n : 1 .. MODIFIERS) { run Modifier() }
#endif
#ifdef STRAYS
		for (n : 1 .. STRAYS) { run Stray() }
#endif
#ifdef SUBMITTERS
		for (n : 1 .. SUBMITTERS) { run Submitter() }
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
