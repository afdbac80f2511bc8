/*
 * The watcher of descriptors: how a loop that sleeps on its event count alone
 * learns that a descriptor is ready, without losing an event and without a system
 * call while none is. A goroutine, the watcher, parks in the runtime's poller on
 * the loop's instance of descriptors; when there is news it says so and notifies
 * the loop. The loop collects, and looks again by itself for what it has left.
 *
 * Who takes part is chosen with -D: REGISTRARS (1 or 2: each with a descriptor of
 * its own, which it registers, closes, and registers as another one under the same
 * number: CHANGES calls in all, the first registrar CHANGES_OF_FIRST), KIND and
 * KIND_OF_SECOND (LEVEL, EDGE, ONE_SHOT), WRITES (how often each descriptor becomes
 * readable), BATCH (the most events of one collection), LEAVES (how often callbacks
 * leave a level-triggered descriptor unread), STAYS_READY (they never read),
 * CALLBACK_CLOSES (a callback may close the other registration), CALLBACK_REOPENS (and
 * register its number again), CALLBACK_ENDS (one may close the loop), MODIFIERS
 * (goroutines that modify the first registration), OUTLIVES (a descriptor is closed
 * before its registration, while its file lives on elsewhere), MISSES (how often a
 * collection may overlook what is there), STRAYS (edges for nothing), SUBMITTERS (a
 * task each), SPINS (the loop never parks), AUTO_EXIT (only open registrations keep
 * the loop), UNREFS (not even those), SHUTDOWN, CLOSE. COUNT_WAKE_UPS compares tokens
 * with what was published.
 *
 * In Go: internal/poll/watcher.go (Watcher, collect_events), internal/poll/epoll.go
 * (await), internal/poll/poll.go (collection, generations), descriptor.go and run.go
 * (the rest).
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

#include "must.pml"
#include "eventcount.pml"

#define RUNNING 0
#define DRAINING 1 /* Shutdown, auto-exit */
#define STOPPING 2 /* Close */

/* The watcher and the loop. */
bool ready; /* the watcher sets it, the loop clears it and sets it again */

/* Registrations. The lock is held for a collection too. Without it the loop reads
 * only whether a registration that it has found is still open, and the poller. */
bool mu;
bool poller;    /* it exists: set by the first registration, taken back at the end */
byte table[2];  /* the generation that is open; 0 if none is */
byte latest[2]; /* the last one that was */
byte open;      /* registrations that keep the loop */
bool refusing;  /* the loop is to end */
bool started;   /* the watcher */
#define EVENTFUL (poller && ready)

byte event[2]; /* what the loop has found: generations; 0 once it is dealt with */

byte tasks;
bool sealed;         /* the lane refuses */
byte stop = RUNNING; /* only grows */

/* Model only. */
byte watchers;
bool called[2];    /* in this turn */
byte closed[2];    /* the generation that was closed on the loop */
byte leaves, misses;
bool closed_the_loop, left_by_itself, ended;

#ifdef AUTO_EXIT
#define UNUSED (open == 0)
#else
#define UNUSED false
#endif

hidden byte a_wake_up_is_lost;           /* at rest with a task in the lane */
hidden byte a_ready_descriptor_is_left;  /* at rest, registered and unread */
hidden byte the_end_is_lost;             /* at rest although told to end */
hidden byte two_watchers;
hidden byte an_event_reaches_a_later_owner;
hidden byte a_callback_runs_after_close; /* of its registration, on the loop */
hidden byte a_callback_runs_after_the_end; /* the loop was closed by a callback */
hidden byte two_callbacks_in_a_turn;
hidden byte an_accepted_registration_is_left; /* auto-exit although it was open */
hidden byte the_watcher_outlives_the_loop;
hidden byte witness_ready_while_collecting, witness_edge_kept, witness_late_edge, witness_missed;
hidden byte witness_event_skipped, witness_later_owner, witness_orphan;

#include "watcher_kernel.pml"

inline lock(m) {
	atomic { !m -> m = true }
}

