//go:build !(linux || darwin || dragonfly || freebsd || netbsd || openbsd) || wakeful_nopoll

package wakeful_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful"
)

// Without epoll and kqueue, RegisterFD returns an error and everything else works.
func TestNoDescriptors(t *testing.T) {
	l := running(t)
	for range 2 {
		r, err := l.RegisterFD(int(os.Stdin.Fd()), wakeful.Readable, func(wakeful.Events) { t.Error("called") })
		matches(t, err, errors.ErrUnsupported)
		if r != nil || !strings.Contains(err.Error(), "neither epoll nor kqueue") {
			t.Errorf("registration %v, error %q", r, err)
		}
	}
	_, err := l.RegisterFD(0, wakeful.Readable, nil)
	matches(t, err, wakeful.ErrNilFunc)
	on(t, l, func() {})
	check(t, l.Close())
	<-l.Done()
	_, err = l.RegisterFD(0, wakeful.Readable, func(wakeful.Events) {})
	matches(t, err, wakeful.ErrClosed)
}
