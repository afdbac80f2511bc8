package workloads

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file has the workloads in which several goroutines submit.

var multiProducer = &Workload{
	Name:     "multi-producer",
	Summary:  "P goroutines submit N tasks between them; timed from their common start until the last task has run, per task.",
	Unit:     nsPerOp,
	Variants: variants("producers", "10", "100"),
	Quick:    variants("producers", "10"),
	Needs:    contest.Loops,
	prepare: func(s *session) (pass, error) {
		return s.manyProducers(untilRun), nil
	},
}

var casContention = &Workload{
	Name: "cas-contention",
	Summary: "P goroutines submit N tasks between them while the loop runs them; timed from their common start until the last of them " +
		"has submitted its share, per task. A bounded queue makes its producers wait, and that wait is part of its cost.",
	Unit:     nsPerOp,
	Variants: variants("producers", "1", "2", "4", "8", "16", "32"),
	Quick:    variants("producers", "32"),
	Needs:    contest.Loops,
	prepare: func(s *session) (pass, error) {
		return s.manyProducers(untilSubmitted), nil
	},
}

var casFailures = &Workload{
	Name: "cas-failures",
	Summary: "The share of compare-and-swaps that fail while P goroutines submit as fast as they can, of all that Submit tries: " +
		"cas-contention on a loop that counts.",
	Unit:     proportion,
	Variants: variants("producers", "1", "2", "4", "10", "32"),
	Extra:    true,
	Needs:    contest.Loops,
	prepare: func(s *session) (pass, error) {
		counter, ok := s.loop.(interface{ Retries() uint64 })
		if !ok {
			return nil, fmt.Errorf("%T does not count failed compare-and-swaps", s.loop)
		}
		produce := s.manyProducers(untilSubmitted)
		return func(length time.Duration) (timing, error) {
			failed, accepted := counter.Retries(), s.accepted
			t, err := produce(length)
			if err != nil {
				return timing{}, err
			}
			// The pass may have taken several batches. All of them are counted.
			failed, accepted = counter.Retries()-failed, s.accepted-accepted
			t.figure = float64(failed) / float64(failed+accepted)
			return t, nil
		}, nil
	},
}

// until says which event ends the timed part.
type until int

const (
	untilRun       until = iota // the last task has run
	untilSubmitted              // the last producer has submitted its share
)

// manyProducers submits from as many goroutines as the variant says, including the owner's. They
// are created before the watch starts and are released together.
func (s *session) manyProducers(end until) pass {
	producers := s.number("producers")
	task := s.count()
	return s.sized(func(n int) error {
		group := producerGroup{session: s, task: task, release: make(chan struct{})}
		group.busy.Store(int64(producers))
		group.stop = end == untilSubmitted
		s.announceTasks(n)
		for i := 1; i < producers; i++ {
			group.others.Go(func() {
				<-group.release
				group.produce(share(n, producers, i))
			})
		}
		s.watch.start()
		close(group.release)
		group.produce(share(n, producers, 0))
		group.others.Wait()
		if err, failed := group.err.Load().(error); failed {
			return err
		}
		s.submitted(n, group.refused.Load())
		if err := s.await(); err != nil {
			return err
		}
		if end == untilRun {
			s.watch.stop()
		}
		s.watch.readMemory()
		return nil
	})
}

// share is the part of n tasks that producer i of p submits.
func share(n, p, i int) int { return n*(i+1)/p - n*i/p }

// producerGroup holds the producers of one batch.
type producerGroup struct {
	session *session
	task    func()
	stop    bool // the last producer stops the watch
	release chan struct{}
	others  sync.WaitGroup
	// busy counts the unfinished producers. The producer that brings it to zero is the last.
	busy    atomic.Int64
	refused atomic.Uint64
	err     atomic.Value
}

func (c *producerGroup) produce(n int) {
	refused, err := c.session.submit(c.task, n)
	if c.busy.Add(-1) == 0 && c.stop {
		c.session.watch.stop()
	}
	c.refused.Add(refused)
	if err != nil {
		c.err.CompareAndSwap(nil, err)
	}
}
