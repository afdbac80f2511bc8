package promise_test

// Time and cancellation, in fake time.

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/promise"
)

// errCause is the cause of the contexts in these tests.
var errCause = errors.New("cause")

func TestAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var j journal
		began := time.Now()
		script(t, func(l *wakeful.Loop) {
			promise.Sleep(context.Background(), l, 2*time.Hour).Finally(func() {
				equal(t, "passed", time.Since(began), 2*time.Hour)
				j.add("2h")
			})
			promise.Sleep(context.Background(), l, time.Hour).Finally(j.note("1h"))
			promise.Sleep(context.Background(), l, 0).Finally(j.note("0"))
			promise.Sleep(context.Background(), l, -1).Finally(j.note("-1"))
		})
		j.is(t, "0 -1 1h 2h")
		equal(t, "run for", time.Since(began), 2*time.Hour)
	})
}

// TestSleep: the end of the context rejects the promise, and the loop does not wait for the timer.
func TestSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var j journal
		began := time.Now()
		script(t, func(l *wakeful.Loop) {
			ctx, cancel := context.WithCancelCause(t.Context())
			promise.Sleep(ctx, l, 24*time.Hour).Catch(func(err error) (struct{}, error) {
				matches(t, err, errCause)
				j.add("cancelled")
				return struct{}{}, nil
			})
			promise.Sleep(ctx, l, time.Minute).Finally(func() {
				j.add("slept")
				cancel(errCause)
			})
			promise.Sleep(nil, l, time.Hour).Catch(func(err error) (struct{}, error) { //nolint:staticcheck // what a nil context does
				matches(t, err, wakeful.ErrNilContext)
				return struct{}{}, nil
			})
			keep := l.KeepAlive()
			context.AfterFunc(ctx, func() { l.Submit(keep.Release) })
		})
		j.is(t, "slept cancelled")
		equal(t, "run for", time.Since(began), time.Minute)
	})
}

// TestWithContext: the promise or the context decides, whichever comes first.
func TestWithContext(t *testing.T) {
	for _, c := range []struct {
		name    string
		limit   time.Duration
		settles time.Duration
		err     error
	}{
		{"in time", 2 * time.Hour, time.Hour, nil},
		{"too late", time.Hour, 2 * time.Hour, errCause},
		{"at once", 0, time.Hour, errCause},
		{"settled before", time.Hour, 0, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := running(t)
				ctx, cancel := context.WithTimeoutCause(t.Context(), c.limit, errCause)
				defer cancel()
				began := time.Now()
				p := promise.Resolved(l, struct{}{})
				if c.settles > 0 {
					p = promise.Sleep(context.Background(), l, c.settles)
				}
				_, err := await(t, l, func() *promise.Promise[struct{}] { return p.WithContext(ctx) })
				if c.err == nil {
					check(t, err)
				} else {
					matches(t, err, c.err)
				}
				equal(t, "after", time.Since(began), min(c.limit, c.settles))
				// The loser of the race counts as handled.
				_, err = await(t, l, func() *promise.Promise[int] {
					return promise.Rejected[int](l, errBroken).WithContext(ctx)
				})
				if !errors.Is(err, errBroken) && !errors.Is(err, errCause) {
					t.Errorf("error %v", err)
				}
			})
		})
	}
}

// TestTimeWithout: Sleep and WithContext with a nil loop, an ended loop and a nil context.
func TestTimeWithout(t *testing.T) {
	ended := unrun(t)
	check(t, ended.Close())
	rejected(t, promise.Sleep(context.Background(), nil, 0), promise.ErrNilLoop)
	rejected(t, promise.Sleep(context.Background(), ended, 0), promise.ErrAbandoned)
	rejected(t, promise.Sleep(t.Context(), nil, 0), promise.ErrNilLoop)
	rejected(t, promise.Sleep(t.Context(), ended, 0), promise.ErrAbandoned)
	l := running(t)
	var none context.Context
	_, err := await(t, l, func() *promise.Promise[struct{}] { return promise.Sleep(none, l, time.Hour) })
	matches(t, err, wakeful.ErrNilContext)
	_, err = await(t, l, func() *promise.Promise[int] { return promise.Resolved(l, 1).WithContext(none) })
	matches(t, err, wakeful.ErrNilContext)
	_, err = (*promise.Promise[int])(nil).WithContext(t.Context()).Await(t.Context())
	matches(t, err, promise.ErrNilPromise)
}

