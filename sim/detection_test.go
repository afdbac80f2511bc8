//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package sim_test

// What a world finds in a program that cannot be repeated: callbacks that block, goroutines, and the
// real clock.

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/sim"
)

// The world names what a program does that cannot be repeated.
func TestDetection(t *testing.T) {
	for want, scenario := range map[string]func(*sim.World, *wakeful.Loop){
		"has blocked for 1s": func(_ *sim.World, l *wakeful.Loop) {
			_ = l.Submit(func() { time.Sleep(time.Second) }) //nolint:forbidigo // simulated time
		},
		"the goroutine of github.com/wakeful-go/wakeful/sim_test.TestDetection": func(_ *sim.World, l *wakeful.Loop) {
			_ = l.Submit(func() {
				go func() {
					time.Sleep(time.Second) //nolint:forbidigo // simulated time
					_ = l.Submit(func() {})
				}()
			})
		},
		"has panicked": func(_ *sim.World, l *wakeful.Loop) { _ = l.Submit(func() { panic("oh") }) },
		"some callback submits itself": func(w *sim.World, l *wakeful.Loop) {
			sim.MaxInstant(w, 1000)
			var again func()
			again = func() { _ = l.Submit(again) }
			again()
		},
		"two is late: not yet": func(w *sim.World, _ *wakeful.Loop) {
			w.Eventually("one", time.Second, func() error { return nil })
			w.Eventually("two is late", time.Second, func() error { return errors.New("not yet") })
		},
		"less than a second: it is 2s": func(w *sim.World, l *wakeful.Loop) {
			_, _ = l.AfterFunc(2*time.Second, func() {})
			w.Always("less than a second", func() error {
				if w.Elapsed() >= time.Second {
					return fmt.Errorf("it is %v", w.Elapsed())
				}
				return nil
			})
		},
		"and not to a callback": func(w *sim.World, l *wakeful.Loop) {
			_ = l.Submit(func() { w.For(time.Second) })
		},
	} {
		t.Run(want, func(t *testing.T) {
			got := failure(t, 1, func(w *sim.World) {
				scenario(w, w.Loop("one"))
				w.For(3 * time.Second)
			})
			if !strings.Contains(got, want) {
				t.Errorf("the failure is %q", got)
			}
		})
	}
}

// When a failure is run again, it names the function that blocks, and not one of another world that runs at the
// same time.
func TestBlockedCallbackIsNamed(t *testing.T) {
	inside, release := make(chan struct{}), make(chan struct{})
	var other sync.WaitGroup
	other.Go(func() {
		sim.Trace(t, 1, func(w *sim.World) {
			_ = w.Loop("one").Submit(func() {
				close(inside)
				<-release
			})
			w.For(time.Second)
		})
	})
	<-inside
	defer other.Wait()
	defer close(release)
	trace := sim.Trace(t, 1, func(w *sim.World) {
		_ = w.Loop("one").Submit(sleeps)
		w.For(3 * time.Second)
	})
	if want := "of simulated time, in github.com/wakeful-go/wakeful/sim_test.sleeps ("; !strings.Contains(trace, want) {
		t.Errorf("the trace has no %q:\n%s", want, trace)
	}
}

func sleeps() { time.Sleep(time.Second) } //nolint:forbidigo // simulated time

// blocking are callbacks that never return.
var blocking = map[string]func(){
	"channel": blocksOnAChannel,
	"lock":    blocksOnALock,
}

func blocksOnAChannel() { <-make(chan int) }

func blocksOnALock() {
	var mu sync.Mutex
	mu.Lock()
	mu.Lock() // nobody unlocks it
}

// TestBlocking is run by TestBlockingForEverIsNamed.
func TestBlocking(t *testing.T) {
	block := blocking[os.Getenv("SIM_TEST_BLOCKING")]
	if block == nil {
		return
	}
	sim.LongestCallback(200 * time.Millisecond)
	sim.Run(t, 1, func(w *sim.World) {
		_ = w.Loop("one").Submit(block)
		w.For(time.Second)
	})
}

// A callback that blocks for ever ends the program with its stack, whether it waits for something of
// the world or for a lock, during which no time passes.
func TestBlockingForEverIsNamed(t *testing.T) {
	for name, want := range map[string]string{
		"channel": "seed 1: a callback blocks for ever",
		"lock":    "has not returned for 200ms of real time",
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command(os.Args[0], "-test.run=^TestBlocking$") //nolint:gosec // it is this program
			cmd.Env = append(os.Environ(), "SIM_TEST_BLOCKING="+name)
			output, err := cmd.CombinedOutput()
			_, stack, found := strings.Cut(string(output), want)
			if function := "sim_test.blocksOnA" + strings.ToUpper(name[:1]) + name[1:]; err == nil || !found || !strings.Contains(stack, function) {
				t.Errorf("want %q and %s; got %v:\n%s", want, function, err, output)
			}
		})
	}
}

// time.Now is the world's. A program that reads the system's clock past package time does something
// else in each run, which Replay finds.
func TestRealClockIsFound(t *testing.T) {
	got := sim.Differs(t, 1, func(w *sim.World) {
		_, _ = w.Loop("one").AfterFunc(time.Second, func() {
			var now syscall.Timeval
			if err := syscall.Gettimeofday(&now); err != nil {
				w.Fail("%w", err)
			}
			w.Logf("the clock says %d.%06d", now.Sec, now.Usec)
		})
		w.For(time.Minute)
	})
	if n := strings.Count(got, "the clock says"); n != 2 {
		t.Errorf("the lines are not in %s", got)
	}
}
