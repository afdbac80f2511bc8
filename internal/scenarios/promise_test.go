//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package scenarios

// Promise trees over two loops, against the rules written down plainly.

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/promise"
	"github.com/wakeful-go/wakeful/sim"
)

func TestPromises(t *testing.T) { sim.Run(t, 1000, promises) }

// expected is what a promise must become, and when.
type expected struct {
	at    time.Duration
	value string
	err   string
}

// tree makes a random tree of promises and says what it must become. Leaves settle at different
// times, so that no race is even.
type tree struct {
	w      *sim.World
	loops  []*wakeful.Loop
	leaves int
}

func (b *tree) loop() *wakeful.Loop { return b.loops[b.w.Rand().IntN(len(b.loops))] }

func (b *tree) leaf() (*promise.Promise[string], expected) {
	b.leaves++
	at := time.Duration(b.leaves*17%101+b.leaves*101) * time.Millisecond
	name, fails := fmt.Sprint("leaf ", b.leaves), b.w.Rand().IntN(3) == 0
	l := b.loop()
	p := promise.New(l, func(resolve func(string), reject func(error)) {
		_, err := l.AfterFunc(at-b.w.Elapsed(), func() {
			if fails {
				reject(errors.New(name))
			} else {
				resolve(name)
			}
			resolve("a second time")
		})
		if err != nil {
			b.w.Fail("%w", err)
		}
	})
	if fails {
		return p, expected{at: at, err: name}
	}
	return p, expected{at: at, value: name}
}

func (b *tree) build(depth int) (*promise.Promise[string], expected) {
	if depth == 0 {
		return b.leaf()
	}
	switch b.w.Rand().IntN(7) {
	case 0:
		p, e := b.build(depth - 1)
		if e.err == "" {
			e.value += "+"
		}
		return p.Then(func(s string) (string, error) { return s + "+", nil }), e
	case 1:
		p, e := b.build(depth - 1)
		if e.err != "" {
			e = expected{at: e.at, value: e.err + " caught"}
		}
		return p.Catch(func(err error) (string, error) { return err.Error() + " caught", nil }), e
	case 2:
		p, e := b.build(depth - 1)
		q, f := b.build(depth - 1)
		if e.err != "" {
			return p.FlatMap(func(string) *promise.Promise[string] { return q }), e
		}
		f.at = max(e.at, f.at)
		return p.FlatMap(func(string) *promise.Promise[string] { return q }), f
	case 3:
		p, e := b.build(depth - 1)
		return p.Finally(func() {}), e
	}
	var all []*promise.Promise[string]
	var wants []expected
	for range 2 + b.w.Rand().IntN(3) {
		p, e := b.build(depth - 1)
		all, wants = append(all, p), append(wants, e)
	}
	switch b.w.Rand().IntN(3) {
	case 0:
		return promise.Race(b.loop(), all...), earliest(wants, func(expected) bool { return true })
	case 1:
		e := earliest(wants, func(e expected) bool { return e.err == "" })
		if e.at == 0 {
			e = expected{at: latest(wants), err: "all"}
		}
		return promise.Any(b.loop(), all...).Catch(func(error) (string, error) { return "", errors.New("all") }), e
	}
	e := earliest(wants, func(e expected) bool { return e.err != "" })
	if e.at == 0 {
		e.at = latest(wants)
		for _, one := range wants {
			e.value += one.value + ","
		}
	}
	return promise.All(b.loop(), all...).Then(func(values []string) (string, error) {
		joined := ""
		for _, v := range values {
			joined += v + ","
		}
		return joined, nil
	}), e
}

func earliest(all []expected, counts func(expected) bool) (first expected) {
	for _, e := range all {
		if counts(e) && (first.at == 0 || e.at < first.at) {
			first = e
		}
	}
	return first
}

func latest(all []expected) (at time.Duration) {
	for _, e := range all {
		at = max(at, e.at)
	}
	return at
}

func promises(w *sim.World) {
	b := &tree{w: w, loops: []*wakeful.Loop{w.Loop("one"), w.Loop("two")}}
	for _, l := range b.loops {
		if err := promise.OnUnhandled(l, func([]promise.Unhandled) {}); err != nil {
			w.Fail("%w", err)
		}
	}
	var wants []expected
	var settled []int
	for i := range 3 {
		p, e := b.build(3)
		wants, settled = append(wants, e), append(settled, 0)
		p.Handle(func(value string, err error) (string, error) {
			settled[i]++
			text := ""
			if err != nil {
				text = err.Error()
			}
			if settled[i] > 1 || value != e.value || text != e.err || w.Elapsed() != e.at {
				w.Fail("at %v a promise is %q, %q for the %dth time, want %+v", w.Elapsed(), value, text, settled[i], e)
			}
			return "", nil
		})
	}
	w.For(10 * time.Minute)
	for i, n := range settled {
		if n != 1 {
			w.Fail("a promise has settled %d times, want %+v", n, wants[i])
		}
	}
}
