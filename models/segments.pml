/*
 * The ingress queue: a list of segments whose arrays are recycled, as both
 * sides see it. Included by ingress.pml and loop.pml, which say how many
 * PUSHERS there are (pushers are numbered from 0; the consumer, which may have
 * to append a segment, comes after them).
 *
 * A segment is one epoch of an array of SLOTS slots, named by its id.
 * A slot holds a word: the running segment (empty), a task,
 * the array's next segment (taken), or END. Header ids are what
 * addresses are in Go: none is used again while anybody can still name it. Here
 * each is used once, unless ENDLESS collects them (segments_endless.pml).
 *
 * `order` is the specification: a plain queue that each operation changes at
 * its one decisive step. The tasks have to come out of the segments exactly in
 * that order, and an answer "empty" is right only while `order` is empty.
 */
#ifndef SLOTS
#define SLOTS 2
#endif
#ifndef ARRAYS
#define ARRAYS 5
#endif
#ifdef ENDLESS
#define NAMES (PUSHERS + 5) /* headers of one array: its epoch, its next, tail, at[] */
#define HEADERS (ARRAYS * NAMES)
#endif
#ifndef HEADERS
#define HEADERS 12
#endif
#define NIL 0
#define END 255
#define CONSUMER PUSHERS
#define TASK(p, n) (128 + 8 * (p) + (n))
#define SLOT(h, i) slot[array[h] * SLOTS + (i)]

/* What marks a slot as empty in epoch h. */
#ifdef SEGMENT_MARKER_REUSED
#define EMPTY_IN(h) 127
#else
#define EMPTY_IN(h) (h)
#endif

/* Headers. next_of and hint are shared, array never changes. */
byte next_of[HEADERS + 1];
byte hint[HEADERS + 1];
byte array[HEADERS + 1];

byte slot[ARRAYS * SLOTS];
byte tail;

/* Segments that nobody has seen, ready to be linked; a lock guards them. */
byte spares[ARRAYS];
byte spare_count;

/* The consumer alone: its epoch, its next slot, [cleared, k) is taken but does
 * not say so yet, and the next epoch of the array it takes from. */
byte head, k, cleared, next_epoch;

/* What each pusher holds: the epoch that it looks at, the one that it brings. */
byte at[PUSHERS + 1];
byte brings[PUSHERS + 1];

/* Model only. */
chan order = [QUEUED] of { byte };
byte epoch[ARRAYS]; /* the epoch each array is in; NIL: not made yet */
bool is_closed;    /* END is in the queue */
#ifdef WITNESS_RECYCLED
byte epochs_since[PUSHERS + 1]; /* epochs of its array that ended since a pusher read the tail */
#define READ_TAIL(me) atomic { at[me] = tail; epochs_since[me] = 0; forget() }
#else
#define READ_TAIL(me) atomic { at[me] = tail; forget() }
#endif
hidden byte j, p, fresh;

hidden byte out_of_order;            /* lost, doubled, overtaken or overwritten */
hidden byte empty_is_wrong;          /* the answer "empty" while a task was accepted */
hidden byte not_a_prefix;            /* a slot was filled behind an empty one */
hidden byte filled_in_another_epoch;  /* a push into an epoch that its array is not in */
hidden byte accepted_after_the_end;
hidden byte close_if_empty_is_wrong; /* closed although not empty, or left open although empty */
hidden byte recycled_with_tasks;     /* an epoch begins with a slot that is not empty */
hidden byte witness_recycled, witness_link_lost, witness_helped;

#ifdef ENDLESS
#include "segments_endless.pml"
#else
byte headers;
inline new_header(a) { /* in fresh */
	d_step {
		headers++;
		MUST(headers <= HEADERS, the_model_is_too_small);
		fresh = headers;
		array[fresh] = a
	}
}
#define forget() skip
#endif

/* The consumer begins with epoch h. */
inline enter(h) {
	d_step {
		head = h;
		k = 0;
		cleared = 0;
		new_header(array[head]);
		next_epoch = fresh
	}
}

