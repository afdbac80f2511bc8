/*
 * The event count: both sides of parking and unparking, in the steps of
 * docs/wake-protocol.md. Included by wake.pml and loop.pml; and by watcher.pml and waiting.pml
 * with PARKERS: there the loop may also park on the poller.
 *
 * One statement is one atomic operation of the Go code; what stands in one
 * atomic { } or d_step { } beside it is bookkeeping of the model.
 */
#define AWAKE 0
#define ON_CHANNEL 1
#define ON_PARKER 2

byte state = AWAKE; /* the loop sets it; who swaps it back owns the wake-up */
chan ch = [1] of { bit }; /* the token */

#ifdef COUNT_WAKE_UPS
byte owed; /* model only: things published that no token was sent for yet */
#define PUBLISHED owed++
#else
#define PUBLISHED skip
#endif

bool announced; /* model only: between Prepare and the end of Cancel or Wait */

hidden byte a_token_is_left_over; /* a token is in ch when a Prepare starts */
hidden byte the_announcement_is_left_over; /* state is not AWAKE when a Prepare starts */
hidden byte a_wake_up_without_work; /* more tokens than things published */
hidden byte a_send_would_block; /* the token of an earlier wake-up is still there */
hidden byte an_awake_loop_is_woken; /* a wake-up that nobody asked for */
hidden byte witness_cancel_lost; /* Cancel found its announcement claimed */
hidden byte witness_claim_lost; /* two notifiers saw the announcement, one lost */

#ifdef PARKERS
bool unpark_sent;   /* the deadline of the loop's descriptor has passed: set by who claims ON_PARKER */
bool parked_in_poller; /* model only */

hidden byte an_unpark_is_left_over; /* unpark_sent when a PrepareOn starts */
hidden byte two_in_the_poller;    /* the loop and the watcher */
hidden byte witness_unparked_late;  /* an event ended a park that a notifier has claimed */

inline unpark() {
#ifdef NO_UNPARK
	skip
#else
	atomic {
		MUST(announced, an_awake_loop_is_woken);
		MUST(!unpark_sent, a_send_would_block);
#ifdef COUNT_WAKE_UPS
		MUST(owed > 0, a_wake_up_without_work);
		owed--;
#endif
		unpark_sent = true
	}
#endif
}

/* PrepareOn */
inline prepare_on() {
	d_step {
		MUST(!unpark_sent, an_unpark_is_left_over);
		MUST(state == AWAKE, the_announcement_is_left_over);
		announced = true;
		state = ON_PARKER
	}
}

/* The end of a park on the poller that no claim has ended. */
inline cancel_on_parker() {
	if
	:: atomic { state == ON_PARKER -> state = AWAKE; announced = false } /* CAS */
	:: else -> /* claimed: Unpark is on its way */
#ifdef WITNESS_UNPARKED_LATE
		NEVER(!unpark_sent, witness_unparked_late);
#endif
#ifdef CANCEL_LEAVES_UNPARK
		announced = false
#else
		atomic { unpark_sent -> unpark_sent = false; announced = false }
#endif
	fi
}
#endif

inline send_token() {
	atomic {
		MUST(announced, an_awake_loop_is_woken);
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
	:: state == ON_CHANNEL ->
		state = AWAKE;
		send_token()
	:: else
	fi
#elif defined(NOTIFY_SENDS_BEFORE_CLAIM)
	if
	:: state == ON_CHANNEL ->
		send_token();
		state = AWAKE
	:: else
	fi
#else
	if
	:: state != AWAKE -> /* load */
		if
		:: atomic { state == ON_CHANNEL -> state = AWAKE } -> /* CAS */
#ifndef NO_SEND
			send_token()
#else
			skip
#endif
#ifdef PARKERS
		:: atomic { state == ON_PARKER -> state = AWAKE } -> unpark()
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

/* Prepare: the loop alone. From here on every notifier wakes. */
inline prepare() {
	d_step {
		MUST(empty(ch), a_token_is_left_over);
		MUST(state == AWAKE, the_announcement_is_left_over);
		announced = true;
		state = ON_CHANNEL
	}
}

/* Cancel: the loop alone, when the second check found something. */
inline cancel() {
#ifdef CANCEL_PLAIN_STORE
	d_step { state = AWAKE; announced = false }
#else
	if
	:: atomic { state == ON_CHANNEL -> state = AWAKE; announced = false } /* CAS */
	:: else -> /* claimed: the token is on its way and belongs to this Prepare */
#ifdef WITNESS_CANCEL_LOST
		NEVER(true, witness_cancel_lost);
#endif
#ifdef CANCEL_LEAVES_TOKEN
		announced = false
#else
		atomic { ch?_ -> announced = false }
#endif
	fi
#endif
}

/* Wait: the loop alone, when the second check found nothing. The claim has
 * already set state back. The caller puts a label end_parked before it, since
 * a loop may be parked for ever: whether anything was left to do is asserted by
 * each model at its rest. */
inline wait() {
	atomic { ch?_ -> announced = false }
}
