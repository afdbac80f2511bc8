/*
 * The event count: both sides of falling asleep and being woken, in the steps
 * of docs/wake-protocol.md. Included by wake.pml and loop.pml; and by watcher.pml with
 * BEDS: there the loop may also sleep in the poller, where it is roused.
 *
 * One statement is one atomic operation of the Go code; what stands in one
 * atomic { } or d_step { } beside it is bookkeeping of the model.
 */
#define AWAKE 0
#define WAITING 1
#define AWAY 2 /* in bed */

byte waiting = AWAKE; /* the loop sets it; whoever swaps it back owns the wake-up */
chan ch = [1] of { bit }; /* the token */

#ifdef COUNT_WAKE_UPS
byte owed; /* model only: things published that no token was sent for yet */
#define PUBLISHED owed++
#else
#define PUBLISHED skip
#endif

bool visited; /* model only: a visitor is at the loop's fields */
bool drowsy; /* model only: between Prepare and the end of Cancel or Wait */

hidden byte a_token_is_left_over; /* a token is in ch when a Prepare starts */
hidden byte the_flag_is_left_over; /* waiting is set when a Prepare starts */
hidden byte a_wake_up_without_work; /* more tokens than things published */
hidden byte a_send_would_block; /* the token of an earlier wake-up is still there */
hidden byte an_awake_loop_is_woken; /* a wake-up that nobody asked for */
hidden byte a_visitor_meets_the_loop; /* both at the loop's fields */
hidden byte witness_cancel_lost; /* Cancel found its flag claimed */
hidden byte witness_claim_lost; /* two notifiers saw the flag, one lost */

#ifdef BEDS
bool roused;   /* the deadline of the loop's descriptor has passed: whoever claims AWAY sets it */
bool sleeping; /* model only: the loop is in the poller */

hidden byte a_rouse_is_left_over; /* roused when a PrepareIn starts */
hidden byte two_in_the_poller;    /* the loop and the watcher */
hidden byte witness_roused_late;  /* an event ended a sleep that a notifier has claimed */

inline rouse() {
#ifdef NO_ROUSE
	skip
#else
	atomic {
		MUST(drowsy, an_awake_loop_is_woken);
		MUST(!roused, a_send_would_block);
#ifdef COUNT_WAKE_UPS
		MUST(owed > 0, a_wake_up_without_work);
		owed--;
#endif
		roused = true
	}
#endif
}

/* PrepareIn */
inline prepare_in() {
	d_step {
		MUST(!roused, a_rouse_is_left_over);
		MUST(waiting == AWAKE, the_flag_is_left_over);
		drowsy = true;
		waiting = AWAY
	}
}

/* The end of a sleep in bed that no claim has ended. */
inline leave() {
	if
	:: atomic { waiting == AWAY -> waiting = AWAKE; drowsy = false } /* CAS */
	:: else -> /* claimed: the rouse is on its way */
#ifdef WITNESS_ROUSED_LATE
		NEVER(!roused, witness_roused_late);
#endif
#ifdef LEAVES_WITHOUT_ABSORBING
		drowsy = false
#else
		atomic { roused -> roused = false; drowsy = false }
#endif
	fi
}
#endif

inline send_token() {
	atomic {
		MUST(drowsy, an_awake_loop_is_woken);
		MUST(empty(ch), a_send_would_block);
#ifdef COUNT_WAKE_UPS
		MUST(owed > 0, a_wake_up_without_work);
		owed--;
#endif
		ch!1
	}
}

/* Notify: any goroutine, after its work is visible. */
inline notify() {
#if defined(NOTIFY_ALWAYS)
	send_token()
#elif defined(NOTIFY_PLAIN_STORE)
	if
	:: waiting == WAITING ->
		waiting = AWAKE;
		send_token()
	:: else
	fi
#elif defined(NOTIFY_SENDS_BEFORE_CLAIM)
	if
	:: waiting == WAITING ->
		send_token();
		waiting = AWAKE
	:: else
	fi
#else
	if
	:: waiting != AWAKE -> /* load */
		if
		:: atomic { waiting == WAITING -> waiting = AWAKE } -> /* CAS */
#ifndef NO_SEND
			send_token()
#else
			skip
#endif
#ifdef BEDS
		:: atomic { waiting == AWAY -> waiting = AWAKE } -> rouse()
#endif
		:: atomic { else -> /* another notifier or Cancel was faster: nothing to do */
#ifdef WITNESS_CLAIM_LOST
			NEVER(true, witness_claim_lost)
#else
			skip
#endif
			}
		fi
	:: else
	fi
#endif
}

/* Visit: any goroutine. It brings no work, but has what belongs to the loop to
 * itself for a while: nobody else can send the token that the loop needs. */
inline visit() {
	if
	:: atomic { waiting == WAITING -> waiting = AWAKE } -> /* CAS */
#ifdef VISIT_SENDS_FIRST
		atomic { visited = true; PUBLISHED };
		send_token();
		visited = false
#else
		visited = true;
		atomic { visited = false; PUBLISHED };
		send_token()
#endif
	:: else
	fi
}

/* Prepare: the loop alone. From here on every notifier wakes. */
inline prepare() {
	d_step {
		MUST(empty(ch), a_token_is_left_over);
		MUST(waiting == AWAKE, the_flag_is_left_over);
		drowsy = true;
		waiting = WAITING
	}
}

/* Cancel: the loop alone, when the second look found something. */
inline cancel() {
#ifdef CANCEL_PLAIN_STORE
	d_step { waiting = AWAKE; drowsy = false }
#else
	if
	:: atomic { waiting == WAITING -> waiting = AWAKE; drowsy = false; MUST(!visited, a_visitor_meets_the_loop) } /* CAS */
	:: else -> /* claimed: the token is on its way and belongs to this Prepare */
#ifdef WITNESS_CANCEL_LOST
		NEVER(true, witness_cancel_lost);
#endif
#ifdef CANCEL_LEAVES_TOKEN
		drowsy = false
#else
		atomic { ch?_ -> drowsy = false; MUST(!visited, a_visitor_meets_the_loop) }
#endif
	fi
#endif
}

/* Wait: the loop alone, when the second look found nothing. The claim has
 * already set waiting back. The caller puts a label end_parked before it, since
 * a loop may be parked for ever: whether anything was left to do is asserted by
 * each model at its rest. */
inline wait() {
	atomic { ch?_ -> drowsy = false; MUST(!visited, a_visitor_meets_the_loop) }
}
