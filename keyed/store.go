package keyed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful"
)

// This file owns the states that a source stores with what it acknowledges: how they are encoded after
// a record, and put back when a partition is assigned. timers.go has the timers. Without WithStore
// Consumer.store and keyState.stored are nil, and nothing here is called.

// A State is the state of a key, as a source stores it.
type State struct {
	Key string
	// Value is what the function of WithStore has made of the state. nil deletes it.
	Value []byte
	Time  time.Time // when the last record of the key was handled
}

// A StateSource is a Source that stores states in one unit with what it acknowledges. WithStore needs
// one.
type StateSource interface {
	Source
	// CanStore returns nil, or why this source stores no states. Consume calls it before anything else.
	CanStore() error
	// SetState says which state a key has after r. It is called on the key's loop, at most once for an
	// attempt of r, before r is in Ack.Records. The source stores the state in the unit in which Ack.Next
	// gets above r.Position(). Of several states of a key, the one whose record is in Records last counts.
	SetState(r Record, s State)
	// TimerMessage returns m, which a timer has made, with a Native for SetState. It is called on the
	// key's loop. Its record comes back in Ack.Records, and its position is that of the last record of
	// its key, or -1 if that is acknowledged. Ack.Next is -1 if no record was delivered since Assign:
	// then what is acknowledged stays as it is.
	TimerMessage(p Partition, m Message) Message
}

// A store is what WithStore, WithTimer and WithTTL have set.
type store[K comparable, S any] struct {
	codec[S]
	timer[S]
	ttl    time.Duration
	source StateSource
	// keyOf and textOf convert keys, which are strings.
	keyOf  func(string) K
	textOf func(K) string
}

type codec[S any] struct {
	encode func(*S) ([]byte, error)
	decode func([]byte, *S) error
}

// A stored is the state of a key in a partition. Its fields are used on the key's loop only, but for
// those of deadline.
type stored[K comparable, S any] struct {
	next      *stored[K, S] // the key's state in another partition
	partition *partition[K]
	value     []byte // the state after the last record or timer that has succeeded
	state     S
	decoded   bool  // state is what value says
	position  int64 // of the last record, -1 if it was before the assignment
	last      time.Time
	timing
	deadline[K]
}

// WithStore has the source store the state of each key in one unit with the acknowledgement of the
// key's records: a record that is not handled again is in the state, and one that is handled again is
// not. After a record, encode makes bytes of the state, and nil of one that need not be kept, such as
// the zero value. When a partition is assigned, the states of its keys are put back before its first
// record. decode sets a state, which has the zero value, from these bytes before it is used. When a
// handler fails, its changes of the state are discarded: decode runs again.
//
// Both functions run on the key's loop. encode must not use the bytes again, and decode must not keep
// or change them. An error or a panic of theirs is one of the handler. The keys must be strings. Two
// partitions with the same key have a state each. The states and their bytes are in memory until the
// partition is revoked, or encode returns nil.
//
// Consume returns an error that matches wakeful.ErrInvalidOption if the source cannot store, with
// WithLoad, and if S is another type. So does ConsumeBatches: a unit may end between two records of a
// batch.
func WithStore[S any](encode func(state *S) ([]byte, error), decode func(data []byte, state *S) error) Option {
	return Option{func(s *settings) error {
		if encode == nil || decode == nil {
			return invalid("WithStore", "nil", "it needs two functions")
		}
		s.codec = codec[S]{encode, decode}
		return nil
	}}
}

// setStore sets what WithStore, WithTimer and WithTTL say.
func (c *Consumer[K, S]) setStore() error {
	if c.codec == nil {
		if c.timer != nil || c.ttl > 0 {
			return invalid("WithTimer and WithTTL", "", "they need WithStore")
		}
		return nil
	}
	s := &store[K, S]{ttl: c.ttl}
	var ok bool
	if s.codec, ok = c.codec.(codec[S]); !ok {
		return invalid("WithStore", fmt.Sprintf("%T", c.codec), fmt.Sprintf("this consumer needs functions with a %T", new(S)))
	}
	if c.timer != nil {
		if s.timer, ok = c.timer.(timer[S]); !ok {
			return invalid("WithTimer", fmt.Sprintf("%T", c.timer), fmt.Sprintf("this consumer needs functions with a %T", new(S)))
		}
	}
	same := any(func(key string) string { return key })
	if s.keyOf, ok = same.(func(string) K); !ok {
		return invalid("WithStore", fmt.Sprintf("keys of type %T", *new(K)), "the keys must be strings")
	}
	s.textOf, _ = same.(func(K) string)
	switch {
	case c.batches != nil:
		return invalid("WithStore", "ConsumeBatches", "it stores the state after each record; use Consume or ConsumeFunc")
	case c.load != nil:
		return invalid("WithStore", "WithLoad", "a state comes from one of the two")
	}
	if s.source, ok = c.source.(StateSource); !ok {
		return invalid("WithStore", fmt.Sprintf("%T", c.source), "the source does not store states")
	}
	if err := s.source.CanStore(); err != nil {
		return fmt.Errorf("%w: keyed.WithStore: %w", wakeful.ErrInvalidOption, err)
	}
	c.store = s
	return nil
}

// storedIn returns the state of a key in a partition, nil if there is none.
func (k *keyState[K, S]) storedIn(p *partition[K]) *stored[K, S] {
	st := k.stored
	for st != nil && st.partition != p {
		st = st.next
	}
	return st
}

// addStored makes the state of a key in a partition.
func (k *keyState[K, S]) addStored(p *partition[K], key K) *stored[K, S] {
	k.stored = &stored[K, S]{next: k.stored, partition: p, decoded: true, position: -1, key: key, index: -1}
	return k.stored
}

