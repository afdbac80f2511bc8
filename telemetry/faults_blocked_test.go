package telemetry_test

import (
	"crypto/sha256"
	"sync"
	"time"
)

// Programs whose callbacks block.

// again submits fn now and every so often until the fault ends.
func (p *planting) again(every time.Duration, fn func()) {
	p.until(func() {
		p.check(p.l.Submit(fn))
		select {
		case <-time.NewTimer(every).C:
		case <-p.stop:
		}
	})
}

func faultyLock(p *planting) {
	var mu sync.Mutex
	p.until(func() {
		mu.Lock()
		p.check(p.l.Submit(func() {
			mu.Lock()
			defer mu.Unlock()
		}))
		time.Sleep(80 * ms)
		mu.Unlock()
		p.call(func() {})
	})
}

type prices struct {
	mu  sync.RWMutex
	all map[string]int
}

func (s *prices) of(what string) int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.all[what]
}

func faultyReadLock(p *planting) {
	var s prices
	p.until(func() {
		s.mu.Lock()
		timer, err := p.l.AfterFunc(0, func() { s.of("tea") })
		p.check(err)
		time.Sleep(80 * ms)
		s.mu.Unlock()
		p.call(func() { timer.Stop() })
	})
}

func faultyComputing(p *planting) {
	p.again(150*ms, func() {
		for began := time.Now(); time.Since(began) < 80*ms; {
		}
	})
}

func faultyHashing(p *planting) {
	p.again(150*ms, func() { faultyHashes(80 * ms) })
}

//go:noinline
func faultyHashes(atLeast time.Duration) (sum [sha256.Size]byte) {
	for began := time.Now(); time.Since(began) < atLeast; {
		for range 1000 {
			sum = sha256.Sum256(sum[:])
		}
	}
	return sum
}

func faultySleep(p *planting) { p.check(p.l.Submit(func() { time.Sleep(60 * ms) })) }

func faultySleepingTimer(p *planting) {
	_, err := p.l.AfterFunc(10*ms, func() { faultyPause(45 * ms) })
	p.check(err)
}

func faultyPause(d time.Duration) { time.Sleep(d) }

func faultyReceive(p *planting) {
	answer := make(chan int)
	p.check(p.l.Submit(func() { <-answer }))
	time.Sleep(90 * ms)
	answer <- 1
}

func faultySelect(p *planting) {
	answer, failed := make(chan int), make(chan error)
	p.check(p.l.Submit(func() {
		select {
		case <-answer:
		case <-failed:
		}
	}))
	time.Sleep(35 * ms) // at 30 ms the stack may be taken
	close(failed)
}

func faultyWaitGroup(p *planting) {
	var all sync.WaitGroup
	all.Go(func() { time.Sleep(50 * ms) })
	p.check(p.l.Submit(all.Wait))
}

func faultyPage()  { time.Sleep(12 * ms) }
func faultyFrame() { time.Sleep(30 * ms) }
func faultyLoad()  { time.Sleep(60 * ms) }

// The limits of the next three are near: 12 ms for 16 % of the time, 30 ms for 30 %, and twice 60 ms.

func faultyPages(p *planting) { p.again(75*ms, faultyPage) }

func faultyFrames(p *planting) {
	timer, err := p.l.Every(90*ms, faultyFrame)
	p.check(err)
	p.t.Cleanup(func() { timer.Stop() })
}

func faultyLoads(p *planting) { p.again(600*ms, faultyLoad) }

// faultyHang returns a function that does not return.
func faultyHang(entered, stop chan struct{}) func() {
	return func() { blockedCallback(entered, stop) }
}

func faultyHangs(p *planting) {
	entered := make(chan struct{})
	p.check(p.l.Submit(faultyHang(entered, p.stop)))
	<-entered
}

// faultyRetry waits for longer and longer.
func faultyRetry(p *planting) {
	_, err := p.l.AfterFunc(ms, func() {
		for wait := ms; !closed(p.stop); wait *= 2 {
			time.Sleep(wait)
		}
	})
	p.check(err)
}
