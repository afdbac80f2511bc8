/*
 * A rejected design: the fetch-and-add segment queue. A push claims a slot by
 * a fetch-and-add on the segment's index and publishes its task by a store.
 *
 * As it stands it loses nothing, but the consumer meets slots that are claimed
 * and empty (CHECK_HIDDEN). With RECYCLE, segments are used again once they are
 * used up, without an argument of their own: a late push that still holds a
 * retired segment claims a slot of its next life, wherever that segment is, and
 * moves the tail as its old life would have wanted it.
 */
#ifndef TASKS
#define TASKS 2
#endif
#define PRODUCERS 2
#define SLOTS 2
#define SEGMENTS 8
#define NIL 0
#define TASK(p, n) (128 + 8 * (p) + (n))
#define SLOT(s, i) slot[(s) * SLOTS + (i)]

#include "must.pml"

byte claims[SEGMENTS]; /* stays at SLOTS when all are claimed */
byte next_of[SEGMENTS];
byte slot[SEGMENTS * SLOTS];
byte tail = 1, head = 1, k;
byte spares[SEGMENTS];
byte spare_count;
byte made = 1;

/* Model only. */
byte expected[PRODUCERS], finished, published, taken;
hidden byte j;

hidden byte out_of_order;
hidden byte an_accepted_task_is_left;
hidden byte a_task_is_hidden; /* behind a slot whose push has stalled */

/* A segment to append. */
inline spare(s) {
	d_step {
		if
		:: spare_count > 0 -> spare_count--; s = spares[spare_count]; spares[spare_count] = NIL
		:: else ->
			made++;
			MUST(made < SEGMENTS, the_model_is_too_small);
			s = made
		fi
	}
}

inline keep(s) {
	d_step { spares[spare_count] = s; spare_count++; s = NIL }
}

inline push(task) {
	do
	:: s = tail;
		atomic { i = claims[s]; claims[s] = (i < SLOTS -> i + 1 : i) }; /* fetch-and-add */
		if
		:: i < SLOTS -> atomic { SLOT(s, i) = task; published++; s = NIL; i = 0 }; break
		:: else
		fi;
		after = next_of[s];
		if
		:: after == NIL ->
			spare(brings);
			if
			:: atomic { next_of[s] == NIL -> next_of[s] = brings; after = brings; brings = NIL } /* CAS */
			:: atomic { else -> after = next_of[s]; keep(brings) }
			fi
		:: else
		fi;
		atomic {
			if
			:: tail == s -> tail = after /* CAS */
			:: else
			fi;
			after = NIL
		}
	od
}

proctype Producer(byte me) {
	byte n, s, i, after, brings;
	do
	:: n < TASKS -> push(TASK(me, n)); n++
	:: else -> break
	od;
	finished++
}

proctype Consumer() {
	byte task, old;
	bool all;
	do
	:: true ->
		if
		:: k == SLOTS && next_of[head] != NIL ->
			old = head;
			atomic { head = next_of[old]; k = 0 };
#ifdef RECYCLE
			/* the segment alone is reset here; nobody tells those who still hold it */
			d_step {
				for (j : 0 .. SLOTS - 1) { SLOT(old, j) = NIL }
				next_of[old] = NIL;
				claims[old] = 0
			}
			keep(old);
#endif
			old = NIL
		:: else
		fi;
		all = (finished == PRODUCERS);
		if
		:: k < SLOTS && SLOT(head, k) != NIL ->
			d_step {
				task = SLOT(head, k) - 128;
				MUST(expected[task / 8] == task % 8, out_of_order);
				expected[task / 8]++;
				taken++;
				k++;
				task = 0
			}
		:: atomic { k < SLOTS && SLOT(head, k) == NIL ->
#ifdef CHECK_HIDDEN
			MUST(published == taken, a_task_is_hidden);
#endif
			MUST(!all || taken == PRODUCERS * TASKS, an_accepted_task_is_left) };
			if
			:: all -> break
			:: else
			fi
		:: atomic { k == SLOTS && next_of[head] == NIL ->
			MUST(!all || taken == PRODUCERS * TASKS, an_accepted_task_is_left) };
			if
			:: all -> break
			:: else
			fi
		:: k == SLOTS && next_of[head] != NIL
		fi
	od
}

init {
	byte n;
	atomic {
		for (n : 0 .. PRODUCERS - 1) { run Producer(n) }
		n = 0;
		run Consumer()
	}
}
