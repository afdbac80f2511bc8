/*
 * How other goroutines read the loop's counters, which are plain memory: those
 * of a parked loop where they are, those of a loop that is awake from a copy.
 *
 * READERS read twice each; SUBMITTERS wake the loop, TASKS times each.
 */
#include "must.pml"
#include "eventcount.pml"

#ifndef READERS
#define READERS 1
#endif
#ifndef SUBMITTERS
#define SUBMITTERS 1
#endif
#ifndef TASKS
#define TASKS 2
#endif

byte queue;      /* functions that were submitted and have not run */
byte counter;    /* the loop's counters */
bool mu;         /* figures.mu */
bool reading;    /* figures.reading */
byte published;  /* figures.published, under mu */

bool loop_writes; /* model only: between the first and the last store of the counters */
bool reads;       /* model only: between the first and the last load of them */
byte latest;      /* model only: the highest figure that was read */

hidden byte the_counters_are_torn;    /* read while they are written */
hidden byte the_figures_go_back;      /* older ones were read after newer ones */
hidden byte witness_read_while_parked;
hidden byte witness_waits_for_reader;

inline lock() { atomic { !mu -> mu = true } }
inline unlock() { mu = false }

/* Several stores. */
inline count() {
	d_step { MUST(!reads, the_counters_are_torn); loop_writes = true };
	d_step { counter++; loop_writes = false }
}

inline await_reader() {
#ifndef NO_AWAIT
	if
	:: reading ->
#ifdef WITNESS_WAITS
		NEVER(true, witness_waits_for_reader);
#endif
		lock();
		unlock()
	:: else
	fi
#else
	skip
#endif
}

active proctype Loop() {
	do
	:: queue > 0 ->
		queue--;
		count();
		if
		:: lock(); published = counter; unlock() /* now and then */
		:: skip
		fi
	:: queue == 0 ->
		prepare();
		if
		:: queue > 0 -> cancel(); await_reader(); count()
		:: else ->
end_parked:
			wait();
			await_reader();
			count()
		fi
	od
}

active [SUBMITTERS] proctype Submitter() {
	byte n;
	do
	:: n < TASKS ->
		n++;
		atomic { queue++; PUBLISHED };
		notify()
	:: else -> break
	od
}

active [READERS] proctype Reader() {
	byte n;
	bool parked;
	do
	:: n < 2 ->
		n++;
		lock();
#ifdef ASK_FIRST
		parked = (state != AWAKE);
		reading = true;
#else
		reading = true;
		parked = (state != AWAKE);
#endif
		if
		:: parked ->
#ifdef WITNESS_PARKED
			NEVER(true, witness_read_while_parked);
#endif
			d_step { MUST(!loop_writes, the_counters_are_torn); reads = true };
#ifdef NO_KEEP
			d_step { reads = false; MUST(counter >= latest, the_figures_go_back); latest = counter }
#else
			d_step { reads = false; published = counter; MUST(published >= latest, the_figures_go_back); latest = published }
#endif
		:: else ->
			d_step { MUST(published >= latest, the_figures_go_back); latest = published }
		fi;
		reading = false;
		unlock()
	:: else -> break
	od
}
