/*
 * Protocol B: the ingress queue by itself.
 *
 * PRODUCERS push TASKS each (the first of them TASKS_OF_FIRST). CLOSERS close the queue from
 * outside; CLOSE_IF_EMPTY lets the consumer close it whenever it finds it empty. COUNTERS ask how
 * many were pushed.
 *
 * Nothing is fair here. Labels that begin with "progress" are for the search for runs that go on for
 * ever without anything being done: a push that ends, a task taken, or an "empty" that is right.
 */
#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef CLOSERS
#define CLOSERS 0
#endif
#ifndef COUNTERS
#define COUNTERS 0
#endif
#ifndef TASKS
#define TASKS 2
#endif
#ifndef TASKS_OF_FIRST
#define TASKS_OF_FIRST TASKS
#endif
#define PUSHERS (PRODUCERS + CLOSERS + COUNTERS)
#define QUEUED (PRODUCERS * TASKS + 1)

#include "must.pml"
#include "queue.pml"

byte finished; /* model only: pushers that are done */
hidden byte an_accepted_task_is_left;

proctype Producer(byte me) {
	byte i, n;
	bool took = true;
	do
	:: took && n < (me == 0 -> TASKS_OF_FIRST : TASKS) ->
		push(TASK(me, n));
		n++
	:: else -> break
	od;
	DRAINED(me);
	finished++
}

#if CLOSERS > 0
proctype Closer(byte me) {
	close();
	DRAINED(me);
	finished++
}
#endif

#if COUNTERS > 0
proctype Counter(byte me) {
	byte i;
	check_pushed();
	DRAINED(me);
	finished++
}
#endif

proctype Consumer() {
	byte me = CONSUMER, i;
	bool took, all, found;
	do
	:: all = (finished == PUSHERS);
		look();
		if
		:: found ->
			take();
progress_taken:		skip
		:: !found && all -> break
		:: !found && !all ->
progress_empty:		skip
		fi
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
	MUST(empty(order), an_accepted_task_is_left);
end_of_pushes:
	finished == PUSHERS;
	MUST(empty(order), an_accepted_task_is_left)
}

init {
	byte n;
	atomic {
		for (n : 0 .. PUSHERS) { run Buffer(n) }
		for (n : 0 .. PRODUCERS - 1) { run Producer(n) }
#if CLOSERS > 0
		for (n : PRODUCERS .. PRODUCERS + CLOSERS - 1) { run Closer(n) }
#endif
#if COUNTERS > 0
		for (n : PRODUCERS + CLOSERS .. PUSHERS - 1) { run Counter(n) }
#endif
		n = 0;
		run Consumer()
	}
}
