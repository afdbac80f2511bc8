/*
 * Under the watcher: the kernel's instance of descriptors (epoll), and the Go
 * runtime's poller, which has that instance registered edge-triggered. Included
 * by watcher.pml.
 *
 * A collection that meets a poll of the runtime's poller may find nothing although
 * something is there: the poll takes the list away for a moment, and kernels before
 * 6.18 ask whether there is one without a lock.
 *
 * The kernel lists an item when its source speaks, or when registering or
 * modifying finds it ready; each time it tells the runtime's poller. A collection
 * takes what is listed; level-triggered items stay, and of those the poller is not
 * told again. An item that was read empty is not listed any more.
 */
#define LEVEL 0
#define EDGE 1
#define ONE_SHOT 2
#define KIND_OF(f) (f == 0 -> KIND : KIND_OF_SECOND)

bool unread[2]; /* the descriptor: something is there to be read */
byte tag[2];    /* the item: what its events carry; 0 if there is no item */
bool off[2];    /* a one-shot item that was collected: silent until it is modified */
bool listed[2]; /* an event is ready to be collected */
#ifdef OUTLIVES
byte orphan;    /* the generation of an item whose file lives on without its number, which was 0 */
bool orphan_listed;
#define READABLE (listed[0] || listed[1] || orphan_listed)
#else
#define READABLE (listed[0] || listed[1]) /* what poll(2) says about the instance */
#endif

bool edge;    /* the runtime's poller is to poll at the instance */
bool looking; /* it does */
bool woken;   /* the runtime's poller has seen it readable: the next park ends at once */
bool reading; /* a Read holds the file of the instance */
bool evicted; /* the file is closed: parks end, Read fails */
bool gone;    /* the instance is closed: its number may be somebody else's */

hidden byte a_closed_instance_is_used;

inline list(f) {
	listed[f] = true;
	edge = true
}

/* In one step: a source speaks. */
inline arrive(f) {
	unread[f] = true;
	if
	:: tag[f] != 0 && !off[f] -> list(f)
	:: else
	fi
}

/* In one step: EPOLL_CTL_ADD and EPOLL_CTL_MOD. */
inline control(f, events_carry) {
	MUST(!gone, a_closed_instance_is_used);
	tag[f] = events_carry;
	off[f] = false;
	if
	:: unread[f] && !listed[f] -> list(f)
	:: else
	fi
}

/* In one step: EPOLL_CTL_DEL. */
inline forget(f) {
	MUST(!gone, a_closed_instance_is_used);
	tag[f] = 0;
	off[f] = false;
	listed[f] = false
}

/* In one step: the descriptor is read until it is empty. */
inline read_all(f) {
	unread[f] = false;
	listed[f] = false
}

/* In one step: one event is taken. */
inline deliver(f) {
	event[f] = tag[f];
	taken++;
	listed[f] = (KIND_OF(f) == LEVEL);
	off[f] = (KIND_OF(f) == ONE_SHOT)
}

#ifdef OUTLIVES
/* In one step: an event of the orphan is taken. */
inline deliver_orphan() {
	met = orphan;
	taken++;
	orphan_listed = (KIND == LEVEL)
}
#endif

/* epoll_wait with a zero timeout, for at most BATCH events: taken of them. met is the generation
 * that an event of the orphan carries, 0 if there is none. */
inline collect() {
	atomic {
		MUST(!gone, a_closed_instance_is_used);
		taken = 0;
		if
#ifdef OUTLIVES
		:: orphan_listed && !listed[0] -> deliver_orphan()
		:: orphan_listed && listed[0] -> deliver_orphan(); taken = BATCH /* and more like it */
#if BATCH > 1
		:: orphan_listed && listed[0] -> deliver_orphan(); deliver(0)
		:: !orphan_listed && listed[0] -> deliver(0)
#else
		:: listed[0] -> deliver(0)
#endif
#elif BATCH > 1
		:: listed[0] && listed[1] -> deliver(0); deliver(1)
		:: listed[0] && !listed[1] -> deliver(0)
		:: !listed[0] && listed[1] -> deliver(1)
#else
		:: listed[0] -> deliver(0)
		:: listed[1] -> deliver(1)
#endif
		:: !READABLE
#ifdef MISSES
		:: READABLE && looking && misses < MISSES -> misses++
#endif
		fi
	}
}

#ifdef OUTLIVES
/* The same with room for more events than there are. */
inline collect_all() {
	atomic {
		taken = 0;
		if
		:: orphan_listed -> deliver_orphan()
		:: else
		fi;
		if
		:: listed[0] -> deliver(0)
		:: else
		fi
	}
}
#endif

/* The function given to Read: poll(2) on the instance. */
inline ask() {
	atomic {
		MUST(!gone, a_closed_instance_is_used);
		readable = READABLE;
#ifdef WATCHER_TAKES_EVENTS
		/* epoll_wait, which takes what it reports */
		if
		:: listed[0] -> deliver(0); event[0] = 0
		:: !listed[0] && listed[1] -> deliver(1); event[1] = 0
		:: else
		fi;
#endif
		skip
	}
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

/* The runtime's poller: its poll takes a while, and between that and its word to
 * the registration it may be late. */
proctype Netpoll() {
	bool seen;
end_waiting:
	do
	:: atomic { edge && !gone -> edge = false; looking = true };
		atomic { looking = false; seen = READABLE };
		if
		:: seen -> atomic { seen = false; woken = true }
		:: else
		fi
	od
}

#ifdef OUTLIVES
/* Who holds the file that lives on. */
proctype Outlived() {
end_living: atomic { orphan != 0 -> orphan_listed = true; edge = true }
}
#endif

#ifdef STRAYS
/* A kernel that tells the poller more often than it must. */
proctype Stray() {
	woken = true
}
#endif
