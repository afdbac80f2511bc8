package workloads

import (
	"fmt"
	"runtime"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file has the workloads in which one goroutine submits without waiting for its tasks.

var pingPong = &Workload{
	Name:     "ping-pong",
	Summary:  "One goroutine submits N tasks; timed until the last has run, per task.",
	Unit:     nsPerOp,
	Variants: noParameters,
	Needs:    contest.Loops,
	prepare: func(s *session) (pass, error) {
		return s.sized(s.oneProducer(s.count())), nil
	},
}

// oneProducer submits a task from the owner's goroutine and waits until the last has run.
func (s *session) oneProducer(task func()) batch {
	return s.untilRun(func(n int) (refused uint64, err error) { return s.submit(task, n) })
}

// untilRun times hand, which submits n tasks on the owner's goroutine, until the last task has
// run.
func (s *session) untilRun(hand func(n int) (refused uint64, err error)) batch {
	return func(n int) error {
		s.announceTasks(n)
		s.watch.start()
		refused, err := hand(n)
		if err != nil {
			return err
		}
		s.submitted(n, refused)
		if err := s.await(); err != nil {
			return err
		}
		s.watch.stop()
		s.watch.readMemory()
		return nil
	}
}

var gcPressure = &Workload{
	Name: "gc-pressure",
	Summary: "Ping-pong while another goroutine forces a collection every two milliseconds (forced), " +
		"or with a task that allocates 64 bytes, kept in chains of 1,024 (allocations), per task.",
	Unit:     nsPerOp,
	Variants: variants("kind", "forced", "allocations"),
	Quick:    variants("kind", "forced"),
	Needs:    contest.Loops,
	prepare: func(s *session) (pass, error) {
		if s.params["kind"] == "forced" {
			s.addCleanup(forceCollections(collectionPace))
			return s.sized(s.oneProducer(s.count())), nil
		}
		return s.sized(s.oneProducer(s.countAndAllocate())), nil
	},
}

// collectionPace is the time from the start of one forced collection to the start of the next. The
// pace is fixed, so that every contestant has the same number of collections in the same time. It
// is several times as long as a collection of these small heaps, so that it can be kept.
const collectionPace = 2 * time.Millisecond

// forceCollections collects at that pace until the returned function is called.
func forceCollections(pace time.Duration) (stop func()) {
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(pace)
		defer tick.Stop()
		for {
			select {
			case <-over:
				return
			case <-tick.C:
				runtime.GC()
			}
		}
	}()
	return func() {
		close(over)
		<-ended
	}
}

// block is the object that an allocating task allocates: 64 bytes with a pointer, so that the
// collector must scan it.
type block struct {
	before *block
	_      [56]byte
}

// keptBlocks is the number of blocks in a chain before it is dropped, so that a collection always
// finds live and dead objects.
const keptBlocks = 1024

func (s *session) countAndAllocate() func() {
	count := s.count()
	var chain *block
	return func() {
		if s.ran%keptBlocks == 0 {
			chain = nil
		}
		chain = &block{before: chain}
		count()
	}
}

var messages = &Workload{
	Name: "messages",
	Summary: "One goroutine hands N numbers to one function on the loop, over a typed mailbox where the contestant has one, " +
		"else in a closure for each; timed until the last was handled, per number.",
	Unit:     nsPerOp,
	Variants: noParameters,
	Needs:    contest.Loops,
	prepare: func(s *session) (pass, error) {
		count := s.count()
		var sum uint64
		handler := func(value uint64) {
			sum += value
			count()
		}
		send := func(value uint64) error {
			return s.loop.Submit(func() { handler(value) })
		}
		if messenger, ok := s.loop.(contest.Messenger); ok {
			var err error
			if send, err = messenger.Messages(handler); err != nil {
				return nil, err
			}
		}
		return s.sized(s.untilRun(func(n int) (refused uint64, err error) {
			for value := uint64(0); value < uint64(n); {
				if err := send(value); err != nil {
					if err := yieldIfFull(err); err != nil {
						return refused, err
					}
					refused++
					continue
				}
				value++
			}
			return refused, nil
		})), nil
	},
}

