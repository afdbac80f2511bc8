/*
 * Protocol B: the ingress queue by itself.
 *
 * PRODUCERS push TASKS each (the first of them TASKS_OF_FIRST), or, with ENDLESS, go on for ever with at most
 * OWN tasks each in the queue. CLOSERS close it from outside; CLOSE_IF_EMPTY lets
 * the consumer close it whenever it finds it empty.
 *
 * Nothing is fair here: a process that is not scheduled any more is one that
 * stalls for ever, wherever it stands. Labels that begin with "progress" are for
 * the search for runs that go on for ever without anything being done: a push
 * that ends, a task taken, or an "empty" that is right. There must be none,
 * which is lock-freedom.
 */
#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef CLOSERS
#define CLOSERS 0
#endif
#ifndef TASKS
#define TASKS 2
#endif
#ifndef TASKS_OF_FIRST
#define TASKS_OF_FIRST TASKS
#endif
#ifndef OWN
#define OWN 1
#endif
#define PUSHERS (PRODUCERS + CLOSERS)
#ifdef ENDLESS
#define QUEUED (PRODUCERS * OWN + CLOSERS + 1)
#else
#define QUEUED (PRODUCERS * TASKS + CLOSERS + 1)
#endif

#include "must.pml"
#include "segments.pml"

byte finished; /* model only: pushers that are done */
#ifdef ENDLESS
byte own[PRODUCERS]; /* model only: accepted and not taken */
#endif
hidden byte an_accepted_task_is_left;

proctype Producer(byte me) {
	byte i, n;
	bool took;
	do
#ifdef ENDLESS
	:: atomic { own[me] < OWN -> own[me]++ };
#else
	:: n < (me == 0 -> TASKS_OF_FIRST : TASKS) ->
#endif
		push(TASK(me, n));
progress_pushed:
		if
		:: took ->
#ifdef ENDLESS
			n = 1 - n
#else
			n++
#endif
		:: else -> break
		fi
#ifndef ENDLESS
	:: else -> break
#endif
	od;
	finished++
}

#if CLOSERS > 0
proctype Closer(byte me) {
	byte i;
	bool took;
	push(END);
	finished++
}
#endif

proctype Consumer() {
	byte me = CONSUMER, seen, i;
	bool took, all;
	do
	:: all = (finished == PUSHERS);
		look();
		if
		:: seen == END || (seen == NIL && all) -> break
		:: seen == NIL && !all ->
progress_empty:		skip
		:: else ->
			take();
progress_taken:
#ifdef ENDLESS
			own[(seen - 128) / 8]--
#else
			skip
#endif
		fi
#ifndef SEGMENT_MARKER_REUSED
	:: cleared < k -> clear_one()
#endif
#ifdef CLOSE_IF_EMPTY
	:: true -> /* without it the else of close_if_empty would be this do's */
		close_if_empty();
progress_asked:
		if
		:: took -> break
		:: else
		fi
#endif
	od;
	/* END may be left to be seen, nothing else. */
	MUST(empty(order) || (len(order) == 1 && order ? [END]), an_accepted_task_is_left);
end_of_pushes:
	finished == PUSHERS
}

init {
	byte n;
	atomic {
		init_queue();
		for (n : 0 .. PRODUCERS - 1) { run Producer(n) }
#if CLOSERS > 0
		for (n : PRODUCERS .. PUSHERS - 1) { run Closer(n) }
#endif
		n = 0;
		run Consumer()
	}
}
