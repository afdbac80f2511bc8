// Package poll tells a loop which of its file descriptors are ready, while no
// thread waits for them.
//
// A kernel queue of readiness (epoll, kqueue) wants a thread that blocks in it, who
// can be woken only by a system call on either side. Here the queue of epoll is
// itself in the Go runtime's poller, where a goroutine parks: the loop, in its Bed,
// while events are what wakes it, or else, in its place, the watcher, which notifies
// the loop like any other producer. The loop collects what is there without waiting,
// in its turn. The protocol is in watcher.go and bed.go.
//
// There is one backend per file: epoll.go, kqueue.go, and none.go where there is
// neither, which the build tag wakeful_nopoll forces anywhere.
package poll

import (
	"errors"
	"sync"
)

// Events are what a descriptor is asked about, and what is found.
type Events uint32

// The bits of Events.
const (
	Readable Events = 1 << iota
	Writable
	Hangup // always reported, asked for or not
	Error  // always reported, asked for or not
)

// Mode says how an entry's events repeat; 0 is level-triggered.
type Mode uint8

const (
	// Edge reports what has changed since it was last collected.
	Edge Mode = 1 << iota
	// OneShot reports once, and again after Modify.
	OneShot
)

// Errors of a Poller; others are the kernel's, with what to do about them.
var (
	ErrRegistered = errors.New("the descriptor is registered already")
	ErrGone       = errors.New("the entry is not registered any more")
)

// What backends answer, see there.
var (
	errPresent = errors.New("the kernel has this descriptor already")
	errAbsent  = errors.New("the kernel does not have this descriptor")
)

// A backend is a kernel queue of readiness. Its methods are called one at a time,
// except await and sleep, which run beside them.
type backend interface {
	// add begins to watch fd. It returns errPresent, and has changed nothing, if
	// the kernel watches this number for the file that it stands for now.
	add(fd int, generation uint32, events Events, mode Mode) error
	// modify changes what fd is watched for, and arms it again. It returns
	// errAbsent if the kernel does not watch this number for the file that it
	// stands for now: it was closed, and perhaps opened anew.
	modify(fd int, generation uint32, events Events, mode Mode) error
	// remove ends it. It is no error if there is nothing to end.
	remove(fd int) error
	// collect writes what is ready into into, as far as there is room, and returns
	// how much that is. It does not wait.
	collect(into []event) int
	// await returns true when collect may have something to find, which it leaves
	// there, and false once the backend is closed.
	await() bool
	// sleeps reports whether the backend has sleep and rouse.
	sleeps() bool
	// sleep calls look before it sleeps and whenever something may have become
	// ready, until look returns true, or rouse ends it: then it returns false. Not
	// beside await.
	sleep(look func() bool) bool
	// rouse ends a sleep, also one that is yet to come. Any goroutine.
	rouse()
	// close ends await, and returns when it has returned.
	close() error
}

// An event is what a backend has found. It may have bits that were not asked for.
type event struct {
	fd int32
	// generation is what fd was last added or modified with, or whoever where the
	// system carries no such thing; then the event is the present owner's.
	generation uint32
	events     Events
}

// whoever is the generation of no entry.
const whoever = 0

// The events of one collection: the buffer begins small and grows when it was full.
const (
	fewestEvents = 64
	mostEvents   = 1024
)

// An Entry is one descriptor in a Poller. Value is its owner's, set before Add.
type Entry[T any] struct {
	Value T

	// The Poller's.

	fd int32
	// generation tells this entry's events from those of earlier owners of the
	// same number, which the kernel goes on reporting if the file lives on in
	// another process or under another number. It comes round after 2^32 entries.
	generation uint32
	mode       Mode
	in         bool
	round      uint64 // the last collection in which it was found, and
	position   int    // where there
}

// Ready is an entry with an event. Events may have bits that the entry was not,
// or is no longer, asked about.
type Ready[T any] struct {
	Value  T
	Events Events
}

// A Poller is the set of descriptors of one loop. Its methods are called one at a
// time, under the owner's lock; but Ready, Watching and Bed without it, by the loop.
type Poller[T any] struct {
	backend    backend
	watcher    watcher
	bed        Bed[T]
	entries    []*Entry[T] // by descriptor: the kernel gives the smallest numbers away first
	generation uint32
	round      uint64
	buffer     []event
	ready      []Ready[T]
	stashed    int  // events in the buffer that Collect has not seen
	left       bool // by the last collection, in the kernel's queue
}

// Open returns a poller without entries. When the watcher is armed, it calls notify,
// on a goroutine of its own, whenever Ready has become true. mu is the owner's
// lock. Open returns an error that matches errors.ErrUnsupported where there is no
// backend.
func Open[T any](mu sync.Locker, notify func()) (*Poller[T], error) {
	b, err := open()
	if err != nil {
		return nil, err
	}
	return newPoller[T](b, mu, notify), nil
}