inline init_queue() {
	d_step {
		new_header(0);
		for (j : 0 .. SLOTS - 1) { slot[j] = EMPTY_IN(fresh) }
		epoch[0] = fresh;
		tail = fresh;
		enter(tail)
	}
}

/* spare and recycle: under the lock of the spares. */
inline spare(h) {
	d_step {
		if
		:: spare_count > 0 ->
			spare_count--;
			h = spares[spare_count];
			spares[spare_count] = NIL
		:: else -> /* make an array */
			j = 0;
			do
			:: j < ARRAYS && epoch[j] != NIL -> j++
			:: else -> break
			od;
			MUST(j < ARRAYS, the_model_is_too_small);
			new_header(j);
			h = fresh;
			epoch[j] = h;
			for (j : 0 .. SLOTS - 1) { SLOT(h, j) = EMPTY_IN(h) }
		fi
	}
}

inline recycle(h) {
	spares[spare_count] = h;
	spare_count++;
	h = NIL
}

/* Moves the tail past at[me], which is full. */
inline grow() {
	if
	:: next_of[at[me]] == NIL -> /* load */
		spare(brings[me]);
#ifdef TAIL_BEFORE_NEXT
		if
		:: d_step { tail == at[me] -> tail = brings[me] } -> d_step {
			next_of[at[me]] = brings[me];
			brings[me] = NIL }
		:: d_step { else -> recycle(brings[me]) }
		fi
#else
		if
		:: d_step { next_of[at[me]] == NIL -> next_of[at[me]] = brings[me]; brings[me] = NIL } /* CAS */
#ifdef NO_HELP
			;
			tail = next_of[at[me]]
#endif
		:: d_step { else -> /* another push was faster */
#ifdef WITNESS_LINK_LOST
			NEVER(true, witness_link_lost);
#endif
			recycle(brings[me]) }
		fi
#endif
	:: else
	fi;
#if !defined(TAIL_BEFORE_NEXT) && !defined(NO_HELP)
	/* next is never changed once it is set: load and CAS are one step */
	d_step {
		if
		:: tail == at[me] -> tail = next_of[at[me]]
		:: else /* the tail has been moved already, by whomever */
#ifdef WITNESS_HELPED
			-> NEVER(true, witness_helped)
#endif
		fi
	}
#endif
}

/* The decisive step of a push. The guard that comes before it is the CAS. */
inline fill(word) {
	MUST(!is_closed, accepted_after_the_end);
	MUST(epoch[array[at[me]]] == at[me], filled_in_another_epoch);
	for (j : 0 .. i) {
		MUST(j == i || SLOT(at[me], j) != EMPTY_IN(at[me]), not_a_prefix)
	}
	SLOT(at[me], i) = word;
	is_closed = is_closed || word == END;
	order ! word
}

/* A push of a task, or of END. Uses me and i; sets took. */
inline push(word) {
	READ_TAIL(me);
	i = hint[at[me]];
#ifdef END_SKIPS_SEGMENT
	if
	:: word == END -> grow(); READ_TAIL(me); i = hint[at[me]]
	:: else
	fi;
#endif
	do
	:: i < SLOTS && SLOT(at[me], i) == EMPTY_IN(at[me]) -> /* load */
#ifdef HINT_EARLY
		hint[at[me]] = i + 1;
#endif
#ifdef WITNESS_RECYCLED
		NEVER(epochs_since[me] == WITNESS_RECYCLED, witness_recycled);
#endif
		if
#ifdef PUSH_WITHOUT_CAS
		:: d_step { i < SLOTS -> fill(word) } ->
#else
		:: d_step { i < SLOTS && SLOT(at[me], i) == EMPTY_IN(at[me]) -> fill(word) } -> /* CAS */
#endif
			/* the Go code writes the hint once per line of slots: any of them here */
			if
#ifdef HINT_PAST_END
			:: hint[at[me]] = i + 1
#else
			:: word != END -> hint[at[me]] = i + 1
#endif
			:: skip
			fi;
			took = true;
			break
		:: else /* another push has filled it: look again, it may be END */
		fi
	:: d_step { i < SLOTS && SLOT(at[me], i) == END -> took = false } ->
		break
	:: d_step { i < SLOTS && SLOT(at[me], i) != EMPTY_IN(at[me]) && SLOT(at[me], i) != END -> i++ }
	:: i == SLOTS ->
		grow();
		READ_TAIL(me);
		i = hint[at[me]]
	od;
	atomic { at[me] = NIL; i = 0; forget() }
}

