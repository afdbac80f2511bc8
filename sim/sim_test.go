//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package sim_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/sim"
	"github.com/wakeful-go/wakeful/stream"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// failure runs one seed and returns why it has failed, "" if it has not.
func failure(t *testing.T, seed uint64, scenario func(*sim.World)) string {
	t.Helper()
	_, _, message := sim.Simulate(t, seed, scenario)
	return message
}

// pair has a client connect to a server, and calls the functions with the two ends.
func pair(w *sim.World, server, client *wakeful.Loop, serve, use func(*stream.Conn)) {
	err := stream.Listen(server, "tcp", ":80", func(l *stream.Listener, err error) {
		if err == nil {
			err = l.OnAccept(serve)
		}
		if err != nil {
			w.Fail("listen: %w", err)
		}
	})
	if err != nil {
		w.Fail("listen: %w", err)
	}
	_, err = stream.Dial(client, "tcp", "server:80", 0, func(c *stream.Conn, err error) {
		if err != nil {
			w.Fail("dial: %w", err)
			return
		}
		use(c)
	})
	if err != nil {
		w.Fail("dial: %w", err)
	}
}

func echo(c *stream.Conn) { _ = c.OnData(func(p []byte) { _, _ = c.Write(p) }) }

func TestEcho(t *testing.T) {
	sim.Run(t, 100, func(w *sim.World) {
		w.Net().Faults(sim.Jitter(time.Millisecond), sim.SplitReads(), sim.SplitWrites())
		got := ""
		pair(w, w.Loop("server"), w.Loop("client"), echo, func(c *stream.Conn) {
			_ = c.OnData(func(p []byte) { got += string(p) })
			_, _ = c.Write([]byte("hello, world"))
		})
		w.For(time.Second)
		if got != "hello, world" {
			w.Fail("got %q", got)
		}
	})
}

// Delay and Bandwidth decide when a message arrives.
func TestDelay(t *testing.T) {
	for name, test := range map[string]struct {
		faults []sim.Fault
		bytes  int
		from   time.Duration
		to     time.Duration
	}{
		"none":      {nil, 1, 0, 2 * time.Millisecond},
		"delay":     {[]sim.Fault{sim.Delay(time.Second)}, 1, 4 * time.Second, 4*time.Second + time.Millisecond},
		"jitter":    {[]sim.Fault{sim.Jitter(time.Second)}, 1, time.Millisecond, 4 * time.Second},
		"bandwidth": {[]sim.Fault{sim.Bandwidth(1000)}, 2000, 4 * time.Second, 4*time.Second + 10*time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			sim.Run(t, 20, func(w *sim.World) {
				w.Net().Faults(test.faults...)
				got, at := 0, time.Duration(0)
				pair(w, w.Loop("server"), w.Loop("client"), echo, func(c *stream.Conn) {
					_ = c.OnData(func(p []byte) { got, at = got+len(p), w.Elapsed() })
					_, _ = c.Write(make([]byte, test.bytes))
				})
				w.For(time.Minute)
				if got != test.bytes || at < test.from || at > test.to {
					w.Fail("%d bytes came back at %v", got, at)
				}
			})
		})
	}
}

// A share of the connections breaks, in the way that was asked for.
func TestShares(t *testing.T) {
	for name, test := range map[string]struct {
		fault sim.Fault
		want  error
	}{
		"reset":      {sim.Reset(0.5), syscall.ECONNRESET},
		"half-open":  {sim.HalfOpen(0.5), syscall.ETIMEDOUT},
		"refuse":     {sim.Refuse(0.5), syscall.ECONNREFUSED},
		"unanswered": {sim.Unanswered(0.5), syscall.ETIMEDOUT},
	} {
		t.Run(name, func(t *testing.T) {
			broken, whole := 0, 0
			for seed := range uint64(60) {
				message := failure(t, seed+1, func(w *sim.World) {
					w.Net().Faults(test.fault)
					server, client := w.Loop("server"), w.Loop("client")
					var ended error
					got := 0
					pair(w, server, client, echo, func(c *stream.Conn) {
						_ = c.OnClose(func(err error) { ended = err })
						_ = c.OnData(func(p []byte) { got += len(p) })
						_, _ = c.Write(make([]byte, 40_000))
					})
					w.For(10 * time.Minute)
					switch {
					case errors.Is(ended, test.want):
						w.Fail("broken")
					case got != 40_000:
						w.Fail("got %d bytes, and %w", got, ended)
					}
				})
				switch {
				case message == "":
					whole++
				case message == "broken" || strings.HasPrefix(message, "dial: ") && strings.Contains(message, test.want.Error()):
					broken++
				default:
					t.Errorf("seed %d: %s", seed+1, message)
				}
			}
			if broken < 15 || whole < 15 {
				t.Errorf("%d are broken and %d are whole", broken, whole)
			}
		})
	}
}

