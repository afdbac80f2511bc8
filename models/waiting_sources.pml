/*
 * What waiting.pml knows of timers and the clock, of the descriptor, of keep-alives,
 * of work on a goroutine, and of the end. Included by it.
 */
#ifdef TIMERS
/* AfterFunc on a goroutine that is not the loop's. */
proctype After() {
	bool first;
	atomic {
		if
		:: sealed
		:: else ->
			timers++;
			withdrawn = withdrawn || UNUSED;
			ALIVE(+ 1);
			first = !next;
			if
			:: first -> next = true; PUBLISHED
			:: else
			fi
		fi
	};
	if
	:: first -> notify()
	:: else
	fi
}

#ifdef STOPS
/* Stop on a goroutine that is not the loop's. */
proctype StopTimer() {
	bool zero;
	atomic {
		if
		:: timers > 0 -> timers--; ALIVE(- 1); zero = UNUSED; next = (timers > 0 && !sealed); withdrawn = true; PUBLISHED
		:: else
		fi
	};
	if
	:: zero -> notify()
	:: else
	fi
}
#endif

proctype Time() {
	if
	:: now = true
	:: true
	fi
}

/* The runtime timer's function. */
proctype Clock() {
end_waiting:
	do
	:: atomic { timer_at && now -> timer_at = false };
		atomic { fired = true; PUBLISHED };
		notify()
	od
}
#endif

/* The loop sets the clock, nobody else. */
inline arm() {
#ifdef TIMERS
	if
	:: fired -> atomic { fired = false; armed = false }
	:: else
	fi;
	if
	:: next != armed -> atomic { armed = !armed; timer_at = armed }
	:: else
	fi
#else
	skip
#endif
}

#ifdef DESCRIPTOR
proctype Writer() {
	byte n;
	do
	:: n < WRITES -> n++; unread = true
	:: else -> break
	od
}

/* In the loop's place, while that is parked on its channel, or does anything else. */
proctype Watcher() {
end_watching:
	do
	:: atomic { armed_watcher && !ready && unread && !ended -> ready = true; PUBLISHED };
		notify()
	od
}
#endif

#ifdef HOLDERS
/* Works for the loop under a keep-alive that it held from the start. */
proctype Holder(byte me) {
	bool took;
	push_prio();
	notify_if_taken();
	atomic { alive--; took = UNUSED; PUBLISHED };
	if
	:: took -> notify()
	:: else
	fi;
#ifdef REHOLDS
	if
	:: me == 1 ->
		atomic { alive++; withdrawn = true };
		atomic { alive--; took = UNUSED; PUBLISHED };
		if
		:: took -> notify()
		:: else
		fi
	:: else
	fi
#endif
}
#endif

#ifdef JOB
/* Go on a goroutine: its result reaches a loop that drains all the same. */
proctype Job() {
#ifdef DRAINS
	if
	:: true
	:: true ->
end_undrained:	!DRAIN_LEFT /* unless the loop is closed before */
	fi;
#endif
	atomic {
		if
		:: !sealed -> submitted ! WORKER, 0, accepted_prio
		:: else -> has_late = true
		fi;
		PUBLISHED
	};
	notify()
}
#endif

/* Shutdown and Close but for the Notify. */
inline end(level) {
	atomic { sealed = true; withdrawn = withdrawn || next; next = false };
	atomic { stop = (stop < level -> level : stop); PUBLISHED }
}

#if defined(SHUTDOWN) || defined(CLOSE)
proctype End(byte level) {
	end(level);
	notify()
}
#endif
