package peers

import (
	"fmt"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the project's loop with timers of Go's runtime instead of its own, for the bound on
// what timers cost. It is in no ranking.

// OnRuntimeTimers returns the contestant.
func OnRuntimeTimers() contest.Entry {
	e := wakefulEntry
	e.Name, e.Kind, e.Summary = "wakeful-runtime-timers", contest.Ablation, "The project's own loop, with time.AfterFunc and Stop in the workload time-limits."
	e.Can &^= contest.Echoes
	e.NewServer = nil
	e.New = func() (contest.Loop, error) {
		loop, err := wakeful.New(wakeful.WithPanicHandler(func(*wakeful.PanicError) {}))
		if err != nil {
			return nil, fmt.Errorf("making wakeful-runtime-timers: %w", err)
		}
		return &onRuntimeTimers{wakefulLoop{loop: loop}}, nil
	}
	return e
}

type onRuntimeTimers struct{ wakefulLoop }

var _, _ contest.TimerSetter = (*wakefulLoop)(nil), (*onRuntimeTimers)(nil)

// SetTimer has fn called on a goroutine of the runtime.
func (*onRuntimeTimers) SetTimer(d time.Duration, fn func()) (contest.Timer, error) {
	return time.AfterFunc(d, fn), nil
}

// SetTimer sets one of the loop's own timers.
func (l *wakefulLoop) SetTimer(d time.Duration, fn func()) (contest.Timer, error) {
	timer, err := l.loop.AfterFunc(d, fn)
	if err != nil {
		return nil, renamed(err)
	}
	return timer, nil
}