func TestPartition(t *testing.T) {
	for name, test := range map[string]struct {
		heal  time.Duration
		ended bool
	}{"healed": {20 * time.Second, false}, "too long": {200 * time.Second, true}} {
		t.Run(name, func(t *testing.T) {
			sim.Run(t, 20, func(w *sim.World) {
				server, client := w.Loop("server"), w.Loop("client")
				var ended error
				var answers []time.Duration
				pair(w, server, client, echo, func(c *stream.Conn) {
					_ = c.OnClose(func(err error) { ended = err })
					_ = c.OnData(func([]byte) { answers = append(answers, w.Elapsed()) })
					_, _ = client.AfterFunc(2*time.Second, func() { _, _ = c.Write([]byte("question")) })
				})
				w.At(time.Second, func() { w.Partition(server, client) })
				w.At(test.heal, w.Heal)
				w.For(5 * time.Minute)
				if got := errors.Is(ended, syscall.ETIMEDOUT); got != test.ended {
					w.Fail("the connection has ended with %v", ended)
				}
				if !test.ended && (len(answers) != 1 || answers[0] < test.heal) {
					w.Fail("answers at %v", answers)
				}
			})
		})
	}
}

// After Kill the peer is told. After Crash it finds out when it sends, or when TCP gives up.
func TestStop(t *testing.T) {
	for name, test := range map[string]struct {
		kill, restart bool
		from, to      time.Duration
	}{
		"kill":             {true, false, time.Second, 1100 * time.Millisecond},
		"crash":            {false, false, 140 * time.Second, 160 * time.Second},
		"crash and return": {false, true, 3 * time.Second, 5 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			sim.Run(t, 20, func(w *sim.World) {
				server, client := w.Loop("server"), w.Loop("client")
				var at time.Duration
				pair(w, server, client, echo, func(c *stream.Conn) {
					_ = c.OnClose(func(error) { at = w.Elapsed() })
					_ = c.OnData(func([]byte) {})
					_, _ = client.AfterFunc(3*time.Second, func() { _, _ = c.Write([]byte("question")) })
				})
				w.At(time.Second, func() {
					if test.kill {
						w.Kill(server)
					} else {
						w.Crash(server)
					}
				})
				if test.restart {
					w.At(2*time.Second, func() { w.Loop("server") })
				}
				w.For(time.Hour)
				if at < test.from || at > test.to {
					w.Fail("the client knows at %v", at)
				}
			})
		})
	}
}

func TestPauseAndClock(t *testing.T) {
	sim.Run(t, 20, func(w *sim.World) {
		one, two := w.Loop("one"), w.Loop("two")
		var ticks []time.Duration
		_, _ = one.Every(time.Second, func() { ticks = append(ticks, w.Elapsed()) })
		w.At(2500*time.Millisecond, func() { w.Pause(one, 2*time.Second) })
		w.Skew(two, time.Minute)
		w.For(6500 * time.Millisecond)
		if got := fmt.Sprint(ticks); got != "[1s 2s 4.5s 5s 6s]" {
			w.Fail("ticks at %s", got)
		}
		if d := w.Now(two).Sub(w.Now(one)); d != time.Minute || w.Now(one) != time.Now() {
			w.Fail("the clocks differ by %v", d)
		}
	})
}

// Work runs at a later time and may block.
func TestWork(t *testing.T) {
	sim.Run(t, 20, func(w *sim.World) {
		l := w.Loop("one")
		got, at := 0, time.Duration(0)
		_ = l.RunBlocking(context.Background(), func(context.Context) (int, error) {
			time.Sleep(time.Second) //nolint:forbidigo // simulated time
			return 42, nil
		}, func(n int, _ error) { got, at = n, w.Elapsed() })
		if !w.Until(time.Minute, func() bool { return got == 42 }) || at < time.Second || at > 1100*time.Millisecond {
			w.Fail("%d at %v", got, at)
		}
	})
}

