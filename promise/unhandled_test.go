package promise_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/promise"
)

// reports runs first on an auto-exit loop and returns the reports, one slice for each.
func reports(t *testing.T, first func(*wakeful.Loop)) (all [][]promise.Unhandled) {
	t.Helper()
	script(t, func(l *wakeful.Loop) {
		check(t, promise.OnUnhandled(l, func(some []promise.Unhandled) {
			if !l.OnLoop() {
				t.Error("reported outside of the loop")
			}
			all = append(all, some)
		}))
		first(l)
	})
	return all
}

// TestUnhandled: which rejections are reported. Each report is one turn.
func TestUnhandled(t *testing.T) {
	broken := func(l *wakeful.Loop) *promise.Promise[int] { return promise.Rejected[int](l, errBroken) }
	pass := func(err error) (int, error) { return 0, err }
	mend := func(error) (int, error) { return 0, nil }
	for _, c := range []struct {
		name  string
		first func(*wakeful.Loop)
		want  string
	}{
		{"nothing", func(l *wakeful.Loop) { promise.Resolved(l, 1).Then(plusOne) }, "[]"},
		{"one", func(l *wakeful.Loop) { broken(l) }, "[[{broken }]]"},
		{"the end of a chain only", func(l *wakeful.Loop) { broken(l).Then(plusOne).Then(plusOne) }, "[[{broken }]]"},
		{"a chain that mends", func(l *wakeful.Loop) { broken(l).Then(plusOne).Catch(mend) }, "[]"},
		{"a catch that fails", func(l *wakeful.Loop) { broken(l).Catch(pass) }, "[[{broken }]]"},
		{"each branch", func(l *wakeful.Loop) {
			p := broken(l)
			p.Then(plusOne)
			p.Catch(mend)
			p.Then(plusOne)
		}, "[[{broken } {broken }]]"},
		{"two in one turn", func(l *wakeful.Loop) {
			broken(l)
			promise.Rejected[int](l, errOther)
		}, "[[{broken } {other }]]"},
		{"two in two turns", func(l *wakeful.Loop) {
			broken(l)
			l.Submit(func() { promise.Rejected[int](l, errOther) })
		}, "[[{broken }] [{other }]]"},
		{"handled late in the turn", func(l *wakeful.Loop) {
			p := broken(l)
			l.AfterSubmitted(func() { p.Catch(mend) })
		}, "[]"},
		{"handled too late", func(l *wakeful.Loop) {
			p := broken(l)
			l.Submit(func() { p.Catch(mend) })
		}, "[[{broken }]]"},
		{"marked", func(l *wakeful.Loop) { broken(l).MarkHandled() }, "[]"},
		{"adopted", func(l *wakeful.Loop) {
			promise.Resolved(l, 1).FlatMap(func(int) *promise.Promise[int] { return broken(l) })
		}, "[[{broken }]]"},
		{"adopted and mended", func(l *wakeful.Loop) {
			promise.Resolved(l, 1).FlatMap(func(int) *promise.Promise[int] { return broken(l) }).Catch(mend)
		}, "[]"},
		{"losers", func(l *wakeful.Loop) {
			r := promise.WithResolvers[int](l)
			promise.Race(l, promise.Resolved(l, 1), broken(l), r.Promise())
			l.Submit(func() { r.Reject(errOther) })
		}, "[]"},
		{"settled with", func(l *wakeful.Loop) { promise.AllSettled(l, broken(l)) }, "[]"},
		{"while draining", func(l *wakeful.Loop) {
			l.Shutdown(context.Background())
			broken(l)
			broken(l).Catch(mend)
		}, "[[{broken }]]"},
		{"at the end", func(l *wakeful.Loop) {
			r := promise.WithResolvers[int](l)
			r.Promise().Catch(func(error) (int, error) { return 0, errOther })
			r.Promise().Then(plusOne) // the loop's end rejects it: not reported
		}, "[[{other }]]"},
		{"before Close", func(l *wakeful.Loop) {
			broken(l)
			l.Close()
		}, "[[{broken }]]"},
	} {
		t.Run(c.name, func(t *testing.T) { equal(t, "reports", fmt.Sprint(reports(t, c.first)), c.want) })
	}
}

// TestCreated: with Debug, the report says where the unhandled promise was made, for every verb.
func TestCreated(t *testing.T) {
	all := reports(t, func(l *wakeful.Loop) {
		promise.Debug(l, true)
		p := promise.Rejected[int](l, errBroken)
		p.Then(plusOne)
		p.Finally(func() {})
		promise.All(l, p)
		promise.New(l, func(_ func(int), reject func(error)) { reject(errOther) })
		r, outer := promise.WithResolvers[int](l), promise.WithResolvers[int](l)
		outer.ResolveWith(r.Promise())
		r.Reject(errOther)
		promise.Debug(l, false)
		promise.Rejected[int](l, errBroken)
	})
	if len(all) != 1 || len(all[0]) != 6 {
		t.Fatalf("%d reports: %v, want one of 6", len(all), all)
	}
	none := 0
	for _, u := range all[0] {
		if u.Created == "" {
			none++
			continue
		}
		if !strings.HasPrefix(u.Created, "github.com/wakeful-go/wakeful/promise_test.TestCreated") || !strings.Contains(u.Created, "unhandled_test.go:") {
			t.Errorf("created by %q, want a line of this test", u.Created)
		}
	}
	equal(t, "made without debugging", none, 1)
}

