package promise_test

// Random programs run on the real promises and on those of plain_test.go. Both must do the same in
// the same order. Where promises adopt pending promises, the order between reactions of different
// promises is unspecified, so it is not compared.

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/promise"
	"pgregory.net/rapid"
)

// A world executes programs. Promises are numbers.
type world interface {
	add() int
	resolve(i, value int)
	reject(i int, err error)
	adopt(i, j int)
	then(i int, fn func(int) (int, error)) int
	catch(i int, fn func(error) (int, error)) int
	handle(i int, fn func(int, error) (int, error)) int
	finally(i int, fn func()) int
	chain(i int, fn func(int) int) int
	combine(verb string, of []int) int
	microtask(fn func())
	debug(on bool) // has no effect that is compared
	outcome(i int) string
}

// realWorld is the world of real promises.
type realWorld struct {
	loop      *wakeful.Loop
	all       []*promise.Promise[int]
	resolvers map[int]*promise.Resolvers[int]
}

func (w *realWorld) keep(p *promise.Promise[int]) int {
	w.all = append(w.all, p)
	return len(w.all) - 1
}

func (w *realWorld) add() int {
	r := promise.WithResolvers[int](w.loop)
	i := w.keep(r.Promise())
	w.resolvers[i] = r
	return i
}

func (w *realWorld) resolve(i, value int) {
	if r := w.resolvers[i]; r != nil {
		r.Resolve(value)
	}
}

func (w *realWorld) reject(i int, err error) {
	if r := w.resolvers[i]; r != nil {
		r.Reject(err)
	}
}

func (w *realWorld) adopt(i, j int) {
	if r := w.resolvers[i]; r != nil {
		r.ResolveWith(w.all[j])
	}
}

func (w *realWorld) then(i int, fn func(int) (int, error)) int { return w.keep(w.all[i].Then(fn)) }

func (w *realWorld) catch(i int, fn func(error) (int, error)) int { return w.keep(w.all[i].Catch(fn)) }

func (w *realWorld) handle(i int, fn func(int, error) (int, error)) int {
	return w.keep(w.all[i].Handle(fn))
}

func (w *realWorld) finally(i int, fn func()) int { return w.keep(w.all[i].Finally(fn)) }

func (w *realWorld) chain(i int, fn func(int) int) int {
	return w.keep(w.all[i].FlatMap(func(v int) *promise.Promise[int] { return w.all[fn(v)] }))
}

func (w *realWorld) combine(verb string, of []int) int {
	var promises []*promise.Promise[int]
	for _, i := range of {
		promises = append(promises, w.all[i])
	}
	switch verb {
	case "race":
		return w.keep(promise.Race(w.loop, promises...))
	case "any":
		return w.keep(promise.Any(w.loop, promises...))
	case "all":
		p := promise.All(w.loop, promises...)
		w.keep(nil) // the plain world numbers it
		return w.keep(p.Then(func(all []int) (sum int, _ error) {
			for _, v := range all {
				sum += v
			}
			return sum, nil
		}))
	default:
		p := promise.AllSettled(w.loop, promises...)
		w.keep(nil)
		return w.keep(p.Then(func(all []promise.Outcome[int]) (sum int, _ error) {
			for _, o := range all {
				sum += o.Value
			}
			return sum, nil
		}))
	}
}

func (w *realWorld) microtask(fn func()) { w.loop.QueueMicrotask(fn) }

func (w *realWorld) debug(on bool) { promise.Debug(w.loop, on) }

func (w *realWorld) outcome(i int) string {
	v, err := w.all[i].Result()
	state := w.all[i].State()
	if state == promise.StatePending {
		err = nil
	}
	return describe(state, v, err)
}

// An op is one step of a program. Its numbers are taken modulo the number of choices.
type op struct {
	verb    string
	a, b, c int
	ends    string // how a function returns: "value", "error", "panic"
	nested  int    // how many of the next ops a function executes itself
}

