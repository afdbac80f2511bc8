/*
 * How a slot of a Keyed moves between the loops of a group, with its functions
 * (group/handover.go). Loop 0 has the slot; it moves to loop 1, and with
 * MOVES=2 back again. With CLOSE the Keyed is closed after that
 * (group/close.go).
 *
 * SUBMITTERS give TASKS functions each to Submit. Mailboxes and transits are
 * channels; their locks are modelled, because the order of what is done under
 * them and outside is what the protocol is.
 */
#include "must.pml"

#ifndef SUBMITTERS
#define SUBMITTERS 1
#endif
#ifndef TASKS
#define TASKS 2
#endif
#ifndef MOVES
#define MOVES 1
#endif

#define ROOM 8   /* of a mailbox */
#define NOBODY 9
#define IN_TRANSIT 2 /* table: 2 is the first move's transit, 3 the second one's */
#define CLOSED 4     /* table: a transit that has ended, for good */

/* What is in a mailbox: a function, and whether nothing refuses it; or a control message. */
mtype = { function, leave, arrive, finish };

chan mailbox[2] = [ROOM] of { mtype, byte, byte };
chan held[2] = [ROOM] of { byte, byte };
bool mailbox_lock[2];
bool transit_lock[2];
bool ended[2];

byte table;           /* 0 or 1: a loop; 2 or 3: a transit */
byte owner;           /* model only: the loop that may run functions of the slot */
byte next[SUBMITTERS]; /* model only: the number of the submitter's next function */
byte ran;
byte moves_done;
#ifdef CLOSE
byte given; /* model only: the functions that were accepted */
#endif

hidden byte a_foreign_key_runs;  /* a loop runs a function of a slot that is not its own */
hidden byte out_of_order;        /* or twice */
hidden byte a_function_is_left;  /* accepted, and it never runs */
hidden byte witness_refused;
hidden byte witness_ended;
hidden byte witness_held;
hidden byte witness_closed;

inline lock(l) { atomic { !l -> l = true } }
inline unlock(l) { l = false }

inline append(to, kind, who, n) {
	MUST(len(mailbox[to]) < ROOM, the_model_is_too_small);
	mailbox[to]!kind(who, n)
}

/* Mailbox.Send of something that nothing refuses. */
inline send(to, kind, who, n) {
	lock(mailbox_lock[to]);
	append(to, kind, who, n);
	unlock(mailbox_lock[to])
}

/* Submit. */
active [SUBMITTERS] proctype Submitter() {
	byte n, to, t;
	bool accepted;
	do
	:: n < TASKS ->
		to = table;
		accepted = false;
		if
		:: to < IN_TRANSIT ->
#ifdef CHECK_UNLOCKED
			accepted = (table == to);
			lock(mailbox_lock[to]);
#else
			lock(mailbox_lock[to]);
#ifdef NO_CHECK
			accepted = true;
#else
			accepted = (table == to);
#endif
#endif
			if
			:: accepted -> append(to, function, _pid, n)
			:: else ->
#ifdef WITNESS_REFUSED
				NEVER(true, witness_refused);
#endif
				skip
			fi;
			unlock(mailbox_lock[to])
#ifdef CLOSE
		:: to == CLOSED ->
#ifdef WITNESS_CLOSED
			NEVER(n > 0, witness_closed);
#endif
			break
#endif
		:: else ->
			t = to - IN_TRANSIT;
			lock(transit_lock[t]);
#ifdef NO_ENDED
			accepted = true;
#else
			accepted = !ended[t];
#endif
			if
			:: accepted -> held[t]!_pid, n
			:: else ->
#ifdef WITNESS_ENDED
				NEVER(true, witness_ended);
#endif
				skip
			fi;
			unlock(transit_lock[t])
		fi;
		if
		:: accepted ->
#ifdef CLOSE
			atomic { n++; given++ }
#else
			n++
#endif
		:: else
		fi
	:: else -> break
	od
}

/* Keyed.move, for the first move and then the second. */
active proctype Mover() {
	byte m;
	do
	:: m < MOVES ->
#ifdef LEAVE_FIRST
		send(m, leave, m, 0);
		table = IN_TRANSIT + m;
#else
		table = IN_TRANSIT + m;
		send(m, leave, m, 0);
#endif
		m++;
		(moves_done == m) /* await */
	:: else -> break
	od
#ifdef CLOSE
	/* Keyed.Close. */
#ifdef FINISH_FIRST
	send(0, finish, 0, 0);
	send(1, finish, 0, 0);
	table = CLOSED
#else
	table = CLOSED;
	send(0, finish, 0, 0);
	send(1, finish, 0, 0)
#endif
#endif
}

inline tell_new() {
	send(1 - self, arrive, 0, 0)
}

inline forward() {
	do
	:: len(held[m]) > 0 ->
		held[m]?who, n;
#ifdef WITNESS_HELD
		NEVER(true, witness_held);
#endif
		send(1 - self, function, who, n)
	:: else -> break
	od
}

active [2] proctype Loop() {
	byte self, who, n, m;
	mtype kind;
	self = _pid - SUBMITTERS - 1;
end:
	do
	:: mailbox[self]?kind(who, n) ->
		if
		:: kind == function ->
			atomic {
				MUST(owner == self, a_foreign_key_runs);
				MUST(next[who] == n, out_of_order);
				next[who]++;
				ran++
			}
		:: kind == arrive -> owner = self
		:: kind == finish ->
			if
			:: owner == self -> owner = NOBODY
			:: else
			fi
		:: kind == leave ->
			m = who;
			owner = NOBODY;
#ifdef PUBLISH_FIRST
			table = 1 - self;
#endif
#ifndef ARRIVE_LAST
			tell_new();
#endif
#ifdef END_UNLOCKED
			forward();
			table = 1 - self;
			ended[m] = true;
#else
			lock(transit_lock[m]);
			forward();
			table = 1 - self;
			ended[m] = true;
			unlock(transit_lock[m]);
#endif
#ifdef ARRIVE_LAST
			tell_new();
#endif
			moves_done++
		fi
	od
}

/* When nothing can go on, everything has run. */
active proctype Judge() {
#ifdef CLOSE
	timeout -> MUST(ran == given, a_function_is_left)
#else
	timeout -> MUST(ran == SUBMITTERS * TASKS, a_function_is_left)
#endif
}
