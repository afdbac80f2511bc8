package group

// This file owns the state that a group keeps for each key: where a key belongs, and how functions
// reach it. handover.go moves keys between loops, evict.go ends those that are idle.

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/simulation"
)

const (
	// slotBits is the number of bits of a key's hash that say its slot. Keys move in slots. With
	// 4,096 of them, a group of up to 512 loops has at least eight per loop.
	slotBits  = 12
	slotCount = 1 << slotBits
)

// A KeyedState keeps a state of type S for each key of type K. Each key belongs to one loop of the
// group, and only functions on that loop use its state, one at a time, so it needs no lock. Make
// one with NewKeyedState. It lives until Close or the end of the group. Any goroutine may call its
// methods.
type KeyedState[K comparable, S any] struct {
	// Immutable after NewKeyedState.

	group    *Group
	settings keyedSettings[K, S]
	hashOf   func(K) uint64

	// table maps each slot to the shard that gets its functions. It is never changed in place: a
	// new table is published under mu. Submit reads it without a lock. The shard that Submit finds
	// reads it again under its own lock. Without that, a function could arrive in a shard after the
	// slot has left (mutant NO_CHECK in models/handover.pml).
	table atomic.Pointer[table[K, S]]
	// lost counts functions that were accepted and discarded between two loops.
	lost atomic.Uint64
	// count is the number of keys that have a state. The loops add to it.
	count atomic.Int64

	// offLoops is held to use the slots of a loop that has stopped.
	offLoops sync.Mutex

	mu     sync.Mutex
	shards map[*member]*shard[K, S]
	moves  map[*transit[K, S]]struct{} // transits that have not ended
	closed bool                        // Close was called

	// slots holds the states. A slot belongs to the shard that has its owned bit set. Only the loop
	// of that shard may use it.
	slots [slotCount]slot[K, S]
}

type table[K comparable, S any] struct {
	slots [slotCount]destination[K, S]
	// version is another number in each table that is published. See batch.
	version keyHash
}

// publish publishes a table that has other destinations for the slots of to. The lock is held.
func (k *KeyedState[K, S]) publish(to map[uint32]destination[K, S]) {
	next := *k.table.Load()
	next.version++
	for slot, d := range to {
		next.slots[slot] = d
	}
	k.table.Store(&next)
}

// A destination is what gets the functions of a slot: the shard of a loop or, while the slot moves,
// a transit. One of the two is set.
type destination[K comparable, S any] struct {
	shard   *shard[K, S]
	transit *transit[K, S]
}

// slot holds the states of the keys with the same hash bits.
type slot[K comparable, S any] struct {
	states[K, S]
	owner *shard[K, S] // the shard that it belongs to
	work  work         // estimated from samples, if the group rebalances
}

// entry is the state of one key. What a search in the slot reads comes first.
type entry[K comparable, S any] struct {
	next  *entry[K, S] // of the slot
	hash  keyHash
	key   K
	state S
	prev  *entry[K, S]
	idle  idleLink[K, S]
}

// keyHash is a part of a key's hash. Its highest bits are the slot. The others spare a search most of
// the keys that are not the one.
type keyHash uint32

func (h keyHash) slot() uint32 { return uint32(h >> (32 - slotBits)) }

// message is what a shard's mailbox carries. It has four fields, because the compiler keeps larger
// structs in memory. With five, a function took 36 ns instead of 23.
type message[K comparable, S any] struct {
	key  K
	fn   func(*S)
	hash keyHash // of a batch it is the version of the table that divided it
	kind messageKind
}

// messageKind says what fn is called with, and what the shard asks before it accepts the message.
type messageKind uint8

const (
	control messageKind = 1 << iota // call fn with nil, otherwise with the state of key
	inSlot                          // ask that the slot is the shard's
	inTable                         // ask that no table was published since that of the batch
)

// errMoved is why a shard refuses a function of a slot that has left it. Submit then reads the
// table again.
var errMoved = errors.New("group: the key has moved")

// A KeyedStateOption changes how NewKeyedState makes a KeyedState. The functions of this package
// make options. For an invalid value, and for the zero KeyedStateOption, NewKeyedState returns an
// error that matches wakeful.ErrInvalidOption.
type KeyedStateOption[K comparable, S any] struct {
	apply func(*keyedSettings[K, S]) error
}

type keyedSettings[K comparable, S any] struct {
	newState func(K) S
	idle     time.Duration
	evict    func(K, *S) error
}

// WithNewState sets the function that makes the state of a key that has none, before its first
// function runs. It is called on the key's loop and should not block. The default is the zero value
// of S.
func WithNewState[K comparable, S any](newState func(key K) S) KeyedStateOption[K, S] {
	return KeyedStateOption[K, S]{func(s *keyedSettings[K, S]) error {
		if newState == nil {
			return invalid("WithNewState", "nil", "leave the option out for the zero value")
		}
		s.newState = newState
		return nil
	}}
}

