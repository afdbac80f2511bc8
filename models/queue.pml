/*
 * The queue of internal/ingress: its operations. Included by ingress.pml and loop.pml, which define
 * PUSHERS, the number of processes that push or close, and QUEUED, the largest number of tasks.
 *
 * What the lock guards is one list here: the slice pushes and the chunks before it. A swap takes at
 * most CHUNK tasks of it.
 *
 * On amd64 two stores are plain: that which releases the lock, and that with which a swap clears
 * has_pushes. A processor keeps such a store in a buffer and may execute later loads before the
 * store is visible. Buffer makes the stores of a process visible, in their order. The process itself
 * sees its stores at once, and its atomic operations wait for them. What the lock guards is written
 * at once: only a process that has the lock reads it, so after the stores were made visible.
 */
#ifndef CHUNK
#define CHUNK 2
#endif
#define CONSUMER PUSHERS
#define TASK(p, n) (1 + 8 * (p) + (n))

bool held;       /* the lock */
bool has_pushes; /* polled without the lock */

/* Guarded by the lock. */
byte cell[QUEUED], count;
byte swapped;
bool closed;

/* The consumer alone. */
chan batch = [QUEUED] of { byte };

/* The buffers. */
bool releases[PUSHERS + 1];
bool clears; /* of the consumer */
#ifdef HAS_PUSHES_PLAIN
bool sets[PUSHERS + 1];
#define SETS(p) sets[p]
#else
#define SETS(p) false
#endif
#define CLEARS(p) ((p) == CONSUMER && clears)
#define DRAINED(p) (!releases[p] && !CLEARS(p) && !SETS(p))

/* Model only. */
chan order = [QUEUED] of { byte }; /* accepted and not taken, in the order of the pushes */
byte accepted;
bool over; /* closed: nothing is accepted any more */

hidden byte out_of_order;
hidden byte empty_is_wrong;
hidden byte accepted_after_the_end;
hidden byte close_if_empty_is_wrong;
hidden byte pushed_is_wrong;
hidden byte witness_swaps_a_chunk;
hidden byte witness_sees_its_own_clear; /* before others see it */
hidden byte k, head;

proctype Buffer(byte p) {
end_drained:
	do
#ifdef HAS_PUSHES_PLAIN
	:: atomic { sets[p] -> sets[p] = false; has_pushes = true }
#endif
	:: atomic { CLEARS(p) -> clears = false; has_pushes = false }
#ifdef RELEASE_WITHOUT_ORDER
	:: atomic { releases[p] -> releases[p] = false; held = false }
#else
	:: atomic { releases[p] && !CLEARS(p) && !SETS(p) -> releases[p] = false; held = false }
#endif
	od
}

inline acquire() {
#ifdef LOCK_IN_TWO_STEPS
	DRAINED(me) && !held;
	held = true
#else
	atomic { DRAINED(me) && !held -> held = true } /* CAS */
#endif
}

inline release() { releases[me] = true }

/* The step in which a push is done: an "empty" after it would be wrong. */
inline accept(task) {
	d_step {
		MUST(!over, accepted_after_the_end);
		order!task;
		accepted++
	}
}

inline set_has_pushes() {
#ifdef HAS_PUSHES_PLAIN
	sets[me] = true
#else
	has_pushes = true
#endif
}

/* Push; took tells whether it was accepted. */
inline push(task) {
#ifdef CLOSED_READ_EARLY
	took = !closed;
	acquire();
#else
	acquire();
	took = !closed;
#endif
	if
	:: !took ->
#ifndef REFUSED_KEEPS_LOCK
		release()
#else
		skip
#endif
	:: else ->
		i = count;
#ifdef SET_AFTER_UNLOCK
		atomic { cell[i] = task; count = i + 1; accept(task) };
		release();
		if
		:: i == 0 -> set_has_pushes()
		:: else
		fi;
#else
		if
		:: i == 0 -> cell[i] = task; count = i + 1; atomic { set_has_pushes(); accept(task) }
		:: else -> atomic { cell[i] = task; count = i + 1; accept(task) }
		fi;
		release();
#endif
		i = 0
	fi
}

/* Close. */
inline close() {
	acquire();
	atomic { closed = true; over = true };
	release()
}

/* Pushed. */
inline check_pushed() {
#ifdef PUSHED_UNLOCKED
	i = swapped;
	atomic { MUST(i + count == accepted, pushed_is_wrong); i = 0 }
#else
	acquire();
	MUST(swapped + count == accepted, pushed_is_wrong);
	release()
#endif
}

/* Empty; found tells whether there is something. */
inline look() {
	atomic {
#ifdef WITNESS_SEES_ITS_OWN_CLEAR
		NEVER(len(batch) == 0 && clears && has_pushes, witness_sees_its_own_clear);
#endif
		found = len(batch) > 0 || (has_pushes && !clears);
		MUST(found || empty(order), empty_is_wrong)
	}
}

/* Makes what was pushed first the tasks to take. */
inline swap() {
	acquire();
	i = (count > CHUNK -> CHUNK : count);
#ifdef WITNESS_SWAPS_A_CHUNK
	NEVER(i < count, witness_swaps_a_chunk);
#endif
	d_step {
#ifdef SWAP_FORGETS_RUN
		do
		:: len(batch) > 0 -> batch?_
		:: else -> break
		od;
#endif
#ifdef SWAP_TAKES_THE_LAST_CHUNK
		for (k : 0 .. i - 1) { batch!cell[count - i + k] }
#else
		for (k : 0 .. i - 1) { batch!cell[k] }
		for (k : i .. count - 1) { cell[k - i] = cell[k] }
#endif
		for (k : count - i .. count - 1) { cell[k] = 0 }
		k = 0;
		count = count - i;
		swapped = swapped + i;
		i = 0
	}
#ifdef CLEARED_OUTSIDE_LOCK
	i = count;
	release();
	DRAINED(me);
	if
	:: i == 0 -> clears = true
	:: else
	fi;
	i = 0
#else
#ifdef CLEARED_WITH_CHUNKS
	clears = true;
#else
	if
	:: count == 0 -> clears = true
	:: else
	fi;
#endif
	release()
#endif
}

/* Take, after look has found something. */
inline take() {
	if
#ifdef SWAP_FORGETS_RUN
	:: has_pushes && !clears -> swap()
#endif
	:: len(batch) == 0 -> swap()
	:: len(batch) > 0
	fi;
	d_step {
		MUST(len(batch) > 0, out_of_order);
		batch?head;
		MUST(order?[eval(head)], out_of_order);
		order?_;
		head = 0
	}
}

/* CloseIfEmpty; took tells whether the queue is closed and empty. */
inline close_if_empty() {
#ifdef CLOSE_IF_EMPTY_SKIPS_RUN
	if
	:: true ->
#else
	if
	:: len(batch) > 0 -> took = false
	:: else ->
#endif
#ifdef CLOSE_IF_EMPTY_TWO_STEPS
		took = (count == 0);
		acquire();
#else
		acquire();
		took = (count == 0);
#endif
		atomic {
			if
			:: took ->
				MUST(empty(order), close_if_empty_is_wrong);
				closed = true;
				over = true
			:: else -> MUST(nempty(order), close_if_empty_is_wrong)
			fi
		}
		release()
	fi
}
