/*
 * The loop's side of protocol A: turns, the second check, the end. Included by
 * wake.pml.
 */

/* Takes one task of queue l and runs it; more tells whether there was one. */
inline take(l) {
	atomic {
		if
		:: queue[l] > 0 ->
			MUST(l == PRIORITY || !left_by_itself, a_task_runs_after_auto_exit);
			queue[l]--;
			ran++;
			more = true
		:: else -> more = false
		fi
	}
}

/* The second check: at every source, after Prepare. Sets found. */
inline check_again() {
	found = false;
#ifndef NO_RECHECK
#ifndef RECHECK_SKIPS_SUBMITTED
	found = found || queue[SUBMITTED] > 0;
#endif
#ifndef RECHECK_SKIPS_PRIORITY
	found = found || queue[PRIORITY] > 0;
#endif
#ifndef RECHECK_SKIPS_STOP
	found = found || stop != RUNNING;
#endif
#if defined(HOLDERS) && !defined(RECHECK_SKIPS_KEEP_ALIVE)
	found = found || alive == 0;
#endif
	check_clock();
#endif
#ifdef WITNESS_SECOND_CHECK_FINDS
	NEVER(found, witness_second_check_finds);
#endif
	skip
}

inline park() {
	arm();
#ifdef FLAG_LATE
	check_again();
	if
	:: !found -> prepare();
end_parked:	wait()
	:: else
	fi
#else
	prepare();
	check_again();
	if
	:: !found ->
end_parked:	wait()
	:: else -> cancel()
	fi
#endif
#ifdef WITNESS_SPURIOUS
	NEVER(!found && queue[0] + queue[1] == 0 && stop == RUNNING, witness_spurious)
#endif
}

/* Auto-exit: nothing keeps the loop, and the queue is empty at the instant of
 * sealing. Sets leaving when the loop is to end. */
inline exit() {
	leaving = false;
#ifdef HOLDERS
	if
#if defined(AUTO_EXIT_IGNORES_KEEP_ALIVE) || defined(KEEP_ALIVE_READ_LATE)
	:: true ->
#else
	:: alive == 0 -> /* read before the queues: what a holder pushed before is seen in them */
#endif
		lock(ending_mu);
		if
		:: stop != RUNNING -> leaving = true
		:: else ->
#ifndef EXIT_WITHOUT_TIMERS_LOCK
			lock(timers_mu); /* a timer cannot come, nor be on its way from one deadline to another */
#endif
			more = false;
#if !defined(AUTO_EXIT_IGNORES_KEEP_ALIVE) && !defined(KEEP_ALIVE_READ_LATE)
			more = alive > 0;
#endif
			more = more || queue[SUBMITTED] > 0;
#ifndef EXIT_SKIPS_PRIORITY
			more = more || queue[PRIORITY] > 0;
#endif
#ifdef KEEP_ALIVE_READ_LATE
			more = more || alive > 0;
#endif
			if
#ifdef AUTO_EXIT_TWO_STEPS
			:: !more -> leaving = true; sealed[SUBMITTED] = true
			:: else
#else
			:: atomic { !more && queue[SUBMITTED] == 0 -> leaving = true; sealed[SUBMITTED] = true } /* CAS */
			:: atomic { else ->
#ifdef WITNESS_EXIT_REFUSED
				NEVER(!more && alive == 0, witness_exit_refused);
#endif
				skip }
#endif
			fi;
#ifndef EXIT_WITHOUT_TIMERS_LOCK
			atomic { timers_closed = leaving; timers_mu = false };
#endif
			if
			:: leaving ->
				seal();
				atomic {
#ifndef PRIORITIES
					MUST(queue[PRIORITY] == 0, a_held_loop_ends);
#endif
					MUST(timers[1] + timers[2] == 0, an_accepted_timer_is_left);
					stop = DRAINING;
					left_by_itself = true
				}
			:: else
			fi
		fi;
		ending_mu = false
	:: else
	fi
#endif
}

/* What has not started is discarded and counted. The queues are sealed. */
inline terminate() {
	atomic { !ending_mu -> terminated = true };
	atomic { timer_at = NEVER_DUE; MUST(stop == STOPPING || queue[0] + queue[1] == 0, a_drained_task_is_discarded) };
	atomic { discarded = discarded + queue[SUBMITTED]; queue[SUBMITTED] = 0 };
	atomic { discarded = discarded + queue[PRIORITY]; queue[PRIORITY] = 0; ended = true }
}

proctype Loop() {
	byte armed = NEVER_DUE, deadline, told;
	bool found, more, leaving;

	do
	:: /* a turn */
		fire_due();
		do
		:: stop != STOPPING ->
			take(PRIORITY);
			if
			:: more
			:: else -> break
			fi
		:: else -> break
		od;
		if
		:: stop != STOPPING -> take(SUBMITTED) /* a budget of one */
		:: else
		fi;
		/* and what next? */
#ifndef STOP_READ_LATE
		told = stop;
#endif
		more = queue[PRIORITY] > 0;
		more = more || queue[SUBMITTED] > 0;
		more = more || (next != NEVER_DUE && next <= now);
#ifdef STOP_READ_LATE
		told = stop;
#endif
		if
		:: told == STOPPING -> break
		:: told != STOPPING && more
		:: told == DRAINING && !more -> break
		:: told == RUNNING && !more ->
			exit();
			if
			:: leaving
			:: else -> park()
			fi
		fi
	od;
	terminate()
}
