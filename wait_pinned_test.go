package wakeful_test

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"github.com/wakeful-go/wakeful"
)

func TestPinnedOptions(t *testing.T) {
	spin := wakeful.Spin()
	for _, test := range []struct {
		name     string
		strategy wakeful.WaitStrategy
		want     error
	}{
		{"no inner strategy", wakeful.Pinned(0, nil), wakeful.ErrInvalidOption},
		{"twice", wakeful.Pinned(0, wakeful.Pinned(0, spin)), wakeful.ErrInvalidOption},
		{"a negative number", wakeful.Pinned(-2, spin), wakeful.ErrInvalidOption},
		{"any processor", wakeful.Pinned(wakeful.AnyCPU, spin), nil},
	} {
		l, err := wakeful.New(wakeful.WithWaitStrategy(test.strategy))
		if !errors.Is(err, test.want) || (err == nil) != (l != nil) {
			t.Errorf("%s: error %v, want %v", test.name, err, test.want)
		}
	}
	if _, err := wakeful.New(wakeful.WithWaitStrategy(wakeful.Pinned(0, spin))); runtime.GOOS != "linux" && !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("on %s: error %v, want %v", runtime.GOOS, err, errors.ErrUnsupported)
	}
}

// A pinned loop is a loop like any other, whatever the inner strategy.
func TestPinnedLoopRuns(t *testing.T) {
	for name, inner := range strategies {
		t.Run(name, func(t *testing.T) {
			l := running(t, ignored(), wakeful.WithWaitStrategy(wakeful.Pinned(wakeful.AnyCPU, inner)))
			for range rounds(100) {
				on(t, l, func() {})
				check(t, l.Submit(func() { panic("contained") }))
			}
			check(t, l.Submit(runtime.Goexit))
			on(t, l, func() {})
			check(t, l.Shutdown(context.Background()))
		})
	}
}

// As a part of a strategy of one's own, Pinned is its inner strategy.
func TestPinnedWithinAnother(t *testing.T) {
	inner := wakeful.Pinned(wakeful.AnyCPU, wakeful.Adaptive())
	l := running(t, wakeful.WithWaitStrategy(waitFunc(inner.Wait)))
	for range rounds(200) {
		on(t, l, func() {})
	}
}
