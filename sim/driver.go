package sim

// This file owns the driver of a world: it lets events happen, loops take turns and time pass, and
// waits for the goroutines that are not its own. Everything here is called on the driver's
// goroutine.

import (
	"fmt"
	"slices"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
)

// maxInstant bounds the turns without a step of time. A loop that needs more never parks.
const maxInstant = 200_000

// run is the driver.
func (w *World) run(end time.Duration, done func() bool) {
	if w.current != nil || native.Goroutine() != w.driver {
		w.Fail("sim: For and Until belong to the function of Run, and not to a callback")
		return
	}
	w.check()
	for !w.Failed() && !done() {
		w.settle()
		if next := w.nextEvent(); next <= w.now {
			w.happen()
			continue
		}
		next := w.wakeByTimers()
		if len(w.ready) > 0 {
			w.turn(w.schedule.IntN(len(w.ready)))
			w.check()
			if w.instant++; w.instant > w.maxInstant {
				w.Fail("sim: the loops have run %d turns without a step of time: some callback submits itself again and again", w.maxInstant)
			}
			continue
		}
		if next = min(next, w.nextEvent(), end); next <= w.now {
			return
		}
		w.sleep(next)
	}
}

func (w *World) nextEvent() time.Duration {
	if len(w.events.all) == 0 {
		return never
	}
	return w.events.all[0].at
}

// happen lets the next event happen.
func (w *World) happen() {
	e := w.events.pop()
	w.steps++
	switch {
	case e.socket != nil:
		w.network.arrive(e)
	default:
		e.fn()
		w.unsettled = true
		w.check()
	}
}

// sleep lets time pass until at, or until another goroutine has changed something.
func (w *World) sleep(at time.Duration) {
	w.timer.Reset(at - w.now)
	select {
	case <-w.timer.C:
	case <-w.foreign:
		w.timer.Stop()
	}
	w.now = time.Since(w.start)
	w.instant, w.unsettled = 0, true
}

// settle waits until all other goroutines of the world are blocked, and takes what they have
// changed, in an order that does not depend on theirs.
func (w *World) settle() {
	for more := w.unsettled; more; {
		synctest.Wait()
		w.unsettled = false
		w.mu.Lock()
		wakes, finished := w.wakes, w.finished
		w.wakes, w.finished = w.wakes[:0], w.finished[:0]
		var first *request
		for _, r := range w.requests {
			if first == nil || r.before(first) {
				first = r
			}
		}
		if first != nil {
			w.requests = remove(w.requests, first)
		}
		w.mu.Unlock()
		for _, l := range wakes {
			w.makeReady(l)
		}
		for _, l := range finished {
			l.away = false
			w.afterTurn(l)
		}
		more = w.unsettled || first != nil
		if first != nil {
			close(first.granted) // its goroutine uses the world until the next Wait
		}
	}
}

// wakeByTimers makes the loops ready whose timers are due, and returns the next deadline.
func (w *World) wakeByTimers() (next time.Duration) {
	next = never
	for _, l := range w.loops {
		switch {
		case l.deadline > w.now:
			next = min(next, l.deadline)
		case l.pausedUntil > w.now: // its end is an event
		default:
			w.makeReady(l)
		}
	}
	return next
}

// turn lets a ready loop run some callbacks.
func (w *World) turn(index int) {
	l := w.ready[index]
	w.ready = slices.Delete(w.ready, index, index+1)
	l.ready = false
	if l.away || l.ended || l.machine.down || l.pausedUntil > w.now {
		return
	}
	w.steps++
	budget := 1 + int(w.schedule.Uint32()&7)
	if l.ending() {
		// Its end may block: a Shutdown waits until the connections have sent their queues.
		l.away, l.deadline, w.unsettled = true, never, true
		go func() {
			w.enter(l.machine)
			defer w.leave()
			l.run(budget)
			w.mu.Lock()
			w.finished = append(w.finished, l)
			w.mu.Unlock()
			w.signal()
		}()
		return
	}
	where := func() string { return "" }
	if w.trace.keep { // also when a failure is run again, so that the message of Run has it
		where = watchTurn()
	}
	w.current = l
	w.turns.Add(1)
	ran := l.run(budget)
	w.turns.Add(1)
	w.current = nil
	in := where()
	w.trace.add(w, eventTurn, l.machine, nil, uint64(l.index), uint64(ran))
	if now := time.Since(w.start); now != w.now {
		w.Fail("sim: a callback of loop %q has blocked for %v of simulated time%s. Use a timer, or Loop.RunBlocking", l.name, now-w.now, in)
		w.now = now
	}
	w.afterTurn(l)
}

// afterTurn looks at what a loop that has run wants next.
func (w *World) afterTurn(l *loop) {
	if at, ok := l.NextDeadline(); ok {
		l.deadline = at.Sub(w.start)
	} else {
		l.deadline = never
	}
	if l.more || len(l.kernel.ready) > 0 && !l.ending() { // a loop that ends collects no events
		w.makeReady(l)
	}
}

// makeReady has a loop run. The ready loops are in the order in which they were made. So their order
// does not depend on which goroutine has woken one first.
func (w *World) makeReady(l *loop) {
	if l.ready || l.ended {
		return
	}
	l.ready = true
	i := len(w.ready)
	for i > 0 && w.ready[i-1].index > l.index {
		i--
	}
	w.ready = slices.Insert(w.ready, i, l)
}

// end closes all loops, and waits until they and the goroutines of the world have ended.
func (w *World) end() {
	w.over, w.trace.over = true, true
	w.cancel()
	for _, m := range w.machines {
		m.down = false
	}
	for _, l := range w.loops {
		l.pausedUntil = 0
		_ = l.Close()
	}
	for range 100_000 {
		w.settle()
		left := w.goroutines()
		for _, l := range w.loops {
			if l.started && !l.ended {
				left++
				if !l.away {
					w.makeReady(l)
				}
			}
		}
		switch {
		case left == 0:
			// For goroutines of the library that the world does not know.
			for until := w.now + time.Minute; w.now < until; w.settle() {
				w.sleep(until)
			}
			return
		case len(w.ready) > 0:
			w.turn(0)
		default:
			w.sleep(w.now + time.Second)
		}
	}
	panic(fmt.Sprintf("sim: seed %d: a goroutine of World.Go or Loop.RunBlocking does not end. Its context has ended", w.seed))
}

// goroutines returns how many goroutines of the world have not ended, besides those of loops.
func (w *World) goroutines() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.known)
}
