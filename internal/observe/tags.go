package observe

// Tags is how a package that is built on loops records for what a callback runs, and what moves. Loop
// only.
type Tags struct {
	// ID is the number of the loop, and Clock its clock for events. Immutable.
	ID    uint64
	Clock func() int64
	// Ring is where the loop records, nil for nowhere. The loop sets it.
	Ring *Ring
}

// On reports whether the callback that runs is timed, so that Tag records something. While the loop is
// not recorded, it costs a load. A nil Tags is not On.
func (t *Tags) On() bool { return t != nil && t.Ring != nil && t.Ring.open != 0 }

// Tag records for what the callback is that runs, if t is On: see the constants.
func (t *Tags) Tag(detail uint8, a, b, c uint32) {
	if t.On() {
		t.Ring.tag(detail, a, b, c)
	}
}

// Written records that the callback that runs has written bytes to a connection with a system call, if t
// is On.
func (t *Tags) Written(connection uint32, bytes int) {
	if t.On() {
		t.Ring.written(connection, uint32(bytes))
	}
}

// Label returns the C of a Tag for a text, 0 if there are too many texts. t must be On.
func (t *Tags) Label(text string) uint32 { return t.Ring.label(text) }

// Repeated reports whether one of the last tags of keys had the same hash, so that a text for the key is
// worth its memory. t must be On.
func (t *Tags) Repeated(hash uint32) bool {
	last := &t.Ring.hashes[hash%recentHashes]
	is := *last == hash
	*last = hash
	return is
}

// Out records that something leaves for another loop: detail is TagConnection or TagKey, a its number,
// functions how many of them move along. It returns the time for In, 0 if the loop is not recorded.
func (t *Tags) Out(detail uint8, a uint32, to *Tags, functions int) (at int64) {
	if t.Ring == nil {
		return 0
	}
	at = t.Clock()
	t.Ring.move(detail, at, at, a, to, functions)
	return at
}

// In records that what has left another loop arrives. at is the result of Out, or 0.
func (t *Tags) In(detail uint8, a uint32, from *Tags, at int64, functions int) {
	if t.Ring == nil {
		return
	}
	now := t.Clock()
	if at == 0 || t.Ring.fake { // fake clocks of loops have different beginnings
		at = now
	}
	t.Ring.move(detail|MovedIn, at, now, a, from, functions)
}
