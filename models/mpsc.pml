/*
 * The queue of internal/mpsc: one word with a number, an idle bit and a lock
 * bit. PRODUCERS add VALUES each. A producer may also lock and unlock without
 * adding anything, as a mailbox does that refuses. The consumer is a loop that
 * runs an entry; a producer that finds it idle gives it one.
 */
#include "must.pml"

#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef VALUES
#define VALUES 2
#endif

#define LOCKED 1
#define IDLE 2
#define ONE 4
#define ALL (PRODUCERS * VALUES)

byte word = IDLE;
byte cell[ALL];      /* 0: not written */
chan entry = [2] of { bool };
byte taken;

hidden byte a_value_is_left;
hidden byte a_cell_is_not_written;
hidden byte two_entries;            /* or an entry beside a consumer that is not idle */
hidden byte an_entry_finds_nothing;
hidden byte witness_awaits;
hidden byte witness_meets_lock;
hidden byte witness_goes_on;

inline push_entry() {
	MUST(empty(entry), two_entries);
	entry!true
}

/* Add and unlock. */
inline publish() {
#ifdef KEEP_IDLE
	word = (word & ~LOCKED) + ONE
#else
	word = (word & ~(LOCKED | IDLE)) + ONE
#endif
}

active [PRODUCERS] proctype Producer() {
	byte n, s;
	bool mine, refused;
	do
	:: n < VALUES ->
		s = word;
		/* The compare-and-swap of Lock. */
		atomic {
			mine = (!(s & LOCKED) && word == s);
			if
			:: mine -> word = s | LOCKED
			:: else
			fi
		}
		if
		:: mine && !refused ->
			/* Send refuses. */
			refused = true;
#ifdef UNLOCK_CLEARS_IDLE
			word = word & ~(LOCKED | IDLE)
#else
			word = word & ~LOCKED
#endif
		:: mine ->
			if
			:: s & IDLE -> push_entry()
			:: else
			fi;
#ifdef PUBLISH_FIRST
			publish();
			cell[(word >> 2) - 1] = 1;
#else
			cell[word >> 2] = 1;
			publish();
#endif
			n++
		:: else
		fi
	:: else -> break
	od
}

active proctype Consumer() {
	byte s, ready;
end:
	do
	:: entry?_ ->
#ifndef NO_AWAIT
#ifdef WITNESS_AWAITS
		NEVER((word >> 2) == taken, witness_awaits);
#endif
		(word >> 2) != taken;
#endif
		ready = (word >> 2) - taken;
		MUST(ready > 0, an_entry_finds_nothing);
		do
		:: ready > 0 ->
			MUST(cell[taken] == 1, a_cell_is_not_written);
			taken++;
			ready--
		:: else -> break
		od;
		/* Idle. */
		do
		:: s = word;
			if
			:: (s >> 2) != taken ->
#ifdef WITNESS_GOES_ON
				NEVER(true, witness_goes_on);
#endif
				push_entry();
				break
#ifdef IDLE_STORED
			:: else ->
				word = s | IDLE;
				break
#else
#ifndef IDLE_WHILE_LOCKED
			:: (s >> 2) == taken && (s & LOCKED) ->
#ifdef WITNESS_MEETS_LOCK
				NEVER(true, witness_meets_lock);
#endif
				!(word & LOCKED)
#endif
			:: else ->
				atomic {
					if
					:: word == s -> word = s | IDLE; break
					:: else
					fi
				}
#endif
			fi
		od
	od
}

active proctype Judge() {
	timeout -> MUST(taken == ALL, a_value_is_left)
}
