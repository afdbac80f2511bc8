package workloads

import (
	"runtime"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

var _ = register(&Workload{
	Name: "gc-pressure",
	Summary: "Ping-pong while another goroutine forces a collection every two milliseconds (forced), " +
		"or with a task that allocates 64 bytes, kept in chains of 1,024 (allocations), per task.",
	Unit:     nsPerOp,
	Variants: variants("kind", "forced", "allocations"),
	Quick:    variants("kind", "forced"),
	Needs:    contest.Loops,
	order:    50,
	prepare: func(s *session) (pass, error) {
		if s.params["kind"] == "forced" {
			s.addCleanup(forceCollections(collectionPace))
			return s.sized(s.pingPong(s.count())), nil
		}
		return s.sized(s.pingPong(s.countAndAllocate())), nil
	},
})

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