#ifdef RECYCLED_EARLY
#define USED_UP (k == SLOTS || (k == SLOTS - 1 && next_of[head] != NIL))
#else
#define USED_UP (k == SLOTS)
#endif

/* Looks at the front: seen is NIL (nothing), END or a task. */
inline look() {
	if
	:: d_step { !USED_UP ->
		seen = SLOT(head, k);
		if
		:: seen == EMPTY_IN(head) -> seen = NIL; MUST(empty(order), empty_is_wrong)
		:: else
		fi }
	:: d_step { USED_UP && next_of[head] == NIL -> seen = NIL; MUST(empty(order), empty_is_wrong) }
	:: USED_UP && next_of[head] != NIL -> d_step {
		seen = SLOT(next_of[head], 0);
		if
		:: seen == EMPTY_IN(next_of[head]) -> seen = NIL; MUST(empty(order), empty_is_wrong)
		:: else
		fi }
	fi
}

/* Takes the task that look has seen. */
inline take() {
	if
	:: USED_UP -> advance()
	:: else
	fi;
	d_step {
		seen = SLOT(head, k);
		MUST(order ? [eval(seen)], out_of_order);
		if
		:: nempty(order) -> order ? _
		:: empty(order)
		fi;
		k++
	}
}

inline clear_one() {
	d_step {
#ifdef CLEARED_TO_SAME_EPOCH
		SLOT(head, cleared) = EMPTY_IN(head);
#else
		SLOT(head, cleared) = EMPTY_IN(next_epoch);
#endif
		cleared++
	}
}

/* Moves on to the epoch after head, which is used up and has a next. */
inline advance() {
	do
#ifdef RECYCLED_UNCLEARED
	:: cleared < SLOTS - 1 -> clear_one()
#else
	:: cleared < SLOTS -> clear_one()
#endif
	:: else -> break
	od;
	d_step {
		for (j : 0 .. SLOTS - 1) { MUST(SLOT(next_epoch, j) == EMPTY_IN(next_epoch), recycled_with_tasks) }
#ifdef WITNESS_RECYCLED
		for (p : 0 .. PUSHERS) {
			if
			:: at[p] != NIL && array[at[p]] == array[head] && epochs_since[p] < WITNESS_RECYCLED -> epochs_since[p]++
			:: else
			fi
		}
#endif
		epoch[array[head]] = next_epoch;
		recycle(next_epoch);
		enter(next_of[head]);
		forget()
	}
}

/* Seals the queue if it is empty at that very instant; took tells whether it
 * is now sealed and empty. The consumer alone; me is CONSUMER. */
inline close_if_empty() {
	do
	:: k == SLOTS ->
		at[me] = head;
		if
		:: next_of[head] == NIL -> grow()
		:: else
		fi;
		at[me] = NIL;
		advance()
	:: else -> break
	od;
	if
#ifdef CLOSE_IF_EMPTY_TWO_STEPS
	:: SLOT(head, k) == EMPTY_IN(head) -> d_step {
#else
	:: d_step { SLOT(head, k) == EMPTY_IN(head) -> /* CAS */
#endif
		MUST(empty(order) && !is_closed, close_if_empty_is_wrong);
		SLOT(head, k) = END;
		is_closed = true;
		took = true;
		order ! END }
	:: d_step { else ->
		MUST(nempty(order), close_if_empty_is_wrong);
		took = (SLOT(head, k) == END) }
	fi
}