func TestHistory(t *testing.T) {
	model := porcupine.Model{
		Init: func() any { return 0 },
		Step: func(state, input, output any) (bool, any) {
			if input != 0 {
				return true, input
			}
			return output == nil || output == state, state
		},
	}
	for want, second := range map[bool]int{true: 1, false: 0} {
		sim.Run(t, 1, func(w *sim.World) {
			h := w.History()
			set := h.Call(0, 1)
			w.For(time.Second)
			h.Call(1, 0)(1) // during the Set
			w.For(time.Second)
			h.Call(2, 0)(second)
			set("done")
			if got := h.Check(model) == nil; got != want || h.Len() != 3 {
				w.Fail("%d operations are linearizable: %v", h.Len(), got)
			}
		})
	}
}

// TestFailing is run by TestReport. It fails when a connection was reset, whatever the other faults
// do.
func TestFailing(t *testing.T) {
	if os.Getenv("SIM_TEST_FAILING") == "" {
		return
	}
	sim.Run(t, 50, func(w *sim.World) {
		w.Net().Faults(sim.Delay(time.Millisecond), sim.Jitter(time.Millisecond), sim.SplitReads(), sim.Reset(0.3), sim.Pauses(time.Second, 10*time.Millisecond))
		pair(w, w.Loop("server"), w.Loop("client"), echo, func(c *stream.Conn) {
			_ = c.OnClose(func(err error) { w.Fail("ended: %w", err) })
			_ = c.OnData(func([]byte) {})
			_, _ = c.Loop().Every(100*time.Millisecond, func() { _, _ = c.Write(make([]byte, 1000)) })
		})
		w.For(time.Minute)
	})
}

// A failure prints its seed and a command that repeats it, and finds the fault that it takes.
func TestReport(t *testing.T) {
	trace := t.TempDir() + "/sim.trace"
	run := func(environment ...string) string {
		cmd := exec.Command(os.Args[0], "-test.run=^TestFailing$") //nolint:gosec // it is this program
		cmd.Env = append(append(os.Environ(), "SIM_TEST_FAILING=1"), environment...)
		output, err := cmd.CombinedOutput()
		if err == nil {
			t.Fatalf("it has passed:\n%s", output)
		}
		return string(output)
	}
	first := run()
	for _, want := range []string{
		"seed ", "repeat it: WAKEFUL_SIM_SEED='", "go test -count=1 -run '^TestFailing$' ./sim", "faults: 1 reset",
		",-delay,-jitter,-short-reads,-pause'", "connection reset by peer",
	} {
		if !strings.Contains(first, want) {
			t.Errorf("the failure has no %q:\n%s", want, first)
		}
	}
	_, after, _ := strings.Cut(first, "repeat that: WAKEFUL_SIM_SEED='")
	seed, _, _ := strings.Cut(after, "'")
	second := run("WAKEFUL_SIM_SEED="+seed, "WAKEFUL_SIM_TRACE="+trace)
	_, want, _ := strings.Cut(first, "has faults: 1 reset: ")
	want, _, _ = strings.Cut(want, "\n")
	if !strings.Contains(second, want) {
		t.Errorf("repeated with %s:\n%s\nwant %s", seed, second, want)
	}
	if text, err := os.ReadFile(trace); err != nil || !strings.HasPrefix(string(text), "wakeful sim trace 1\tseed "+seed+"\n") {
		t.Errorf("the trace: %v, %.100s", err, text)
	}
}

func TestPlan(t *testing.T) {
	for _, text := range []string{"17", "17,-delay", "3,-reset2+,-crash1,-crash4"} {
		if got, err := sim.FormatPlan(text); got != text {
			t.Errorf("%q becomes %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "x", "1,delay", "1,-nothing", "1,-reset2x"} {
		if got, err := sim.FormatPlan(text); err == nil {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

func TestSpan(t *testing.T) {
	for text, want := range map[string][2]uint64{"1": {1, 1}, "1000": {1, 1000}, "5001-6000": {5001, 6000}} {
		if first, last, err := sim.ParseSpan(text); first != want[0] || last != want[1] || err != nil {
			t.Errorf("%q is %d to %d, %v", text, first, last, err)
		}
	}
	for _, text := range []string{"", "0", "x", "0-5", "6-5", "1-2-3", "-5"} {
		if first, last, err := sim.ParseSpan(text); err == nil {
			t.Errorf("%q is %d to %d", text, first, last)
		}
	}
}