// TestOnContextDone: a context calls a function on the loop, or stop prevents the call.
func TestOnContextDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := running(t)
		ctx, cancel := context.WithCancel(t.Context())
		var j journal
		fn := func(name string) func() {
			return func() {
				equal(t, "on the loop", l.OnLoop(), true)
				j.add(name)
			}
		}
		_, err := promise.OnContextDone(ctx, l, fn("called"))
		check(t, err)
		stop, err := promise.OnContextDone(ctx, l, fn("stopped"))
		check(t, err)
		equal(t, "stopped", stop(), true)
		equal(t, "stopped twice", stop(), false)
		late, err := promise.OnContextDone(ctx, l, fn("stopped on the loop"))
		check(t, err)
		synctest.Wait()
		equal(t, "called before the end", len(j), 0)
		on(t, l, func() {
			cancel()
			synctestBlocked() // the function has been posted by now if it ever will be
			equal(t, "stopped in time", late(), true)
		})
		synctest.Wait()
		on(t, l, func() { j.is(t, "called") })
		_, err = promise.OnContextDone(ctx, l, fn("ended before"))
		check(t, err)
		synctest.Wait()
		on(t, l, func() { j.is(t, "called ended before") })

		stop, err = promise.OnContextDone(ctx, l, nil)
		matches(t, err, wakeful.ErrNilFunc)
		equal(t, "stop of none", stop(), false)
		_, err = promise.OnContextDone(nil, l, func() {}) //nolint:staticcheck // what a nil context does
		matches(t, err, wakeful.ErrNilContext)
		_, err = promise.OnContextDone(ctx, nil, func() {})
		matches(t, err, promise.ErrNilLoop)
	})
}

// synctestBlocked lets the other goroutines of the bubble run until they block.
func synctestBlocked() { <-time.NewTimer(time.Nanosecond).C }

// TestOnContextDoneEnd: a loop that ends leaves no reference in a context that has not ended.
func TestOnContextDoneEnd(t *testing.T) {
	ctx := &counted{Context: t.Context(), done: make(chan struct{})}
	l := running(t)
	for range 10 {
		_, err := promise.OnContextDone(ctx, l, func() { t.Error("called") })
		check(t, err)
	}
	equal(t, "registered", ctx.n, 10)
	check(t, l.Shutdown(t.Context()))
	equal(t, "registered after the end", ctx.n, 0)
}

// counted is a context that counts its registered functions.
type counted struct {
	context.Context
	done chan struct{}
	n    int
}

func (c *counted) Done() <-chan struct{} { return c.done }

func (c *counted) AfterFunc(func()) (stop func() bool) {
	c.n++
	return func() bool {
		c.n--
		return true
	}
}

// TestWeek: a loop of promises ticks once a minute for a week.
func TestWeek(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const ticks = 7 * 24 * 60
		l := running(t)
		seen := 0
		var tick func(struct{}) *promise.Promise[int]
		tick = func(struct{}) *promise.Promise[int] {
			if seen++; seen == ticks {
				return promise.Resolved(l, seen)
			}
			return promise.Sleep(context.Background(), l, time.Minute).FlatMap(tick)
		}
		began := time.Now()
		got, err := promise.Sleep(context.Background(), l, time.Minute).FlatMap(tick).Await(t.Context())
		check(t, err)
		equal(t, "ticks", got, ticks)
		equal(t, "time", time.Since(began), ticks*time.Minute)
	})
}