/* The caller puts a label end_parked before it: the watcher may stay there. */
inline park() {
	if
	:: atomic { woken -> woken = false }
#ifndef END_LEAVES_THE_PARKED
	:: evicted -> left = true
#endif
	fi
}

inline ring() {
#ifdef READY_AFTER_NOTIFY
	notify();
	atomic { ready = true; PUBLISHED }
#else
	atomic { ready = true; PUBLISHED };
#ifndef READY_WITHOUT_NOTIFY
	notify()
#else
	skip
#endif
#endif
}

/* One Read, whose function rings and never says that it has read something. */
proctype Watcher() {
	bool left;
	atomic { left = evicted; reading = !left }; /* Read takes a reference to the file */
	if
	:: left
	:: else ->
		woken = false; /* the prepare of Read: what was told before is forgotten */
#ifdef PARKS_FIRST
end_parked_first: park();
#endif
		do
		:: left -> break
		:: else ->
			ring();
#ifdef READS_ANEW
			woken = false;
#endif
#ifdef WITNESS_EDGE_KEPT
			NEVER(woken, witness_edge_kept);
#endif
end_parked:		park();
#ifdef WITNESS_LATE_EDGE
			NEVER(!left && !READABLE, witness_late_edge);
#endif
			skip
		od;
		reading = false
	fi;
	watchers--
}

inline start_watcher() {
	atomic {
		MUST(watchers == 0, two_watchers);
		started = true;
		watchers++;
		run Watcher()
	}
}

#ifdef UNREFS
#define KEEP(change) skip
#else
#define KEEP(change) open = open change
#endif

/* The part of RegisterFD that is done with the lock held. mine becomes the
 * generation. */
inline enter(f) {
	atomic { latest[f]++; mine = latest[f] };
	atomic { control(f, mine) };
#ifdef OUTLIVES
	if
	:: table[f] != 0 -> KEEP(- 1) /* displaced: its descriptor was closed before it */
	:: else
	fi;
#endif
	table[f] = mine;
	KEEP(+ 1)
}

/* RegisterFD on a goroutine that is not the loop's. mine is 0 if it is refused. */
inline register(f) {
#ifdef STARTS_WITHOUT_LOCK
	if
	:: !started -> start_watcher()
	:: else
	fi;
#endif
	lock(mu);
	if
#ifndef REGISTERS_AFTER_THE_END
	:: refusing -> mine = 0 /* ErrTerminated */
#endif
	:: else ->
#ifndef POLLER_PUBLISHED_LATE
		poller = true;
#endif
		enter(f);
#ifndef STARTS_WITHOUT_LOCK
		if
		:: !started -> start_watcher()
		:: else
		fi;
#endif
#ifdef POLLER_PUBLISHED_LATE
		poller = true;
#endif
		skip
	fi;
	mu = false
}

/* Registration.Close: any goroutine. zero tells whether it was the last. */
inline close_registration(f, g) {
	lock(mu);
	if
	:: g != 0 && table[f] == g ->
		atomic { KEEP(- 1); table[f] = 0; zero = UNUSED };
		if
		:: poller -> atomic { forget(f) }
		:: else /* the loop has ended */
		fi
	:: else /* closed before */
	fi;
	mu = false
}

/* Registration.Modify: any goroutine. It arms a one-shot registration again. */
inline modify(f, g) {
	lock(mu);
	if
	:: !refusing && g != 0 && table[f] == g -> atomic { control(f, g) }
	:: else
	fi;
	mu = false
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
		atomic { orphan = tag[f]; haunts = listed[f]; tag[f] = 0; listed[f] = false; unread[f] = false };
#else
		close_registration(f, mine);
#ifdef AUTO_EXIT
		if
		:: zero -> zero = false; release()
		:: else
		fi;
#endif
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
	lock(mu);
	refusing = true;
	mu = false;
	atomic { stop = (stop < level -> level : stop); PUBLISHED }
}

#if defined(SHUTDOWN) || defined(CLOSE)
proctype End(byte level) {
	end(level);
	notify()
}
#endif

#include "watcher_loop.pml"

#define LEFT(f) (table[f] != 0 && unread[f])

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
