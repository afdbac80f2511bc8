/*
 * Timers and the clock of protocol A. Included by wake.pml.
 */
#ifdef AFTERS
inline earliest() {
	next = (timers_closed -> NEVER_DUE : (timers[1] > 0 -> 1 : (timers[2] > 0 -> 2 : NEVER_DUE)))
}

/* The lock is held. */
inline add(when) {
	timers[when]++;
	ALIVE(+ 1);
	if
	:: next == NEVER_DUE || when < next ->
#ifdef DEADLINE_LATE
		notify();
		atomic { next = when; PUBLISHED }
#else
		atomic { next = when; PUBLISHED };
#ifndef DEADLINE_WITHOUT_NOTIFY
		notify()
#endif
#endif
	:: else
	fi
}

/* AfterFunc on a goroutine that is not the loop's. */
proctype After(byte deadline) {
	lock(timers_mu);
	if
	:: timers_closed
	:: else -> add(deadline)
	fi;
	timers_mu = false
}

#ifdef STOPS
/* Stop on a goroutine that is not the loop's. The earliest deadline may move
 * away from the clock; nobody is notified of that. */
proctype StopTimer(byte deadline) {
	bool zero;
	lock(timers_mu);
	if
	:: timers[deadline] > 0 ->
		timers[deadline]--;
		release(zero);
		earliest()
	:: else
	fi;
	timers_mu = false
}
#endif

#ifdef RESETS
/* Reset on a goroutine that is not the loop's, to the last deadline. */
proctype ResetTimer(byte deadline) {
	bool zero;
	lock(timers_mu);
	if
	:: timers[deadline] > 0 && !timers_closed ->
		timers[deadline]--;
		release(zero);
		earliest();
		add(LAST)
	:: else
	fi;
	timers_mu = false
}
#endif

proctype Time() {
	do
	:: now < LAST -> now++
	:: break
	od
}

/* The runtime timer's function. Each run is a goroutine of its own, which may
 * be late: the timer can have been set again in between. */
proctype Clock() {
end_waiting:
	do
	:: atomic { timer_at != NEVER_DUE && timer_at <= now -> timer_at = NEVER_DUE; ringing++ };
#ifdef WITNESS_CLOCK_FIRES_TWICE
		NEVER(ringing == 2, witness_clock_fires_twice);
#endif
#ifdef CLOCK_NOTIFIES_FIRST
		notify();
		atomic { fired = true; PUBLISHED };
#else
		atomic { fired = true; PUBLISHED };
		notify();
#endif
		ringing--
	od
}

/* Fires what is due, one timer at a time, until the loop is told to end. */
inline fire_due() {
	more = (next != NEVER_DUE && next <= now);
	do
	:: more && stop == RUNNING ->
		atomic {
			!timers_mu -> /* locked, popped and unlocked */
			if
			:: timers[1] > 0 && now >= 1 -> timers[1]--; ALIVE(- 1)
			:: timers[1] == 0 && timers[2] > 0 && now >= 2 -> timers[2]--; ALIVE(- 1)
			:: else -> more = false
			fi;
			earliest()
		}
	:: else -> break
	od
}

/* The loop sets the runtime timer, nobody else. armed is what it is set to. */
inline arm() {
	if
#if defined(FIRED_NEVER_CLEARED)
	:: fired -> armed = NEVER_DUE
#elif defined(FIRED_STAYS_ARMED)
	:: fired -> fired = false
#else
	:: fired -> atomic { fired = false; armed = NEVER_DUE }
#endif
	:: else
	fi;
	deadline = next;
	if
	:: deadline != armed -> atomic { armed = deadline; timer_at = deadline }
	:: else
	fi
}

/* The part of the second check that is about timers. */
inline check_clock() {
#ifndef CLOCK_EARLY
	found = found || fired;
#endif
#ifndef DEADLINE_NOT_READ_AGAIN
#ifdef WITNESS_NEXT_MOVED
	NEVER(next != armed, witness_next_moved);
#endif
	found = found || next != armed;
#endif
	skip
}
#else
#define fire_due() skip
#define arm() skip
#define check_clock() skip
#endif