// player executes a program in a world and records a trace.
type player struct {
	world
	program  []op
	next     int
	known    []int // promises that can be used
	mayAdopt bool
	trace    []string
}

func (p *player) note(format string, args ...any) {
	p.trace = append(p.trace, fmt.Sprintf(format, args...))
}

func (p *player) step() {
	if p.next == len(p.program) {
		return
	}
	id := p.next
	o := p.program[id]
	p.next++
	if len(p.known) == 0 {
		p.known = append(p.known, p.add())
	}
	pick := func(n int) int { return p.known[n%len(p.known)] }
	on := pick(o.a)
	// body is the common body of all functions.
	body := func(value int, err error) (int, error) {
		text := fmt.Sprint(value)
		if err != nil {
			text = reason(err)
		}
		p.note("%d of %d: %s", id, on, text)
		for range o.nested {
			p.step()
		}
		switch o.ends {
		case "error":
			return 0, errBroken
		case "panic":
			panic(errOther)
		}
		return o.c, nil
	}
	switch o.verb {
	case "new":
		p.known = append(p.known, p.add())
	case "resolve":
		p.resolve(on, o.c)
	case "reject":
		p.reject(on, []error{errBroken, errOther}[o.b%2])
	case "adopt":
		if other := pick(o.b); p.mayAdopt || p.outcome(other) != "pending" {
			p.adopt(on, other)
		}
	case "then":
		p.known = append(p.known, p.then(on, func(v int) (int, error) { return body(v, nil) }))
	case "catch":
		p.known = append(p.known, p.catch(on, func(err error) (int, error) { return body(0, err) }))
	case "handle":
		p.known = append(p.known, p.handle(on, body))
	case "finally":
		p.known = append(p.known, p.finally(on, func() {
			if _, err := body(0, nil); err != nil {
				panic(err)
			}
		}))
	case "chain":
		p.known = append(p.known, p.chain(on, func(v int) int {
			p.note("%d of %d: %d", id, on, v)
			other := pick(o.b)
			if !p.mayAdopt && p.outcome(other) == "pending" {
				other = p.add()
				p.resolve(other, o.c)
			}
			return other
		}))
	case "debug":
		p.debug(o.b%2 == 0)
	case "microtask":
		p.microtask(func() { p.note("%d: microtask", id) })
	default:
		var of []int
		for i := range o.c % 4 {
			of = append(of, pick(o.a+i*(1+o.b)))
		}
		p.known = append(p.known, p.combine(o.verb, of))
	}
}

// play executes the whole program, one turn for each number in turns.
func play(t *rapid.T, program []op, turns []int, mayAdopt, genuine bool) *player {
	p := &player{program: program, mayAdopt: mayAdopt}
	report := func(text string) { p.note("unhandled:%s", text) }
	if !genuine {
		w := &plainWorld{reports: report}
		p.world = w
		var next func(int)
		next = func(at int) {
			if at < len(turns) {
				w.turn(func() { p.steps(turns[at]) }, func() { next(at + 1) })
			}
		}
		next(0)
		return p
	}
	l, err := wakeful.New(wakeful.WithAutoExit(), wakeful.WithPanicHandler(func(e *wakeful.PanicError) {
		t.Errorf("%v\n%s", e, e.Stack)
	}))
	if err != nil {
		t.Fatal(err)
	}
	p.world = &realWorld{loop: l, resolvers: map[int]*promise.Resolvers[int]{}}
	check := func(err error) {
		if err != nil {
			t.Error(err)
		}
	}
	check(promise.OnUnhandled(l, func(all []promise.Unhandled) {
		text := ""
		for _, u := range all {
			text += " " + u.Err.Error()
		}
		report(text)
	}))
	var next func(int)
	next = func(at int) {
		if at == len(turns) {
			p.note("%s", p.outcomes())
			return
		}
		p.steps(turns[at])
		check(l.Submit(func() { next(at + 1) }))
	}
	check(l.Submit(func() { next(0) }))
	var run sync.WaitGroup
	run.Go(func() { check(l.Run(context.Background())) })
	run.Wait()
	return p
}

