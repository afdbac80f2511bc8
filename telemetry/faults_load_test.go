package telemetry_test

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/promise"
	"github.com/wakeful-go/wakeful/telemetry"
)

// Programs that give a loop too much, or that hold something for ever.

// faultyFlood submits itself twice, but not too fast.
func faultyFlood(p *planting) {
	ran := 0
	var again func()
	again = func() {
		if closed(p.stop) {
			return
		}
		_ = p.l.Submit(again)
		if ran++; ran%4 == 0 {
			_ = p.l.Submit(again)
		}
		time.Sleep(50 * time.Microsecond)
	}
	p.check(p.l.Submit(again))
}

func faultySlowConsumer() { time.Sleep(4 * ms) }

// faultyProducer is a third faster than the loop.
func faultyProducer(p *planting) {
	p.until(func() {
		p.check(p.l.Submit(faultySlowConsumer))
		time.Sleep(3 * ms)
	})
}

// faultyBurst submits 100 functions while a callback keeps the loop from taking any.
func faultyBurst(p *planting) {
	entered, release := make(chan struct{}), make(chan struct{})
	p.check(p.l.Submit(func() { blockedCallback(entered, release) }))
	<-entered
	for range 100 {
		_ = p.l.Submit(func() {})
	}
	close(release)
}

// faultyOverload ignores the error that says that it is too fast.
func faultyOverload(p *planting) {
	p.until(func() {
		_ = p.l.Submit(faultyPeriod)
		time.Sleep(19 * time.Microsecond)
	})
}

func faultyWork(context.Context) (int, error) { time.Sleep(60 * ms); return 0, nil }

func faultyWorks(p *planting) {
	for range 6 {
		p.check(p.l.RunBlocking(context.Background(), faultyWork, func(int, error) {}))
	}
}

func faultyManyWorks(p *planting) {
	timer, err := p.l.Every(10*ms, func() {
		_ = p.l.RunBlocking(context.Background(), faultyWork, func(int, error) {})
	})
	p.check(err)
	time.Sleep(300 * ms)
	timer.Stop()
}

// keyed returns a keyed state on a group of one loop, which is recorded instead of the test's.
func (p *planting) keyed() *group.KeyedState[string, int] {
	g, err := group.New(1)
	p.check(err)
	ended := make(chan error)
	go func() { ended <- g.Run(context.Background()) }()
	state, err := group.NewKeyedState[string, int](g)
	p.check(err)
	r, err := telemetry.Record(g.Loops()[0], 1<<20)
	p.check(err)
	p.recorder = r
	p.t.Cleanup(func() {
		p.check(r.Close())
		p.check(g.Shutdown(context.Background()))
		p.check(<-ended)
	})
	return state
}

func busyFor(d time.Duration) {
	for began := time.Now(); time.Since(began) < d; {
	}
}

// faultyKey has one key that gets four of five functions.
func faultyKey(p *planting) {
	state := p.keyed()
	p.until(func() {
		done := make(chan struct{})
		for i := range 50 {
			key := "all"
			if i%5 == 0 {
				key = fmt.Sprint(i)
			}
			p.check(state.Submit(key, func(*int) { busyFor(20 * time.Microsecond) }))
		}
		p.check(state.Submit("all", func(*int) { close(done) }))
		<-done
	})
}

// faultyCustomer has one key whose functions take longer.
func faultyCustomer(p *planting) {
	state := p.keyed()
	p.until(func() {
		done := make(chan struct{})
		for i := range 20 {
			took := 10 * time.Microsecond
			if i == 7 {
				took = 300 * time.Microsecond
			}
			p.check(state.Submit(fmt.Sprintf("customer %d", i), func(*int) { busyFor(took) }))
		}
		p.check(state.Submit("last", func(*int) { close(done) }))
		<-done
	})
}

func faultyPanic() { panic("planted") }

func faultyPanics(p *planting) {
	for range 3 {
		p.check(p.l.Submit(faultyPanic))
	}
}

func add(m map[string]int) { m["a"] = 1 }

func faultyMap() {
	var m map[string]int
	add(m)
}

func faultyTimerPanic(p *planting) {
	_, err := p.l.AfterFunc(10*ms, faultyMap)
	p.check(err)
}

// faultyComputation has more goroutines that compute than there are processors.
func faultyComputation(p *planting) {
	var sum atomic.Int64
	for range 4 * runtime.GOMAXPROCS(0) {
		p.until(func() { sum.Add(1) })
	}
	timer, err := p.l.Every(5*ms, func() {})
	p.check(err)
	go func() {
		<-p.stop
		timer.Stop()
	}()
}

func faultyCollections(p *planting) {
	p.until(func() { p.call(runtime.GC) })
}

// faultyAllocations makes garbage as fast as it can.
func faultyAllocations(p *planting) {
	var kept atomic.Pointer[[]byte]
	for range 2 {
		p.until(func() {
			for range 100 {
				b := make([]byte, 64<<10)
				kept.Store(&b)
			}
		})
	}
	p.again(10*ms, func() {})
}

// faultyPromise makes a promise and forgets its functions.
func faultyPromise(p *planting) {
	promise.Debug(p.l, true)
	p.call(func() {
		promise.New(p.l, func(func(int), func(error)) {}).Then(func(n int) (int, error) { return n, nil })
	})
}

// faultyRequests loses one answer in ten.
func faultyRequests(p *planting) {
	promise.Debug(p.l, true)
	for i := range 50 {
		r := promise.WithResolvers[int](p.l)
		p.t.Cleanup(func() { runtime.KeepAlive(r) })
		if i%10 != 0 {
			r.Resolve(i)
		}
	}
}

func faultyUpload(p *planting) {
	k := p.l.KeepAlive()
	p.check(p.l.Submit(func() {}))
	go func() {
		<-p.stop
		k.Release()
	}()
}

// faultyUploads releases keep-alives only after a success.
func faultyUploads(p *planting) {
	for i := range 6 {
		k := p.l.KeepAlive()
		go func() {
			if i%2 == 1 {
				<-p.stop
			}
			k.Release()
		}()
	}
}