// dropStored drops the states for which drop returns true.
func (k *keyState[K, S]) dropStored(drop func(*stored[K, S]) bool) {
	for at := &k.stored; *at != nil; {
		if st := *at; drop(st) {
			st.partition.deadlines.remove(&st.deadline)
			*at = st.next
		} else {
			at = &st.next
		}
	}
}

// drop drops a state, which may be nil.
func (k *keyState[K, S]) drop(st *stored[K, S]) {
	k.dropStored(func(other *stored[K, S]) bool { return other == st })
}

// stateFor returns the state for the handler of a record.
func (c *Consumer[K, S]) stateFor(k *keyState[K, S], l *call[K]) *S {
	if c.store == nil {
		return &k.state
	}
	return &k.storedIn(l.d.partition).state
}

// attemptStored is attempt with a state that is stored.
func (c *Consumer[K, S]) attemptStored(k *keyState[K, S], l *call[K]) (ended bool, err error) {
	st := k.storedIn(l.d.partition)
	if st == nil {
		st = k.addStored(l.d.partition, l.key())
	}
	if err := c.decode(st); err != nil {
		return true, c.settle(k, l, err)
	}
	if ended, err = c.callOnce(k, l); ended {
		err = c.settle(k, l, err)
	}
	return ended, err
}

// encode returns the value of a state. It allocates nothing for that.
func (c *Consumer[K, S]) encode(st *stored[K, S]) (value []byte, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the function of WithStore: %w: %v\n%s", ErrPanic, v, debug.Stack())
		}
	}()
	return c.store.encode(&st.state)
}

// decode makes a state of its value, if it is not there.
func (c *Consumer[K, S]) decode(st *stored[K, S]) error {
	if st.decoded {
		return nil
	}
	var none S
	st.state = none
	if st.value != nil {
		if err := protect("WithStore", func() error { return c.store.decode(st.value, &st.state) }); err != nil {
			return fmt.Errorf("decode the state of key %v: %w", st.key, err)
		}
	}
	st.decoded = true
	return nil
}

// settle is called when the handler of the key's running record has ended with err. It gives the state
// to the source, or discards the handler's changes. It returns the error of the record.
func (c *Consumer[K, S]) settle(k *keyState[K, S], l *call[K], err error) error {
	if c.store == nil || k.running != l {
		return err
	}
	st := k.storedIn(l.d.partition)
	if st == nil {
		return err // abandoned
	}
	var value []byte
	if err == nil && l.kind != ofExpiry {
		value, err = c.encode(st)
	}
	if err != nil {
		st.decoded = false
		c.failed(st, l)
		if st.value == nil {
			k.drop(st)
		}
		return err
	}
	if l.kind == ofRecord {
		st.position, st.last = l.d.position(int(l.number)), time.Now()
	}
	changed := !bytes.Equal(value, st.value) || (value == nil) != (st.value == nil)
	if changed || l.kind == ofRecord && c.store.ttl > 0 && value != nil {
		c.store.source.SetState(l.d.record(l.number, l.attempt), State{c.store.textOf(l.key()), value, st.last})
	}
	st.value, st.failures = value, 0
	if value == nil {
		k.drop(st)
	} else {
		c.schedule(st)
	}
	return nil
}

// restoring is how many states, and about how many bytes of them, are on their way to the loops.
const restoring, restoringBytes = 1024, 1 << 20

var errNoStore = errors.New("keyed: the source stores states; the consumer needs WithStore")

// Restore implements Assignment.
func (a *assignment[K, S]) Restore(ctx context.Context, states iter.Seq2[State, error]) error {
	c, p := a.c, a.p
	var some []State
	size := 0
	for s, err := range states {
		switch {
		case err != nil:
			return err
		case c.store == nil:
			return errNoStore
		}
		some = append(some, s)
		if size += len(s.Key) + len(s.Value); len(some) < restoring && size < restoringBytes {
			continue
		}
		if err := c.restore(ctx, p, some); err != nil {
			return err
		}
		some, size = nil, 0
	}
	if err := c.restore(ctx, p, some); err != nil {
		return err
	}
	if p.deadlines.start() { // not before: a later state of a key may have another deadline
		c.spawnTimers(p)
	}
	return nil
}

// restore puts states on the loops of their keys, and waits until they are there.
func (c *Consumer[K, S]) restore(ctx context.Context, p *partition[K], states []State) error {
	if len(states) == 0 {
		return nil
	}
	keys := make([]K, len(states))
	for i, s := range states {
		keys[i] = c.store.keyOf(s.Key)
	}
	var left atomic.Int64
	left.Store(int64(len(keys)))
	all := make(chan struct{})
	if _, err := c.keys.SubmitBatch(keys, func(of iter.Seq2[int, *keyState[K, S]]) {
		n := 0
		for i, k := range of {
			if n++; c.belongs(k, p) {
				c.put(k, p, keys[i], states[i])
			}
		}
		if left.Add(-int64(n)) == 0 {
			close(all)
		}
	}); err != nil {
		c.fail(err)
		return err
	}
	select {
	case <-all:
	case <-ctx.Done():
	case <-c.done: // the loops may have ended
	}
	c.place.Pass(p.delivering)
	switch { // several may be so
	case left.Load() == 0:
		return nil
	case ctx.Err() != nil:
		return context.Cause(ctx)
	default:
		return errEnded
	}
}

// put puts back the state of a key.
func (c *Consumer[K, S]) put(k *keyState[K, S], p *partition[K], key K, s State) {
	st := k.storedIn(p)
	if s.Value == nil {
		k.drop(st)
		return
	}
	if st == nil {
		st = k.addStored(p, key)
	}
	st.value, st.last, st.decoded = s.Value, s.Time, false
	c.schedule(st)
}
