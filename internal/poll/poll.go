// Package poll tells a loop which of its file descriptors are ready, without a thread that waits
// for them.
//
// A kernel queue of readiness (epoll, kqueue) is made for a thread that blocks in it, and
// unblocking the thread takes a system call. Here the epoll instance is itself a descriptor in the
// Go runtime's netpoller, where a goroutine parks. If the loop mostly gets events, it parks there
// itself, through its Parker. Otherwise the watcher does, a goroutine that notifies the loop like
// any other producer. The loop collects events in its turn, without blocking. watcher.go and
// parker.go have the protocol. In a poller of OpenBlocking the loop's own thread blocks.
//
// There is one backend per file: epoll.go, kqueue.go, and none.go for systems with neither. The
// build tag wakeful_nopoll forces the last one.
package poll

import (
	"errors"
	"sync"
)

// Events is a set of conditions to watch for, or found.
type Events uint32

// The bits of Events.
const (
	Readable Events = 1 << iota
	Writable
	Hangup // always reported, even if not requested
	Error  // always reported, even if not requested
)

// Mode says how an entry's events repeat; 0 is level-triggered.
type Mode uint8

const (
	// Edge reports what has changed since it was last collected.
	Edge Mode = 1 << iota
	// OneShot reports once, and again after Modify.
	OneShot
)

// Errors of a Poller. Others come from the kernel, with advice.
var (
	ErrRegistered = errors.New("the descriptor is registered already")
	ErrGone       = errors.New("the entry is not registered any more")
)

// Errors of a backend, see backend.
var (
	errPresent = errors.New("the kernel has this descriptor already")
	errAbsent  = errors.New("the kernel does not have this descriptor")
	errClosed  = errors.New("it is not open") // besides EBADF
)

// A backend is a kernel queue of readiness. Its methods are called one at a time,
// except waitReady and park, which run concurrently with them.
type backend interface {
	// add begins to watch fd. It returns errPresent, and has changed nothing, if
	// the kernel watches this number for the file that it stands for now.
	add(fd int, generation uint32, events Events, mode Mode) error
	// modify changes what fd is watched for, and arms it again. It returns
	// errAbsent if the kernel does not watch this number for the file that it
	// stands for now: it was closed, and opened anew. A number that is not open is errClosed.
	modify(fd int, generation uint32, events Events, mode Mode) error
	// remove ends it. It is no error if there is nothing to end.
	remove(fd int) error
	// collect writes what is ready into into, as far as there is room, and returns
	// how much that is. It does not wait.
	collect(into []event) int
	// waitReady returns true when collect may find something, which it does not take,
	// and false once the backend is closed.
	waitReady() bool
	// canPark reports whether the backend has park and unpark.
	canPark() bool
	// park calls check before it parks and whenever something may have become ready,
	// until check returns true, or unpark ends it: then it returns false. Not
	// concurrently with waitReady.
	park(check func() bool) bool
	// unpark ends a park, also one that is yet to come. Any goroutine.
	unpark()
	// consumeUnpark waits for an unpark that has been or will be called.
	consumeUnpark()
	// descriptor returns the kernel's queue itself, which is readable while collect finds events.
	descriptor() int
	// close ends waitReady, and returns when it has returned.
	close() error
}

// An event is what a backend has found. It may have bits that were not asked for.
type event struct {
	fd int32
	// generation is the generation with which fd was last added or modified, or anyGeneration if
	// the system does not report one. In the latter case the event belongs to the current entry.
	generation uint32
	events     Events
}

// anyGeneration is the generation of no entry.
const anyGeneration = 0

// Sizes of the event buffer, which doubles when it was full.
const (
	minBuffer = 64
	maxBuffer = 1024
)

// An Entry is one descriptor in a Poller. Value is its owner's, set before Add.
type Entry[T any] struct {
	Value T

	// Written by the Poller.

	fd int32
	// generation distinguishes this entry's events from those of earlier entries of the same
	// number. The kernel keeps reporting these if the file stays open in another process or under
	// another number. It wraps around after 2^32 entries.
	generation uint32
	mode       Mode
	events     Events // what it is watched for
	registered bool
	// detached is set when the number was found to belong to another file, or to none. The kernel
	// may keep reporting the old file, and those events are dropped. The entry keeps its number
	// until the number's next owner replaces it.
	detached bool
	round    uint64 // the last collection in which it was found
	position int    // its index in that collection
	streak   int    // collections in a row in which it was found, less one
}