func (p *player) steps(n int) {
	for range n {
		p.step()
	}
}

// outcomes returns the outcome of every promise.
func (p *player) outcomes() string {
	var all []string
	for _, i := range p.known {
		all = append(all, fmt.Sprintf("%d %s", i, p.outcome(i)))
	}
	return "outcomes: " + strings.Join(all, ", ")
}

// draw makes a random program and its turns.
func draw(t *rapid.T, verbs []string, nested int) (program []op, turns []int) {
	number := rapid.IntRange(0, 9)
	program = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) op {
		return op{
			verb:   rapid.SampledFrom(verbs).Draw(t, "verb"),
			a:      number.Draw(t, "a"),
			b:      number.Draw(t, "b"),
			c:      number.Draw(t, "c"),
			ends:   rapid.SampledFrom([]string{"value", "value", "value", "error", "panic"}).Draw(t, "ends"),
			nested: rapid.IntRange(0, nested).Draw(t, "nested"),
		}
	}), 1, 40).Draw(t, "program")
	return program, rapid.SliceOfN(rapid.IntRange(1, 12), 1, 8).Draw(t, "turns")
}

// TestReference: both worlds produce the same trace.
func TestReference(t *testing.T) {
	verbs := []string{"new", "resolve", "resolve", "reject", "adopt", "then", "then", "catch", "handle", "finally", "chain",
		"debug", "microtask", "all", "settled", "race", "any"}
	rapid.Check(t, func(t *rapid.T) {
		program, turns := draw(t, verbs, 2)
		want, got := play(t, program, turns, false, false), play(t, program, turns, false, true)
		want.note("%s", want.outcomes())
		compare(t, clean(got.trace), clean(want.trace))
	})
}

// TestReferenceAdopt: with promises that adopt pending promises, the outcomes are the same, and
// each promise runs the same reactions in the same order.
func TestReferenceAdopt(t *testing.T) {
	verbs := []string{"new", "new", "resolve", "reject", "adopt", "adopt", "adopt", "chain", "chain", "then", "handle", "catch", "settled", "debug"}
	rapid.Check(t, func(t *rapid.T) {
		program, _ := draw(t, verbs, 0)
		turns := slices.Repeat([]int{1}, len(program)) // no order within a turn
		want, got := play(t, program, turns, true, false), play(t, program, turns, true, true)
		want.note("%s", want.outcomes())
		w, g := clean(want.trace), clean(got.trace)
		for _, of := range want.known {
			only := func(trace []string) (some []string) {
				for _, s := range trace {
					if strings.Contains(s, fmt.Sprintf(" of %d:", of)) {
						some = append(some, s)
					}
				}
				return some
			}
			compare(t, only(g), only(w))
		}
		// Linked promises are reported once, or not at all if one of them has a reaction. Plain
		// promises are reported separately.
		reported := func(s string) bool { return strings.HasPrefix(s, "unhandled") }
		w, g = slices.DeleteFunc(w, reported), slices.DeleteFunc(g, reported)
		slices.Sort(w)
		slices.Sort(g)
		compare(t, g, w)
	})
}

// clean removes the known differences: the wrapping of errors, and the effects of the loop's end.
func clean(trace []string) (all []string) {
	for _, s := range trace {
		s = strings.ReplaceAll(s, "wakeful: panic in a callback (promise): ", "")
		all = append(all, s)
	}
	end := slices.IndexFunc(all, func(s string) bool { return strings.HasPrefix(s, "outcomes: ") })
	return all[:end+1]
}

func compare(t *rapid.T, got, want []string) {
	if !slices.Equal(got, want) {
		t.Fatalf("got:\n\t%s\nwant:\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}
