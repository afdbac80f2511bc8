//go:build unix

package workloads_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/lineup"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/workloads"
)

// spoiledRegistrar is a loop with a test between its descriptors and the workload.
type spoiledRegistrar struct {
	contest.Loop
	register   func(fd int, fn func()) (func(), error) // called instead of registering fn
	unregister func() error
	registered atomic.Int64
	most       atomic.Int64
}

func (l *spoiledRegistrar) Counts() contest.Counts { return l.Loop.(contest.Counter).Counts() }

func (l *spoiledRegistrar) RegisterReadable(fd int, fn func()) error {
	if l.register != nil {
		var err error
		if fn, err = l.register(fd, fn); err != nil {
			return err
		}
	}
	l.most.Store(max(l.most.Load(), l.registered.Add(1)))
	return l.Loop.(contest.Registrar).RegisterReadable(fd, fn)
}

func (l *spoiledRegistrar) Unregister(fd int) error {
	l.registered.Add(-1)
	err := l.Loop.(contest.Registrar).Unregister(fd)
	if l.unregister != nil {
		return l.unregister()
	}
	return err
}

// registrars lists the contestants that watch descriptors, with spoiled loops. It skips the test in
// a build in which none does.
func registrars(t *testing.T, loop *spoiledRegistrar) []contest.Entry {
	t.Helper()
	var all []contest.Entry
	for _, name := range []string{"main", "wakeful"} {
		e := entry(t, name)
		inner := e.New
		e.New = func() (contest.Loop, error) {
			l, err := inner()
			loop.Loop = l
			return loop, err
		}
		if e.Can.Has(contest.Descriptors) {
			all = append(all, e)
		}
	}
	if len(all) == 0 {
		t.Skip("NOT RUN: no contestant watches descriptors in this build")
	}
	return all
}

var overPipe = map[string]string{"event": "pipe"}

func TestIdleDescriptorsAreOnlyRegistered(t *testing.T) {
	for name, counts := range map[string]map[string]int64{"io-latency": {"0": 0, "1": 1, "1000": 1000}, "io-throughput": {"0": 0, "1000": 1000}} {
		for descriptors, want := range counts {
			var loop spoiledRegistrar
			for _, e := range registrars(t, &loop) {
				loop.most.Store(0)
				params := map[string]string{"descriptors": descriptors}
				if _, err := workloads.Take(t.Context(), e, workload(t, name), params, short); err != nil {
					t.Errorf("%s, %s: %v", e.Name, name, err)
				}
				if most, left := loop.most.Load(), loop.registered.Load(); most != want || left != 0 {
					t.Errorf("%s, %s: %d descriptors were registered, %d of them still are; want %s and none", e.Name, name, most, left, descriptors)
				}
			}
		}
	}
}

func TestALostEventFailsTheSample(t *testing.T) {
	events := 0
	var giveUp context.CancelFunc
	loop := spoiledRegistrar{register: func(fd int, fn func()) (func(), error) {
		return func() {
			if events++; events%50 != 0 {
				fn()
				return
			}
			var b [1]byte
			if _, err := unix.Read(fd, b[:]); err != nil {
				events-- // called without an event
				return
			}
			giveUp()
		}, nil
	}}
	for _, e := range registrars(t, &loop) {
		events = 0
		var ctx context.Context
		ctx, giveUp = context.WithCancel(t.Context())
		_, err := workloads.Take(ctx, e, workload(t, "io-latency"), overPipe, short)
		if err == nil || !strings.Contains(err.Error(), "no answer came") {
			t.Errorf("%s: a loop that loses events: %v", e.Name, err)
		}
		giveUp()
	}
}

func TestARefusedRegistrationFailsTheSample(t *testing.T) {
	no := errors.New("no")
	for what, loop := range map[string]*spoiledRegistrar{
		"register":   {register: func(int, func()) (func(), error) { return nil, no }},
		"unregister": {unregister: func() error { return no }},
	} {
		for _, e := range registrars(t, loop) {
			for _, params := range []map[string]string{{"descriptors": "1"}, overPipe} {
				if _, err := workloads.Take(t.Context(), e, workload(t, "io-latency"), params, short); !errors.Is(err, no) {
					t.Errorf("%s: the error of a loop that does not %s is %v, want %v", e.Name, what, err, no)
				}
			}
		}
	}
}

func TestControlsOverPipesHaveARowOfTheirOwn(t *testing.T) {
	for _, name := range []string{"control-poller", "control-pipes"} {
		e := entry(t, name)
		if lineup.Absent()[name] != "" {
			continue
		}
		s, err := workloads.Take(t.Context(), e, workload(t, "io-latency"), overPipe, short)
		if err != nil || s.Ops < 1 || s.Latency == nil {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
	for name, params := range map[string]map[string]string{"control-pipes": {"descriptors": "0"}, "control-channels": overPipe} {
		if workload(t, "io-latency").Missing(entry(t, name), params) == "" {
			t.Errorf("%s has a figure in io-latency/%s", name, result.FormatParams(params))
		}
	}
}
