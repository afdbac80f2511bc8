package wakeful_test

import (
	"context"
	"errors"
	"testing"

	"github.com/wakeful-go/wakeful"
)

// OnDrain's functions run in order, after the accepted functions, before results of RunBlocking
// that Shutdown waits for, and before OnShutdown's functions.
func TestOnDrain(t *testing.T) {
	var j journal
	l := unrun(t, wakeful.WithPanicHandler(func(p *wakeful.PanicError) { j.add(p.Phase) }))
	drained := make(chan struct{})
	_, err := l.OnShutdown(j.note("end"))
	check(t, err)
	_, err = l.OnDrain(func(ctx context.Context) {
		equal(t, "on the loop", l.OnLoop(), true)
		check(t, ctx.Err())
		check(t, l.AfterCallback(j.note("microtask")))
		j.add("first")
		panic("on purpose")
	})
	check(t, err)
	forget, err := l.OnDrain(func(context.Context) { t.Error("called although it was taken back") })
	check(t, err)
	equal(t, "taken back", forget(), true)
	equal(t, "taken back twice", forget(), false)
	_, err = l.OnDrain(func(context.Context) {
		_, err := l.OnDrain(func(context.Context) {})
		matches(t, err, wakeful.ErrClosed)
		j.add("second")
		close(drained)
	})
	check(t, err)
	_, err = l.OnDrain(nil)
	matches(t, err, wakeful.ErrNilFunc)
	check(t, l.RunBlocking(context.Background(), func(context.Context) (int, error) {
		<-drained // the loop calls OnDrain's functions without waiting for this
		return 0, nil
	}, func(int, error) { j.add("result") }))
	check(t, l.Submit(func() {
		check(t, l.Shutdown(context.Background()))
		j.add("callback")
	}))
	check(t, l.Submit(j.note("accepted")))
	check(t, runLoop(t.Context(), l))
	j.is(t, "callback accepted first end microtask second result end")
	conserved(t, l)
}

// OnDrain's context ends with that of any Shutdown, before or during the drain, and with Close. The
// loop waits in OnShutdown's function for this.
func TestOnDrainContext(t *testing.T) {
	cause := errors.New("enough")
	for name, test := range map[string]struct {
		stop func(l *wakeful.Loop, ctx context.Context)
		then func(l *wakeful.Loop, end context.CancelCauseFunc)
		want error
	}{
		"ends during the drain": {
			func(l *wakeful.Loop, ctx context.Context) { check(t, l.Shutdown(ctx)) },
			func(_ *wakeful.Loop, end context.CancelCauseFunc) { end(cause) }, cause,
		},
		"has ended before": {
			func(l *wakeful.Loop, ctx context.Context) {
				ended, end := context.WithCancelCause(ctx)
				end(cause)
				check(t, l.Shutdown(ended))
			},
			func(*wakeful.Loop, context.CancelCauseFunc) {}, cause,
		},
		"the shorter of two": {
			func(l *wakeful.Loop, ctx context.Context) { check(t, l.Shutdown(context.Background())) },
			func(l *wakeful.Loop, _ context.CancelCauseFunc) {
				ended, end := context.WithCancelCause(context.Background())
				end(cause)
				matches(t, l.Shutdown(ended), cause)
			}, cause,
		},
		"Close": {
			func(l *wakeful.Loop, ctx context.Context) { check(t, l.Shutdown(ctx)) },
			func(l *wakeful.Loop, _ context.CancelCauseFunc) { check(t, l.Close()) }, wakeful.ErrClosed,
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := unrun(t)
			ctx, end := context.WithCancelCause(context.Background())
			defer end(nil)
			drains, called := make(chan struct{}), make(chan struct{})
			var drain context.Context
			_, err := l.OnDrain(func(ctx context.Context) { drain = ctx; close(drains) })
			check(t, err)
			_, err = l.OnShutdown(func() {
				<-drain.Done()
				matches(t, context.Cause(drain), test.want)
				<-called // before Done, so that a Shutdown whose context has ended returns its error
			})
			check(t, err)
			check(t, l.Submit(func() { test.stop(l, ctx) }))
			go func() {
				defer close(called)
				<-drains
				test.then(l, end)
			}()
			check(t, runLoop(t.Context(), l))
			conserved(t, l)
		})
	}
}

// A loop that ends by itself calls the functions with a context that has ended, because nobody has
// given a time limit. A loop that is closed does not call them.
func TestOnDrainWithoutShutdown(t *testing.T) {
	calls := 0
	script(t, func(l *wakeful.Loop) {
		_, err := l.OnDrain(func(ctx context.Context) {
			calls++
			matches(t, context.Cause(ctx), wakeful.ErrClosed)
		})
		check(t, err)
	})
	equal(t, "calls", calls, 1)
	for name, end := range ends {
		if name == "Shutdown" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			l := unrun(t)
			ctx, cancel := context.WithCancel(t.Context())
			_, err := l.OnDrain(func(context.Context) { t.Error("called") })
			check(t, err)
			defer cancel()
			check(t, l.Submit(func() { check(t, end(l, cancel)) }))
			if err := runLoop(ctx, l); err != nil {
				matches(t, err, context.Canceled)
			}
			_, err = l.OnDrain(func(context.Context) {})
			matches(t, err, wakeful.ErrClosed)
			conserved(t, l)
		})
	}
}