// verifyAfter is the number of consecutive collections with a level-triggered entry after which the
// kernel is asked whether its number still belongs to the same file. If not, the owner cannot read
// the file, and its function would be called in every turn. The question is a system call, so it is
// asked seldom.
const verifyAfter = 256

// Ready is an entry with an event. Events may have bits that were not requested, or are no longer
// requested.
type Ready[T any] struct {
	Value  T
	Events Events
}

// A Poller is the set of descriptors of one loop. Its methods are called one at a time under the
// owner's lock, except Ready, MayHaveMore, Armed and Parker, which only the loop calls, without the
// lock.
type Poller[T any] struct {
	backend    backend
	watcher    watcher
	parker     Parker[T]
	mu         sync.Locker // the owner's
	blocks     bool        // parks block the thread, and there is no watcher
	entries    []*Entry[T] // by descriptor: the kernel hands out the smallest free number
	generation uint32
	round      uint64
	buffer     []event
	ready      []Ready[T]
	buffered   int  // events in the buffer that Collect has not taken
	full       bool // the last poll has filled the buffer: there may be more
	more       bool // the last Collect may have left events in the kernel's queue
	// orphaned is set if the last poll found an event without an entry. If such an event is
	// level-triggered, it stays in the kernel's queue until its file is closed everywhere.
	orphaned bool
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
	p := &Poller[T]{backend: b, buffer: make([]event, minBuffer)}
	p.watcher.init(b, notify)
	p.mu = mu
	p.parker = Parker[T]{poller: p}
	p.parker.onWake = p.check
	return p
}

// Ready reports whether Collect will probably find something. It ignores events that the last
// Collect left in the kernel's queue, see MayHaveMore: the loop polls for those before it parks.
func (p *Poller[T]) Ready() bool { return p.buffered > 0 || p.watcher.ready.Load() }

// MayHaveMore reports whether the last Collect may have left events in the kernel's
// queue. Loop only.
func (p *Poller[T]) MayHaveMore() bool { return p.more }

// Armed reports whether the watcher waits for events, so that the loop may park on its
// channel. Loop only.
func (p *Poller[T]) Armed() bool { return p.watcher.armed }

// ArmWatcher makes the watcher report the next event, unless it does already. Loop only, for a loop
// that does not park itself.
func (p *Poller[T]) ArmWatcher() {
	if !p.watcher.armed {
		p.watcher.arm()
	}
}

// FD returns the descriptor of the kernel's queue, which is readable while there are events that
// Collect has not taken.
func (p *Poller[T]) FD() int { return p.backend.descriptor() }

// Add starts to watch fd for events, and always for Hangup and Error. If there is an entry with the
// same number whose file was closed since, Add removes that entry from the poller and returns it.
// If the file is the same, the error is ErrRegistered.
func (p *Poller[T]) Add(e *Entry[T], fd int, events Events, mode Mode) (displaced *Entry[T], err error) {
	old := p.entry(int32(fd))
	p.generation++
	if p.generation == anyGeneration {
		p.generation++
	}
	err = p.backend.add(fd, p.generation, events, mode)
	if errors.Is(err, errPresent) {
		if old != nil && !old.detached {
			return nil, ErrRegistered
		}
		// The descriptor was closed before its entry was removed, the file stayed open, and now the
		// same file has this number again.
		err = p.backend.modify(fd, p.generation, events, mode)
	}
	if err != nil {
		return nil, err
	}
	if old != nil {
		old.registered = false
	}
	e.fd, e.generation, e.mode, e.events, e.registered = int32(fd), p.generation, mode, events, true
	if fd >= len(p.entries) {
		p.entries = append(p.entries, make([]*Entry[T], fd+1-len(p.entries))...)
	}
	p.entries[fd] = e
	return old, nil
}

// Modify changes what e is watched for, and arms it again if it is OneShot. It returns ErrGone if e
// is not in the poller. If its number belongs to another file now, it removes e and returns
// ErrGone.
func (p *Poller[T]) Modify(e *Entry[T], events Events) error {
	if !e.registered {
		return ErrGone
	}
	err := p.backend.modify(int(e.fd), e.generation, events, e.mode)
	if errors.Is(err, errAbsent) {
		p.drop(e)
		return ErrGone
	}
	if err == nil {
		e.events, e.detached = events, false
	}
	return err
}