// TestLogged: without a listener rejections are logged, at most ten per turn individually.
func TestLogged(t *testing.T) {
	old := slog.Default()
	defer slog.SetDefault(old)
	var log bytes.Buffer
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	l, err := wakeful.New(wakeful.WithAutoExit())
	check(t, err)
	promise.Debug(l, true)
	check(t, l.Submit(func() {
		for range 25 {
			promise.Rejected[int](l, errBroken)
		}
	}))
	check(t, l.Run(t.Context()))
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	equal(t, "lines", len(lines), 11)
	for _, want := range []string{"unhandled rejection", "error=broken", "TestLogged"} {
		if !contains(lines[0], want) {
			t.Errorf("the first line is %s, want %q in it", lines[0], want)
		}
	}
	if !contains(lines[10], "count=15") {
		t.Errorf("the last line is %s", lines[10])
	}
}

// TestOnUnhandledArguments: invalid arguments are refused.
func TestOnUnhandledArguments(t *testing.T) {
	l := unrun(t)
	matches(t, promise.OnUnhandled(l, nil), wakeful.ErrNilFunc)
	matches(t, promise.OnUnhandled(nil, func([]promise.Unhandled) {}), promise.ErrNilLoop)
	promise.Debug(nil, true)
	equal(t, "site of noLoop", promise.Resolved(nil, 1).State(), promise.StateRejected)
	check(t, l.Close())
	other, err := wakeful.New()
	check(t, err)
	check(t, other.Close())
	matches(t, promise.OnUnhandled(other, func([]promise.Unhandled) {}), promise.ErrAbandoned)
}

// TestListenerPanics: a panic of the listener is contained, and later reports arrive.
func TestListenerPanics(t *testing.T) {
	panics, reported := 0, 0
	script(t, func(l *wakeful.Loop) {
		check(t, promise.OnUnhandled(l, func([]promise.Unhandled) {
			reported++
			panic("listener")
		}))
		promise.Rejected[int](l, errBroken)
		l.Submit(func() { promise.Rejected[int](l, errBroken) })
	}, wakeful.WithPanicHandler(func(*wakeful.PanicError) { panics++ }))
	equal(t, "reports", reported, 2)
	equal(t, "panics", panics, 2)
}

// TestGoexitIsReportedOnce: a Goexit on the loop ends its goroutine, and the panic handler is
// called. The resulting rejection is not reported as well.
func TestGoexitIsReportedOnce(t *testing.T) {
	exit := func(int) (int, error) { runtime.Goexit(); return 0, nil }
	one := func(l *wakeful.Loop) *promise.Promise[int] { return promise.Resolved(l, 1) }
	broken := func(l *wakeful.Loop) *promise.Promise[int] { return promise.Rejected[int](l, errBroken) }
	for name, first := range map[string]func(*wakeful.Loop){
		"Then":     func(l *wakeful.Loop) { one(l).Then(exit) },
		"branches": func(l *wakeful.Loop) { p := one(l).Then(exit); p.Then(plusOne); p.Finally(nothing) },
		"All":      func(l *wakeful.Loop) { promise.All(l, one(l), one(l).Then(exit)) },
		"FlatMap": func(l *wakeful.Loop) {
			one(l).FlatMap(func(int) *promise.Promise[int] { runtime.Goexit(); return nil })
		},
		"adopted": func(l *wakeful.Loop) {
			one(l).FlatMap(func(int) *promise.Promise[int] { return one(l).Then(exit) })
		},
		"Handle": func(l *wakeful.Loop) { one(l).Handle(func(int, error) (int, error) { return exit(0) }) },
		"Catch":  func(l *wakeful.Loop) { broken(l).Catch(func(error) (int, error) { return exit(0) }) },
		"CatchFlatMap": func(l *wakeful.Loop) {
			broken(l).CatchFlatMap(func(error) *promise.Promise[int] { runtime.Goexit(); return nil })
		},
		"Finally": func(l *wakeful.Loop) { one(l).Finally(runtime.Goexit) },
		"Try":     func(l *wakeful.Loop) { promise.Try(l, func() (int, error) { return exit(0) }) },
		"New":     func(l *wakeful.Loop) { promise.New(l, func(func(int), func(error)) { runtime.Goexit() }) },
	} {
		for _, debug := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, debug=%t", name, debug), func(t *testing.T) {
				calls := 0
				script(t, func(l *wakeful.Loop) {
					promise.Debug(l, debug)
					first(l)
				}, wakeful.WithPanicHandler(func(e *wakeful.PanicError) {
					matches(t, e, wakeful.ErrGoexit)
					calls++
				}))
				equal(t, "calls of the panic handler", calls, 1)
			})
		}
	}
}
