/*
 * Header ids for pushes without end: an id is used again once nobody can name
 * it, as a garbage collector uses memory again. Included by segments.pml.
 *
 * To recycle the number of states finite and small, ids are given out again in a
 * fixed manner after every step that forgets one: states that differ only in
 * the names of their headers become one. Array a owns the ids a * NAMES + 1 and
 * up: first its epoch, then its next epoch, then those that are used up but still
 * held by a late push or by the tail.
 */
hidden byte named[HEADERS + 1]; /* the new id of an old one, NIL: nobody can name it */
hidden byte was[HEADERS + 1];
hidden byte next_was[HEADERS + 1];
hidden byte hint_was[HEADERS + 1];
hidden byte names[ARRAYS];

inline name(h) {
	if
	:: h != NIL && named[h] == NIL ->
		named[h] = array[h] * NAMES + names[array[h]];
		names[array[h]]++
	:: else
	fi
}

/* Fills in named. The order of the calls is the order of the new ids. */
inline name_all() {
	for (p : 1 .. HEADERS) { named[p] = NIL }
	for (p : 0 .. ARRAYS - 1) { names[p] = 1; name(epoch[p]) }
	name(next_epoch);
	name(tail);
	for (p : 0 .. PUSHERS) { name(at[p]) }
	p = 0
}

inline new_header(a) { /* in fresh */
	d_step {
		name_all();
		fresh = (a) * NAMES + 1;
		do
		:: named[fresh] != NIL -> fresh++
		:: else -> break
		od;
		MUST(fresh <= ((a) + 1) * NAMES, the_model_is_too_small);
		array[fresh] = a;
		next_of[fresh] = NIL;
		hint[fresh] = 0
	}
}

inline forget() {
	d_step {
		name_all();
		for (p : 1 .. HEADERS) {
			next_was[p] = next_of[p];
			hint_was[p] = hint[p];
			was[p] = array[p]
		}
		for (p : 1 .. HEADERS) { next_of[p] = NIL; hint[p] = 0; array[p] = 0 }
		for (p : 1 .. HEADERS) {
			if
			:: named[p] != NIL ->
				array[named[p]] = was[p];
				hint[named[p]] = hint_was[p];
				if
				:: next_was[p] == NIL
				:: next_was[p] != NIL && (p == tail || epoch[was[p]] == p) -> next_of[named[p]] = named[next_was[p]]
				:: else -> next_of[named[p]] = named[p] /* used up: not nil, and the tail has moved on */
				fi
			:: else
			fi
		}
		for (p : 0 .. ARRAYS * SLOTS - 1) {
			if
			:: slot[p] < 127 -> slot[p] = named[slot[p]]
			:: else
			fi
		}
		for (p : 0 .. ARRAYS - 1) { epoch[p] = named[epoch[p]]; spares[p] = named[spares[p]] }
		for (p : 0 .. PUSHERS) { at[p] = named[at[p]]; brings[p] = named[brings[p]] }
		tail = named[tail];
		head = named[head];
		next_epoch = named[next_epoch];
		p = 0
	}
}
