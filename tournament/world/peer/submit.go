package peer

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// This file owns the workloads that submit functions, from producers and as round trips.

// ledger records the tasks that ran. Loop only; the runner uses it between two runs.
type ledger struct {
	producers []account
	// left counts the tasks of the current run. The task that makes it 0 signals the end.
	left     int
	executed int64
	done     chan struct{} // one slot
	// each task signals the end, if it is set. ended, if not nil, is called in place of a send to done.
	each  bool
	ended func()
}

// account is a producer's part of a ledger.
type account struct {
	sum   uint32
	count int
	tasks []func() // by number, created in advance
	_     [64]byte // one loop writes all accounts, but producers read tasks
}

func newLedger(producers int) *ledger {
	l := &ledger{producers: make([]account, producers), done: make(chan struct{}, 1)}
	for p := range l.producers {
		a := &l.producers[p]
		a.tasks = make([]func(), Numbers)
		for i := range a.tasks {
			a.tasks[i] = func() { l.ran(a, i) }
		}
	}
	return l
}

func (l *ledger) ran(a *account, number int) {
	a.sum = Step(a.sum, number)
	a.count++
	l.executed++
	if l.left--; l.left != 0 && !l.each {
		return
	}
	if l.ended != nil {
		l.ended()
	} else {
		l.done <- struct{}{}
	}
}

// expect begins a run.
func (l *ledger) expect(n int, seed uint32) {
	l.left = n
	for p := range l.producers {
		l.producers[p].sum, l.producers[p].count = Seed(seed, p), 0
	}
}

// report returns the record of a run as fields.
func (l *ledger) report(elapsed time.Duration) string {
	counts, sums := make([]string, len(l.producers)), make([]string, len(l.producers))
	for p := range l.producers {
		counts[p], sums[p] = strconv.Itoa(l.producers[p].count), strconv.FormatUint(uint64(l.producers[p].sum), 10)
	}
	return fmt.Sprintf("ns=%d counts=%s sums=%s", elapsed.Nanoseconds(), strings.Join(counts, ","), strings.Join(sums, ","))
}

// submitting makes several producers submit at the same time.
type submitting struct {
	loop  Loop
	burst int // of one producer; 0: all tasks at once
	*ledger
}

func (s *session) startSubmit(r request) error {
	producers, err := r.number("producers", 1)
	if err != nil {
		return err
	}
	burst, err := r.number("burst", 0)
	if err != nil {
		return err
	}
	if producers < 1 || burst > 0 && producers > 1 {
		return refuse("producers=%d burst=%d: a workload has a producer, and bursts come from one", producers, burst)
	}
	loop, err := s.peer.NewLoop()
	if err != nil {
		return err
	}
	s.started = &submitting{loop: loop, burst: burst, ledger: newLedger(producers)}
	return nil
}

func (w *submitting) run(n int, seed uint32, stamped bool) (string, error) {
	if stamped {
		return "", refuse("the tasks of submit are not stamped")
	}
	w.expect(n, seed)
	if w.burst > 0 {
		return w.bursts(n)
	}
	start := make(chan struct{})
	errs := make([]error, len(w.producers))
	var finished sync.WaitGroup
	for p := range w.producers {
		finished.Go(func() {
			<-start
			errs[p] = w.submit(p, Share(n, len(w.producers), p))
		})
	}
	began := time.Now()
	close(start)
	finished.Wait()
	for _, err := range errs {
		if err != nil {
			return "", err
		}
	}
	<-w.done
	return w.report(time.Since(began)), nil
}

// submit submits n tasks of a producer.
func (w *submitting) submit(producer, n int) error {
	tasks := w.producers[producer].tasks
	for i := range n {
		if err := w.loop.Submit(tasks[i%Numbers]); err != nil {
			return err
		}
	}
	return nil
}

// bursts submits the tasks of a burst, waits until they have run, and continues.
func (w *submitting) bursts(n int) (string, error) {
	tasks := w.producers[0].tasks
	began := time.Now()
	for i := 0; i < n; {
		size := min(w.burst, n-i)
		w.left = size // the loop is idle here
		for range size {
			if err := w.loop.Submit(tasks[i%Numbers]); err != nil {
				return "", err
			}
			i++
		}
		<-w.done
	}
	return w.report(time.Since(began)), nil
}

func (w *submitting) stop() (int64, error) {
	err := w.loop.Shutdown(context.Background())
	return w.executed, err
}

// yieldAfter is the number of polls after which a spinning waiter yields its processor. It is
// longer than any round trip of a loop that spins.
const yieldAfter = 1 << 14

// trips submits one task, waits until it has run, and submits the next.
type trips struct {
	loop Loop
	*ledger
	flag atomic.Int64 // tasks that have run; the loop stores it for a spinning waiter
}

func (s *session) startTrip(r request) error {
	newLoop := s.peer.NewLoop
	wait := r.fields["wait"]
	switch {
	case wait != "block" && wait != "spin":
		return refuse("wait=%s is neither block nor spin", wait)
	case wait == "spin" && s.peer.NewSpinning == nil:
		return refuse("the loop of %s cannot spin", s.peer.Name)
	case wait == "spin":
		newLoop = s.peer.NewSpinning
	}
	loop, err := newLoop()
	if err != nil {
		return err
	}
	w := &trips{loop: loop, ledger: newLedger(1)}
	w.each = true
	if wait == "spin" {
		w.ended = func() { w.flag.Store(w.executed) }
	}
	s.started = w
	return nil
}

func (w *trips) run(n int, seed uint32, stamped bool) (string, error) {
	w.expect(n, seed)
	var stamps []int64
	if stamped {
		stamps = make([]int64, 0, n)
	}
	// The loop writes the ledger, so the submitter does not read it between two trips.
	tasks, before, spins := w.producers[0].tasks, w.executed, w.ended != nil
	began := time.Now()
	for i := range n {
		if err := w.loop.Submit(tasks[i%Numbers]); err != nil {
			return "", err
		}
		if spins {
			for looks := 1; w.flag.Load() != before+int64(i)+1; looks++ {
				if looks%yieldAfter == 0 {
					runtime.Gosched()
				}
			}
		} else {
			<-w.done
		}
		if stamped {
			stamps = append(stamps, int64(time.Since(began)))
		}
	}
	answer := w.report(time.Since(began))
	if stamped {
		h, last := Histogram{}, int64(0)
		for _, stamp := range stamps {
			h.Add(stamp - last)
			last = stamp
		}
		answer += " histogram=" + h.String()
	}
	return answer, nil
}

func (w *trips) stop() (int64, error) {
	err := w.loop.Shutdown(context.Background())
	return w.executed, err
}
