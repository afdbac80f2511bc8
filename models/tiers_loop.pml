/*
 * The loop's side of the two tiers: turns, falling asleep, descriptors, the end.
 * Included by tiers.pml.
 */
#define READY(f) (watched[f] && readable[f])

/* What one wait in the poller brings: the signals are taken, the descriptors
 * stay ready until they are read. */
inline take_events() {
	events = READY(0) + 2 * READY(1);
#ifndef TIERS_SIGNAL_KEPT
	signalled = false
#else
	skip
#endif
}

/* Looks up the functions of what is ready. */
inline find(f) {
	if
	:: (events >> f) & 1 ->
		if
		:: table[f] -> functions = functions + (1 << f)
		:: else -> /* unregistered meanwhile */
#ifdef WITNESS_FUNCTION_GONE
			NEVER(true, witness_function_gone);
#endif
			gone = gone || withdrawn[f]
		fi
	:: else
	fi
}

/* Runs what find has found: each function reads all there is. */
inline fire(f) {
	if
	:: ((functions >> f) & 1) && phase != CLOSING -> readable[f] = false
	:: else
	fi
}

/* The look after the tier is published: at the queue, the phase, the tier. */
inline look_again() {
	stay = true;
#ifndef RECHECK_SKIPS_SUBMITTED
	stay = stay && queue == 0;
#endif
#ifndef RECHECK_SKIPS_STOP
	stay = stay && phase == OPEN;
#endif
#ifdef WITNESS_TIER_CHANGED
	NEVER(stay && want != tier, witness_tier_changed);
#endif
#ifndef TIERS_NO_RECHECK
	stay = stay && want == tier;
#endif
	skip
}

/* park_if_idle up to the end of the wait. */
inline park_if_idle() {
	tier = want;
#ifdef TIERS_RECHECK_EARLY
	look_again();
	atomic { sleeps = tier; drowsy = true };
#else
	atomic { sleeps = tier; drowsy = true };
	look_again();
#endif
	if
	:: stay ->
#ifdef TIERS_SLEEPS_ELSEWHERE
		tier = want;
#endif
		if
		:: tier == CHANNEL ->
end_on_channel:		atomic { slot -> slot = false }
		:: else ->
end_in_poller:		atomic { signalled || READY(0) || READY(1) -> take_events() }
		fi
	:: else
	fi;
	atomic { tier = AWAKE; stay = false }
}

/* park_if_idle after the wait: the functions are looked up, then the tier is taken back. */
inline rise() {
	if
	:: events != 0 -> find(0); find(1); events = 0
	:: else
	fi;
#ifdef TIERS_STAYS_PUBLISHED
	drowsy = false
#else
	if
	:: sleeps != AWAKE -> atomic { sleeps = AWAKE; drowsy = false }
	:: atomic { else -> drowsy = false }
	fi
#endif
}

inline run_functions() {
	if
	:: functions != 0 -> fire(0); fire(1); functions = 0
	:: else
	fi
}

proctype Loop() {
	byte now, tier, events, functions;
	bool stay, polls, gone;
	do
	:: now = phase;
		if
		:: now == CLOSING -> break
		:: else
		fi;
#ifdef FULL_TICK
		polls = true;
#else
		polls = (want == POLLER);
#endif
		if
		:: phase != CLOSING -> /* a budget of one */
			atomic {
				if
				:: queue > 0 -> queue--; ran++
				:: else
				fi
			}
		:: else
		fi;
		if
		:: now == DRAINING && queue == 0 -> break
		:: now != DRAINING && queue == 0 -> park_if_idle()
		:: queue > 0 && polls ->
			if
			:: want == POLLER -> d_step { take_events() } /* a wait that does not block */
			:: else
			fi
		:: queue > 0 && !polls
		fi;
		rise(); /* after a look without sleep there is nothing to take back */
		run_functions();
		if
		:: gone -> /* the loop may come here again and again until the poller is told */
progress_gone:		gone = false
		:: else
		fi
	od;
#ifndef END_LEAVES_A_QUEUE_OPEN
	shut = true;
#endif
	atomic {
		MUST(phase == CLOSING || queue == 0, a_drained_task_is_discarded);
		discarded = discarded + queue;
		queue = 0
	};
	atomic { !poll_mu -> released = true; ended = true }
}
