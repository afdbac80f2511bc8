package world_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/tournament/runner"
	"github.com/wakeful-go/wakeful/tournament/world"
	"github.com/wakeful-go/wakeful/tournament/world/peer"
)

// This file owns faulty peers. The runner must detect each of them.

const cheatCommand = "cheat"

// at is the index of the task that a cheat affects. A run of 64 tasks, the first that the runner
// requests, contains it.
const at = 40

// cheatingLoop runs tasks in Submit, except for one of them.
type cheatingLoop struct {
	how  string
	seen int
	held func()
}

func (l *cheatingLoop) Submit(task func()) error {
	l.seen++
	switch {
	case l.how == "loses" && l.seen == at:
		return nil
	case l.how == "swaps one for another" && l.seen == at:
		l.held() // the previous task again
	case l.how == "doubles" && l.seen == at:
		task()
		task()
	case l.how == "reorders" && l.seen == at:
		l.held = task
	case l.how == "reorders" && l.seen == at+1:
		task()
		l.held()
	default:
		if l.how != "reorders" {
			l.held = task
		}
		task()
	}
	return nil
}

func (l *cheatingLoop) Shutdown(context.Context) error {
	if l.how == "runs one after the report" {
		l.held()
	}
	return nil
}

// cheat is a peer that cheats in the named way: on its loop, or in its answer to run.
func cheat(how string) error {
	if !strings.Contains(how, "=") {
		return peer.Serve(os.Stdin, os.Stdout, peer.Peer{
			Name: "cheat", Version: "1", NewLoop: func() (peer.Loop, error) { return &cheatingLoop{how: how}, nil },
		})
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		verb, _, _ := strings.Cut(lines.Text(), " ")
		answer := map[string]string{"hello": "ok protocol=1 peer=cheat version=1", "start": "ok", "stop": "ok executed=64"}[verb]
		if answer == "" || strings.HasPrefix(how, "hello=") && verb == "hello" {
			answer = strings.TrimPrefix(how, "hello=")
		}
		fmt.Println(answer)
	}
	return lines.Err()
}

func TestACheatingPeerIsFound(t *testing.T) {
	for how, want := range map[string]string{
		"doubles":                   "of the 64 tasks of producer 0 65 ran",
		"swaps one for another":     "did not run once each in their order",
		"reorders":                  "did not run once each in their order",
		"runs one after the report": "tasks in all and was given",
		// The seed differs in each run, so the answer of an earlier run is wrong.
		fmt.Sprintf("ok ns=1000 counts=64 sums=%d", peer.Expected(1, 0, 64)): "did not run once each in their order",
		"ok ns=1000 counts=63 sums=1":                                        "of the 64 tasks of producer 0 63 ran",
		"ok ns=1000 counts=32,32 sums=1,1":                                   "2 counts for 1 producers",
		"ok ns=1000 counts=64":                                               "no sums",
		"ok ns=soon counts=64 sums=1":                                        "did not run once each",
		"failed because=of":                                                  "the peer says: because=of",
		"done=so":                                                            "begins with none of ok, refused and failed",
		"hello=ok protocol=2 peer=cheat version=1":                           "it speaks version 2 of the protocol",
		"hello=ok peer=cheat":                                                "no protocol",
	} {
		_, err := world.Take(t.Context(), []string{os.Args[0], cheatCommand, how}, load("submit", "producers=1"), brief)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a peer that cheats by %q: the error is %v, want one with %q", how, err, want)
		}
	}
}

// A peer that loses a task waits for it. It never answers, however long the runner waits.
func TestALostTaskEndsTheSample(t *testing.T) {
	short := brief
	short.Limit = time.Second
	_, err := world.Take(t.Context(), []string{os.Args[0], cheatCommand, "loses"}, load("submit", "producers=1"), short)
	if err == nil || !strings.Contains(err.Error(), "no answer within 1s") {
		t.Errorf("a peer that loses a task: %v", err)
	}
}

// The same loop without a fault is measured.
func TestTheHonestLoopOfTheCheatIsMeasured(t *testing.T) {
	figures, err := world.Take(t.Context(), []string{os.Args[0], cheatCommand, "no trick"}, load("submit", "producers=1"), brief)
	if err != nil || figures[""] <= 0 {
		t.Errorf("%v, %v", figures, err)
	}
}

func TestTimersAreChecked(t *testing.T) {
	parts := "schedule_ns=1 cancel_ns=1 fire_ns=1 "
	for answer, want := range map[string]string{
		"ok " + parts + "cancelled=9 early=0 counts=10 sums=1":  "cancelled=9, not 10",
		"ok " + parts + "cancelled=10 early=1 counts=10 sums=1": "early=1, not 0",
		"ok " + parts + "cancelled=10 early=0 counts=11 sums=1": "of the 10 tasks of producer 0 11 ran",
		"ok " + parts + "cancelled=10 early=0 counts=10 sums=1": "sums=1, not",
		"ok " + parts + "cancelled=10 counts=10 sums=1":         "no early",
	} {
		_, err := world.Take(t.Context(), []string{os.Args[0], cheatCommand, answer}, load("timers", "count=10"), brief)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: the error is %v, want one with %q", answer, err, want)
		}
	}
}

func TestAPeerThatDiesIsAReason(t *testing.T) {
	for _, argv := range [][]string{{"/no/such/program"}, {os.Args[0], "-test.run=^$"}} {
		_, err := world.Take(t.Context(), argv, load("submit"), brief)
		if _, refused := errors.AsType[*runner.MissingError](err); err == nil || refused {
			t.Errorf("%v: %v, want a failure", argv, err)
		}
	}
}

// The reason of a peer that cannot be started is that of the system, and no other.
func TestAPeerThatCannotBeStartedIsAReason(t *testing.T) {
	_, err := world.Take(t.Context(), []string{filepath.Join(t.TempDir(), "gone")}, load("submit", "producers=1"), brief)
	if !errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), "already closed") {
		t.Errorf("it says %v", err)
	}
}