var keyed = &Workload{
	Name: "keyed",
	Summary: "One goroutine has one function called N times on the loop, for 64 keys in turns, and the function adds one to the key's state. " +
		"A contestant without keys gets the function submitted, with one state. Timed until the last has run, per call.",
	Unit:     nsPerOp,
	Variants: noParameters,
	Extra:    true,
	Needs:    contest.Loops,
	prepare: func(s *session) (pass, error) {
		count := s.count()
		handler := func(state *uint64) {
			*state++
			count()
		}
		var only uint64
		task := func() { handler(&only) }
		do := func(uint64) error { return s.loop.Submit(task) }
		if loop, ok := s.loop.(contest.KeyedLoop); ok {
			var err error
			if do, err = loop.Keyed(handler); err != nil {
				return nil, err
			}
		}
		return s.sized(s.untilRun(func(n int) (refused uint64, err error) {
			for i := uint64(0); i < uint64(n); {
				if err := do(i % keyCount); err != nil {
					if err := yieldIfFull(err); err != nil {
						return refused, err
					}
					refused++
					continue
				}
				i++
			}
			return refused, nil
		})), nil
	},
}

// keyCount is the number of keys of the workload keyed. Their states fit into the first cache, as
// does the one state of a contestant without keys.
const keyCount = 64

var microtasks = &Workload{
	Name:     "microtasks",
	Summary:  "One task whose microtask queues the next microtask, N times over; timed from the task's Submit until the last has run, per microtask.",
	Unit:     nsPerOp,
	Variants: noParameters,
	Needs:    contest.Loops | contest.Microtasks,
	prepare: func(s *session) (pass, error) {
		queue := s.loop.(contest.Microtasker).QueueMicrotask
		var left int
		var failed error
		end := s.count()
		var next func()
		next = func() {
			if left == 0 {
				end()
				return
			}
			left--
			if err := queue(next); err != nil {
				failed = fmt.Errorf("queueing a microtask with %d to go: %w", left, err)
				end()
			}
		}
		first := s.oneProducer(next)
		return s.sized(func(n int) error {
			left = n
			if err := first(1); err != nil {
				return err
			}
			return failed
		}), nil
	},
}

var continuousLoad = &Workload{
	Name: "continuous-load",
	Summary: "One goroutine submits without a pause and is held back when 1,024 of its tasks are outstanding, so that neither side can run ahead; " +
		"timed until the last task has run, per task.",
	Unit:     nsPerOp,
	Variants: noParameters,
	Needs:    contest.Loops,
	prepare: func(s *session) (pass, error) {
		return s.sized(s.untilRun(newFlow(s).hand)), nil
	},
}

const (
	// grain is the number of tasks between two messages back to the producer, large enough to cost
	// almost nothing per task.
	grain = 256
	// window is the maximum number of outstanding tasks.
	window = 4 * grain
)

// flow limits a producer to the pace of the loop.
type flow struct {
	session *session
	plain   func()
	last    func() // the last task of a grain
	// room holds a value for each grain that may be submitted. Its capacity is all of them, so the
	// loop never waits.
	room chan struct{}
}

func newFlow(s *session) *flow {
	count := s.count()
	f := &flow{session: s, plain: count, room: make(chan struct{}, window/grain)}
	f.last = func() {
		f.room <- struct{}{} // first, so that the room is there when count signals the end
		count()
	}
	for range cap(f.room) {
		f.room <- struct{}{}
	}
	return f
}

// hand submits n tasks.
func (f *flow) hand(n int) (refused uint64, err error) {
	for n > 0 {
		select {
		case <-f.room:
		case <-f.session.ctx.Done():
			return refused, f.session.stalled()
		}
		size := min(n, grain)
		n -= size
		more, err := f.session.submit(f.plain, size-1)
		if err == nil {
			var last uint64
			last, err = f.session.submit(f.last, 1)
			more += last
		}
		refused += more
		if err != nil {
			return refused, err
		}
	}
	return refused, nil
}