// WithEviction ends the state of a key for which no function ran for between idle and twice idle.
// It calls evict on the key's loop, which can save the state. If evict returns an error or panics,
// the state stays, and the next attempt comes after the same time. Functions of the key run before
// or after evict; after it they get a new state from the function of WithNewState.
//
// When a loop ends, by Shutdown or by Close, evict is called for all its states, and its error is
// ignored. States that were on their way between two loops when the group was closed are evicted on
// the goroutine of the last loop, after that loop has stopped.
func WithEviction[K comparable, S any](idle time.Duration, evict func(key K, state *S) error) KeyedStateOption[K, S] {
	return KeyedStateOption[K, S]{func(s *keyedSettings[K, S]) error {
		switch {
		case idle <= 0:
			return invalid("WithEviction", idle, "the time must be positive")
		case evict == nil:
			return invalid("WithEviction", "nil", "pass a function; one that returns nil drops the state")
		}
		s.idle, s.evict = idle, evict
		return nil
	}}
}

// NewKeyedState returns a KeyedState of the group. It returns wakeful.ErrClosed when the group is
// ending, and wakeful.ErrInvalidOption for an invalid option. Any goroutine may call it, also
// before Run.
func NewKeyedState[K comparable, S any](g *Group, options ...KeyedStateOption[K, S]) (*KeyedState[K, S], error) {
	if g == nil {
		return nil, invalid("NewKeyedState", "nil", "make a group with New")
	}
	k := &KeyedState[K, S]{
		group: g, hashOf: simulation.HashOf[K](g.random),
		shards: map[*member]*shard[K, S]{}, moves: map[*transit[K, S]]struct{}{},
	}
	for _, option := range options {
		if option.apply == nil {
			return nil, invalid("NewKeyedState", "zero value", "use the functions that make options")
		}
		if err := option.apply(&k.settings); err != nil {
			return nil, err
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ending {
		return nil, wakeful.ErrClosed
	}
	var shards []*shard[K, S]
	for _, m := range g.active.Load().members {
		sh, err := k.newShard(m)
		if err != nil {
			for _, sh := range shards {
				sh.release()
			}
			return nil, err
		}
		shards = append(shards, sh)
	}
	t := new(table[K, S])
	for i := range t.slots {
		sh := shards[i%len(shards)]
		t.slots[i].shard = sh
		sh.own(i, true)
	}
	k.table.Store(t)
	g.keyed = append(g.keyed, k)
	return k, nil
}

// Submit has fn run with the state of key, on the loop that the key belongs to. fn always runs
// later, never during the call. Functions of one key that one goroutine submits run in that order,
// even while the key moves to another loop. fn must not keep the pointer: the state may move to
// another loop, or be evicted, after fn has returned. An accepted function runs exactly once,
// unless the group ends first by Group.Close or by the end of Run's context, which counts it as
// discarded.
//
// Any goroutine may call Submit, also a function that Submit runs. It returns wakeful.ErrNilFunc,
// or an error that matches wakeful.ErrClosed when the key's loop is ending and after Close. It does
// not allocate if fn is an existing function value. A panic in fn is reported like that of any
// callback, and the state stays as it is.
func (k *KeyedState[K, S]) Submit(key K, fn func(state *S)) error {
	if fn == nil {
		return wakeful.ErrNilFunc
	}
	return k.send(message[K, S]{key: key, fn: fn, hash: k.hash(key), kind: inSlot})
}

// send sends a message to where its slot is.
func (k *KeyedState[K, S]) send(m message[K, S]) error {
	slot := m.hash.slot()
	for {
		to := k.table.Load().slots[slot]
		var err error
		if to.shard != nil {
			err = to.shard.mailbox.Send(m)
		} else {
			err = to.transit.hold(m)
		}
		// If Resize has removed the loop meanwhile, the loop refuses every message before it reads
		// the slot. Then the table maps the slot to another destination, so try again.
		if err == nil || err != errMoved && k.table.Load().slots[slot] == to { //nolint:errorlint // it is returned unwrapped
			return err
		}
	}
}

func (k *KeyedState[K, S]) hash(key K) keyHash {
	return keyHash(k.hashOf(key) >> 32)
}

// Loop returns the loop that a key belongs to now, or will belong to when it has moved. A Resize or
// the rebalancing may change it at any time. After Close it is any loop of the group. Any goroutine
// may call it.
func (k *KeyedState[K, S]) Loop(key K) *wakeful.Loop {
	slot := k.hash(key).slot()
	to := &k.table.Load().slots[slot]
	if to.shard != nil {
		return to.shard.member.loop
	}
	if sh := to.transit.targets[slot]; sh != nil {
		return sh.member.loop
	}
	loops := k.group.Loops() // k is closed
	return loops[int(slot)%len(loops)]
}

// discarded returns how many functions were discarded between two loops.
func (k *KeyedState[K, S]) discarded() uint64 { return k.lost.Load() }