// Remove removes e from the poller, if it is there.
func (p *Poller[T]) Remove(e *Entry[T]) error {
	if !e.registered {
		return nil
	}
	p.drop(e)
	return p.backend.remove(int(e.fd))
}

// Each calls f for the values of all entries, by descriptor.
func (p *Poller[T]) Each(f func(T)) {
	for _, e := range p.entries {
		if e != nil {
			f(e.Value)
		}
	}
}

// entry returns the entry of a descriptor, nil if there is none.
func (p *Poller[T]) entry(fd int32) *Entry[T] {
	if fd < 0 || int(fd) >= len(p.entries) {
		return nil
	}
	return p.entries[fd]
}

func (p *Poller[T]) drop(e *Entry[T]) {
	e.registered = false
	p.entries[e.fd] = nil
}

// Collect returns the ready entries that one poll finds, each once. It does not block. The result
// is valid until the next Collect, and the caller clears it.
func (p *Poller[T]) Collect() []Ready[T] {
	p.watcher.takeOver()
	p.Poll()
	n := p.buffered
	p.buffered = 0
	p.more = p.full
	p.round++
	p.ready = p.ready[:0]
	for i := range p.buffer[:n] {
		ev := &p.buffer[i]
		e := p.owner(ev)
		if e == nil {
			continue // it was removed since the poll
		}
		if e.round == p.round {
			p.ready[e.position].Events |= ev.events
			continue
		}
		if !p.verified(e) {
			continue
		}
		// An edge-triggered or one-shot event leaves the kernel's queue when it is
		// collected; a level-triggered one stays there.
		p.more = p.more || e.mode == 0
		e.round, e.position = p.round, len(p.ready)
		p.ready = append(p.ready, Ready[T]{e.Value, ev.events})
	}
	if p.full && len(p.buffer) < maxBuffer {
		p.buffer = make([]event, 2*len(p.buffer))
	}
	return p.ready
}

// check polls for the next Collect, and reports whether there is something. The Parker calls it,
// without the lock.
func (p *Poller[T]) check() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Poll()
	return p.buffered > 0
}

// Poll moves events from the kernel's queue into the buffer, unless the buffer already has some. A
// loop that does not park calls it at intervals. Park calls it first. It drops events without an
// entry, because a loop that woke for them would find them again at its next park.
func (p *Poller[T]) Poll() {
	for p.buffered == 0 {
		n, kept := p.backend.collect(p.buffer), 0
		for i := range p.buffer[:n] {
			ev := &p.buffer[i]
			if p.owner(ev) == nil {
				continue
			}
			if kept < i {
				p.buffer[kept] = *ev
			}
			kept++
		}
		p.buffered, p.full, p.orphaned = kept, n == len(p.buffer), kept < n
		if !p.full || kept > 0 {
			return
		}
		// There were only orphans, and there may be other events behind them. Orphans stay in the
		// kernel's queue, so make the buffer larger than their number.
		p.buffer = make([]event, 2*n)
	}
}

// owner returns the entry of an event. It returns nil for an orphan, which is an event of a removed
// entry whose file stays open.
func (p *Poller[T]) owner(ev *event) *Entry[T] {
	e := p.entry(ev.fd)
	if e == nil || e.detached || e.generation != ev.generation && ev.generation != anyGeneration {
		return nil
	}
	return e
}

// verified counts how many times in a row a level-triggered entry was found, and at intervals asks
// the kernel whether it is still watched. If not, it detaches the entry.
func (p *Poller[T]) verified(e *Entry[T]) bool {
	if e.mode != 0 {
		return true
	}
	if e.round+1 != p.round {
		e.streak = 0
		return true
	}
	if e.streak++; e.streak < verifyAfter {
		return true
	}
	e.streak = 0
	// Any other error changes nothing: the kernel lacks memory.
	err := p.backend.modify(int(e.fd), e.generation, e.events, e.mode)
	e.detached = errors.Is(err, errAbsent) || errors.Is(err, errClosed)
	return !e.detached
}

// Close closes the kernel's queue, and returns when the watcher has ended. The entries' descriptors
// stay open.
func (p *Poller[T]) Close() error {
	p.watcher.stop()
	err := p.backend.close()
	p.watcher.join()
	p.entries = nil
	return err
}