func newPoller[T any](b backend, mu sync.Locker, notify func()) *Poller[T] {
	p := &Poller[T]{backend: b, buffer: make([]event, fewestEvents)}
	p.watcher.init(b, notify)
	p.bed = Bed[T]{poller: p, mu: mu}
	p.bed.onLook = p.bed.look
	return p
}

// Ready reports whether Collect is likely to find something. What it left in the
// kernel's queue does not count, see Left: somebody looks at it before a sleep.
func (p *Poller[T]) Ready() bool { return p.stashed > 0 || p.watcher.ready.Load() }

// Left reports whether the last Collect may have left something. Loop only.
func (p *Poller[T]) Left() bool { return p.left }

// Watching reports whether the watcher is in charge: whether the loop may sleep on
// its channel.
func (p *Poller[T]) Watching() bool { return p.watcher.watching }

// Add begins to watch fd for events, and in any case for Hangup and Error. An
// entry that has the same number but a file that was closed since is displaced:
// it is out of the poller, and returned. If the file is the same, the answer is
// ErrRegistered.
func (p *Poller[T]) Add(e *Entry[T], fd int, events Events, mode Mode) (displaced *Entry[T], err error) {
	old := p.entry(int32(fd))
	p.generation++
	if p.generation == whoever {
		p.generation++
	}
	err = p.backend.add(fd, p.generation, events, mode)
	if errors.Is(err, errPresent) {
		if old != nil {
			return nil, ErrRegistered
		}
		// Its last owner closed it before its entry, and now it is the same file
		// again, which had lived on.
		err = p.backend.modify(fd, p.generation, events, mode)
	}
	if err != nil {
		return nil, err
	}
	if old != nil {
		old.in = false
	}
	e.fd, e.generation, e.mode, e.in = int32(fd), p.generation, mode, true
	if fd >= len(p.entries) {
		p.entries = append(p.entries, make([]*Entry[T], fd+1-len(p.entries))...)
	}
	p.entries[fd] = e
	return old, nil
}

// Modify changes what e is watched for, and arms it again if it was OneShot. It
// returns ErrGone if e is out of the poller, where it is also put if its number
// stands for another file now.
func (p *Poller[T]) Modify(e *Entry[T], events Events) error {
	if !e.in {
		return ErrGone
	}
	err := p.backend.modify(int(e.fd), e.generation, events, e.mode)
	if errors.Is(err, errAbsent) {
		p.drop(e)
		return ErrGone
	}
	return err
}

// Remove takes e out of the poller, if it is there.
func (p *Poller[T]) Remove(e *Entry[T]) error {
	if !e.in {
		return nil
	}
	p.drop(e)
	return p.backend.remove(int(e.fd))
}

// entry returns the entry of a descriptor, nil if there is none.
func (p *Poller[T]) entry(fd int32) *Entry[T] {
	if fd < 0 || int(fd) >= len(p.entries) {
		return nil
	}
	return p.entries[fd]
}

func (p *Poller[T]) drop(e *Entry[T]) {
	e.in = false
	p.entries[e.fd] = nil
}

// Collect returns the entries that are ready, each once, as many as one look
// finds, which does not wait. The result is valid until the next Collect, and the
// caller's to clear.
func (p *Poller[T]) Collect() []Ready[T] {
	p.watcher.relieve()
	p.Look()
	n := p.stashed
	p.stashed = 0
	p.left = n == len(p.buffer)
	p.round++
	p.ready = p.ready[:0]
	for i := range p.buffer[:n] {
		ev := &p.buffer[i]
		e := p.entry(ev.fd)
		if e == nil || e.generation != ev.generation && ev.generation != whoever {
			continue // an earlier owner's, which nobody deals with
		}
		// The kernel takes one that is edge-triggered or one-shot out of its queue;
		// a level-triggered one stays in there.
		p.left = p.left || e.mode == 0
		if e.round == p.round {
			p.ready[e.position].Events |= ev.events
			continue
		}
		e.round, e.position = p.round, len(p.ready)
		p.ready = append(p.ready, Ready[T]{e.Value, ev.events})
	}
	if n == len(p.buffer) && n < mostEvents {
		p.buffer = make([]event, 2*n)
	}
	return p.ready
}

// Look asks the kernel, unless there is something to Collect already: for a loop
// that does not come to sleep, and before it sleeps.
func (p *Poller[T]) Look() {
	if p.stashed == 0 {
		p.stashed = p.backend.collect(p.buffer)
	}
}

// Close closes the kernel's queue, and returns when the watcher has ended. The
// descriptors of the entries stay as they are.
func (p *Poller[T]) Close() error {
	p.watcher.stop()
	err := p.backend.close()
	p.watcher.join()
	p.entries = nil
	return err
}
