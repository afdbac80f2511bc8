package promise_test

// The reference implementation: simple promises without goroutines, links, memory layout or an end
// of the loop.

import (
	"errors"

	"github.com/wakeful-go/wakeful/promise"
)

// plain is a promise of the reference implementation.
type plain struct {
	state     promise.State
	value     int
	err       error
	reactions []func() // become microtasks when it settles
	items     []func() // called directly when it settles, after the reactions were queued
	handled   bool
	claimed   bool
	adopts    *plain
}

// plainWorld is the world of plain promises and their microtasks.
type plainWorld struct {
	all      []*plain
	queue    []func()
	rejected []*plain // in this turn
	reports  func(string)
}

func (w *plainWorld) add() int {
	w.all = append(w.all, &plain{})
	return len(w.all) - 1
}

func (w *plainWorld) settle(p *plain, state promise.State, value int, err error) {
	p.state, p.value, p.err = state, value, err
	if state == promise.StateRejected {
		w.rejected = append(w.rejected, p)
	}
	w.queue = append(w.queue, p.reactions...)
	items := p.items
	p.reactions, p.items = nil, nil
	for _, item := range items {
		item()
	}
}

func (w *plainWorld) finish(p *plain, value int, err error) {
	if err != nil {
		w.settle(p, promise.StateRejected, 0, err)
	} else {
		w.settle(p, promise.StateFulfilled, value, nil)
	}
}

func (w *plainWorld) react(p *plain, fn func()) {
	p.handled = true
	if p.state == promise.StatePending {
		p.reactions = append(p.reactions, fn)
	} else {
		w.queue = append(w.queue, fn)
	}
}

func (w *plainWorld) item(p *plain, fn func()) {
	p.handled = true
	if p.state == promise.StatePending {
		p.items = append(p.items, fn)
	} else {
		fn()
	}
}

func (w *plainWorld) resolve(i, value int) {
	if p := w.all[i]; !p.claimed {
		p.claimed = true
		w.finish(p, value, nil)
	}
}

func (w *plainWorld) reject(i int, err error) {
	if p := w.all[i]; !p.claimed {
		p.claimed = true
		w.finish(p, 0, err)
	}
}

func (w *plainWorld) adopt(i, j int) {
	if p := w.all[i]; !p.claimed {
		p.claimed = true
		w.settleAs(p, w.all[j])
	}
}

func (w *plainWorld) settleAs(p, q *plain) {
	for at := q; at != nil; at = at.adopts {
		if at == p {
			w.finish(p, 0, promise.ErrSelfResolution)
			return
		}
	}
	p.adopts = q
	w.item(q, func() {
		p.adopts = nil
		w.finish(p, q.value, q.err)
	})
}

func (w *plainWorld) handle(i int, fn func(int, error) (int, error)) int {
	p, k := w.all[i], w.add()
	w.all[k].claimed = true
	w.react(p, func() {
		var value int
		var err error
		func() {
			defer func() {
				if v := recover(); v != nil {
					err = v.(error)
				}
			}()
			value, err = fn(p.value, p.err)
		}()
		w.finish(w.all[k], value, err)
	})
	return k
}

func (w *plainWorld) then(i int, fn func(int) (int, error)) int {
	return w.handle(i, func(v int, err error) (int, error) {
		if err != nil {
			return 0, err
		}
		return fn(v)
	})
}

func (w *plainWorld) catch(i int, fn func(error) (int, error)) int {
	return w.handle(i, func(v int, err error) (int, error) {
		if err != nil {
			return fn(err)
		}
		return v, nil
	})
}

func (w *plainWorld) finally(i int, fn func()) int {
	return w.handle(i, func(v int, err error) (int, error) {
		fn()
		return v, err
	})
}

func (w *plainWorld) chain(i int, fn func(int) int) int {
	p, k := w.all[i], w.add()
	w.all[k].claimed = true
	w.react(p, func() {
		if p.err != nil {
			w.finish(w.all[k], 0, p.err)
			return
		}
		w.settleAs(w.all[k], w.all[fn(p.value)])
	})
	return k
}

func (w *plainWorld) combine(verb string, of []int) int {
	k := w.add()
	r := w.all[k]
	r.claimed = true
	left, sum, ended := len(of), 0, false
	finish := func(value int, err error) {
		ended = true
		w.finish(r, value, err)
	}
	if left == 0 {
		switch verb {
		case "race":
			finish(0, promise.ErrNoPromises)
		case "any":
			finish(0, &promise.AggregateError{})
		default:
			finish(0, nil)
		}
	}
	reasons := make([]error, len(of))
	for at, i := range of {
		p := w.all[i]
		w.item(p, func() {
			if ended {
				return
			}
			left--
			sum += p.value
			reasons[at] = p.err
			switch {
			case verb == "race", verb == "all" && p.err != nil, verb == "any" && p.err == nil:
				finish(p.value, p.err)
			case left > 0:
			case verb == "any":
				finish(0, &promise.AggregateError{Errors: reasons})
			default:
				finish(sum, nil)
			}
		})
	}
	if verb == "all" || verb == "settled" {
		// The real All makes a slice, and a Then computes its sum.
		return w.then(k, func(v int) (int, error) { return v, nil })
	}
	return k
}

func (w *plainWorld) microtask(fn func()) { w.queue = append(w.queue, fn) }

func (w *plainWorld) debug(bool) {}

func (w *plainWorld) outcome(i int) string {
	p := w.all[i]
	return describe(p.state, p.value, p.err)
}

// turn runs the microtasks and reports unhandled rejections.
func (w *plainWorld) turn(first func(), next func()) {
	first()
	for len(w.queue) > 0 {
		fn := w.queue[0]
		w.queue = w.queue[1:]
		fn()
	}
	report := ""
	for _, p := range w.rejected {
		if !p.handled {
			report += " " + p.err.Error()
		}
	}
	w.rejected = nil
	if report != "" {
		w.reports(report)
	}
	next()
}

// describe returns a text that is equal for equal outcomes.
func describe(state promise.State, value int, err error) string {
	switch {
	case state == promise.StatePending:
		return "pending"
	case err != nil:
		return "rejected: " + reason(err)
	}
	return "fulfilled: " + string(rune('0'+value%10))
}

// reason names an error without its wrapping.
func reason(err error) string {
	if aggregate, ok := errors.AsType[*promise.AggregateError](err); ok {
		text := "all of"
		for _, e := range aggregate.Errors {
			text += " (" + reason(e) + ")"
		}
		return text
	}
	for _, known := range []error{errBroken, errOther, promise.ErrSelfResolution, promise.ErrNoPromises, promise.ErrAbandoned} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	return "unknown: " + err.Error()
}
