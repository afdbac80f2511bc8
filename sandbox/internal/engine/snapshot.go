package engine

// Snapshots: the memory of an instance, from which clones start.

import (
	"errors"
	"fmt"
	"slices"
	"sync"
)

// kept is the maximum number of unused clones that a snapshot keeps for the next calls.
const kept = 4

// ErrClosed is the error of Clone after Close.
var ErrClosed = errors.New("the snapshot is closed")

// Snapshot is the memory of an instance at one time. Any goroutine may use it.
type Snapshot struct {
	engine       *Engine
	image        *image
	limit        uint64
	exchange     uint32
	in, capacity uint32

	// using is held for reading while the image is used, so that Close does not free it meanwhile.
	using  sync.RWMutex
	mu     sync.Mutex
	unused []*Instance
	pages  []uint32 // that a call has written to
	closed bool
}

// Snapshot copies the memory. The instance must not be running.
func (i *Instance) Snapshot() (*Snapshot, error) {
	if ok, err := i.do(opBeforeSnapshot); err != nil || ok == 0 {
		return nil, errors.Join(errors.New("a snapshot: the memory is too small"), err)
	}
	used, _ := i.module.Memory().Read(0, i.module.Memory().Size())
	image, err := newImage(used)
	if err != nil {
		return nil, fmt.Errorf("a snapshot: %w", err)
	}
	return &Snapshot{engine: i.engine, image: image, limit: i.memory.limit, exchange: i.exchange, in: i.in, capacity: i.capacity}, nil
}

// Clone returns an instance with the memory of the snapshot and random numbers of its own.
func (s *Snapshot) Clone(caller Caller) (*Instance, error) {
	if i := s.takeUnused(); i != nil {
		i.caller = caller
		i.seed()
		return i, nil
	}
	i, err := s.make(caller)
	if err != nil {
		return nil, err
	}
	i.seed()
	return i, nil
}

func (s *Snapshot) make(caller Caller) (*Instance, error) {
	s.using.RLock()
	defer s.using.RUnlock()
	if s.isClosed() {
		return nil, ErrClosed
	}
	i, err := s.engine.instantiate(s.limit, caller)
	if err != nil {
		return nil, err
	}
	i.snapshot, i.exchange = s, s.exchange
	memory := i.module.Memory()
	missing := s.image.size - uint64(memory.Size())
	if _, ok := memory.Grow(uint32(missing / pageSize)); !ok {
		i.Close()
		return nil, fmt.Errorf("a clone: its memory cannot have %d bytes", s.image.size)
	}
	if err := i.rewind(); err != nil {
		i.Close()
		return nil, err
	}
	return i, nil
}

// pageSize is that of WebAssembly.
const pageSize = 65536

func (i *Instance) rewind() error {
	i.in, i.capacity = i.snapshot.in, i.snapshot.capacity
	i.waiting = nil
	if err := i.memory.rewind(i.snapshot.image); err != nil {
		return fmt.Errorf("a clone: %w", err)
	}
	return nil
}

func (s *Snapshot) takeUnused() *Instance {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.unused)
	if n == 0 {
		return nil
	}
	i := s.unused[n-1]
	s.unused = s.unused[:n-1]
	return i
}

// Origin returns the snapshot that the instance is a clone of, or nil.
func (i *Instance) Origin() *Snapshot { return i.snapshot }

// Release ends the use of a clone. Its memory becomes that of the snapshot again, unless it grew or
// the engine was ended inside.
func (i *Instance) Release() {
	if s := i.snapshot; s == nil || i.trapped || uint64(i.MemorySize()) != s.image.size || !s.takeBack(i) {
		i.Close()
	}
}

func (s *Snapshot) takeBack(i *Instance) bool {
	s.using.RLock()
	defer s.using.RUnlock()
	if s.full() || i.rewind() != nil {
		return false
	}
	s.mu.Lock()
	if len(i.memory.pages) > len(s.pages) {
		s.pages = slices.Clone(i.memory.pages)
	}
	s.mu.Unlock()
	return s.keep(i)
}

// keep makes a clone an unused one. It reports false if there are enough.
func (s *Snapshot) keep(i *Instance) bool {
	i.caller = nil
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.unused) >= kept {
		return false
	}
	s.unused = append(s.unused, i)
	return true
}

func (s *Snapshot) full() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed || len(s.unused) >= kept
}

func (s *Snapshot) isClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

// Prepare makes a clone for a later call, with the pages that calls write to, unless there are enough. A call
// that needs a clone and does not find it makes it itself, so an error is that of this call.
func (s *Snapshot) Prepare() {
	if s.full() {
		return
	}
	i, err := s.make(nil)
	if err != nil {
		return
	}
	s.using.RLock()
	s.mu.Lock()
	pages := s.pages
	s.mu.Unlock()
	if !s.isClosed() {
		i.memory.populate(pages)
	}
	s.using.RUnlock()
	if !s.keep(i) {
		i.Close()
	}
}

// Close frees the snapshot and its unused clones. Clones in use stay as they are.
func (s *Snapshot) Close() {
	s.mu.Lock()
	unused := s.unused
	s.unused, s.closed = nil, true
	s.mu.Unlock()
	for _, i := range unused {
		i.Close()
	}
	s.using.Lock() // since closed is set, nobody uses the image after those who do now
	defer s.using.Unlock()
	s.image.close()
}
