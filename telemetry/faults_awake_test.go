package telemetry_test

import (
	"context"
	"runtime"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/promise"
)

// Programs that keep the loop awake or wake it for nothing. In fake time a call must take some time, else
// time would stand still.

// faultyTimer sets itself again without a delay.
func faultyTimer(p *planting) {
	var again func()
	again = func() {
		if time.Sleep(50 * time.Microsecond); !closed(p.stop) {
			_, _ = p.l.AfterFunc(0, again)
		}
	}
	p.check(p.l.Submit(again))
}

// faultyLongTimer does so from a function that takes long, and another one has its turns in between.
func faultyLongTimer(p *planting) {
	var again func()
	again = func() {
		_ = p.l.Submit(func() { time.Sleep(ms) })
		if time.Sleep(4 * ms); !closed(p.stop) {
			_, _ = p.l.AfterFunc(-1, again)
		}
	}
	_, err := p.l.AfterFunc(ms, again)
	p.check(err)
}

func faultyPeriod() { time.Sleep(20 * time.Microsecond) }

// faultyPeriods has a period that is shorter than its function.
func faultyPeriods(p *planting) {
	timer, err := p.l.Every(time.Microsecond, faultyPeriod)
	p.check(err)
	go func() {
		<-p.stop
		timer.Stop()
	}()
}

func faultyPoll() {}

func faultyPolls(p *planting) {
	timer, err := p.l.Every(ms, faultyPoll)
	p.check(err)
	go func() {
		<-p.stop
		timer.Stop()
	}()
}

func faultyPollAgain(p *planting) {
	var again func()
	again = func() {
		if !closed(p.stop) {
			_, _ = p.l.AfterFunc(2*ms, again)
		}
	}
	p.check(p.l.Submit(again))
}

func faultyAgain(p *planting) {
	var again func()
	again = func() {
		if time.Sleep(time.Microsecond); !closed(p.stop) {
			_ = p.l.Submit(again)
		}
	}
	p.check(p.l.Submit(again))
}

func faultyAfter(p *planting) {
	var again func()
	again = func() {
		if time.Sleep(time.Microsecond); !closed(p.stop) {
			_ = p.l.AfterSubmitted(again)
		}
	}
	p.check(p.l.Submit(again))
}

func faultyTurnEnd(p *planting) {
	var again func()
	again = func() {
		if time.Sleep(time.Microsecond); !closed(p.stop) {
			_ = p.l.AtTurnEnd(again)
		}
	}
	p.check(p.l.Submit(again))
}

// faultyChain is a microtask that queues itself.
func faultyChain(p *planting) {
	var next func()
	next = func() {
		if time.Sleep(50 * time.Microsecond); !closed(p.stop) {
			_ = p.l.QueueMicrotask(next)
		}
	}
	p.check(p.l.Submit(next))
}

// faultyPing and pong queue each other for a while, again and again.
func faultyPing(p *planting) {
	var ping, pong func()
	rounds := 0
	ping = func() {
		time.Sleep(200 * time.Microsecond)
		_ = p.l.QueueMicrotask(pong)
	}
	pong = func() {
		if time.Sleep(300 * time.Microsecond); rounds%200 < 199 {
			_ = p.l.QueueMicrotask(ping)
		}
		rounds++
	}
	p.again(400*ms, func() { _ = p.l.QueueMicrotask(ping) })
}

// faultyThens is a loop made of promises, whose functions are microtasks.
func faultyThens(p *planting) {
	var next func(int) (int, error)
	next = func(n int) (int, error) {
		if time.Sleep(100 * time.Microsecond); !closed(p.stop) {
			promise.Resolved(p.l, n+1).Then(next)
		}
		return n, nil
	}
	p.check(p.l.Submit(func() { _, _ = next(0) }))
}

// faultySubmitter submits functions one by one, so slowly that the loop parks before each of them.
func faultySubmitter(p *planting) {
	p.until(func() {
		if p.l.Submit(func() {}) == nil {
			time.Sleep(100 * time.Microsecond)
		}
	})
}

func faultyTicks(p *planting) {
	ticks := time.NewTicker(150 * time.Microsecond)
	p.t.Cleanup(ticks.Stop)
	sum := 0
	p.until(func() {
		at := <-ticks.C
		_ = p.l.Submit(func() { sum += at.Second() })
	})
}

// spinner is a wait strategy that spins for a millisecond.
type spinner struct{}

func (spinner) Wait(s *wakeful.IdleState) {
	for began := time.Now(); time.Since(began) < ms && !s.Ready(); {
	}
}

// yielding is a wait strategy that lets other goroutines run while it spins.
type yielding struct{}

func (yielding) Wait(s *wakeful.IdleState) {
	for began := time.Now(); time.Since(began) < ms*8/10 && !s.Ready(); {
		runtime.Gosched()
	}
}

func faultySpin(p *planting) {
	timer, err := p.l.Every(2*ms, func() {})
	p.check(err)
	go func() {
		<-p.stop
		timer.Stop()
	}()
}

func faultyTiny(context.Context) (int, error) { return 0, nil }

// faultyTinyWork starts work again when it gets the result.
func faultyTinyWork(p *planting) {
	var again func(int, error)
	again = func(int, error) {
		if !closed(p.stop) {
			_ = p.l.RunBlocking(context.Background(), faultyTiny, again)
		}
	}
	for range 8 {
		p.check(p.l.Submit(func() { again(0, nil) }))
	}
}

// faultyAdditions starts much work at once.
func faultyAdditions(p *planting) {
	sum := 0
	p.until(func() {
		p.call(func() {
			for i := range 100 {
				_ = p.l.RunBlocking(context.Background(), func(context.Context) (int, error) { return i + i, nil }, func(n int, _ error) { sum += n })
			}
		})
	})
}
