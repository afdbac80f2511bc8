package register_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/examples/register"
	"github.com/wakeful-go/wakeful/sim"
)

// model is a register: a Get returns the last Set. The input is the value of a Set, and "" for a
// Get.
var model = porcupine.Model{
	Init: func() any { return "" },
	Step: func(state, input, output any) (bool, any) {
		if input != "" {
			return true, input
		}
		return output == nil || output == state, state
	},
}

// TestLinearizable runs three replicas and three clients in worlds with delays, resets and
// partitions. With REGISTER_MISTAKE=1 the clients have the mistake.
func TestLinearizable(t *testing.T) {
	sim.Run(t, 1000, func(w *sim.World) {
		w.Net().Faults(sim.Jitter(30*time.Millisecond), sim.Reset(0.1), sim.SplitReads())
		var replicas []*wakeful.Loop
		var addresses []string
		for i := range 3 {
			name := fmt.Sprint("replica", i)
			l := w.Loop(name)
			if err := register.Serve(l, ":1", func(_ net.Addr, err error) {
				if err != nil {
					w.Fail("serve: %w", err)
				}
			}); err != nil {
				w.Fail("serve: %w", err)
			}
			replicas, addresses = append(replicas, l), append(addresses, name+":1")
		}
		history := w.History()
		var clients []*wakeful.Loop
		for i := range 3 {
			l := w.Loop(fmt.Sprint("client", i))
			clients = append(clients, l)
			_ = l.Submit(func() { use(w, l, i, register.NewClient(l, i, addresses), history) })
		}
		var cut func()
		cut = func() { // some clients and replicas do not reach each other for a while
			w.Heal()
			for range w.Rand().IntN(4) {
				w.Partition(clients[w.Rand().IntN(3)], replicas[w.Rand().IntN(3)])
			}
			w.After(time.Duration(w.Rand().IntN(700))*time.Millisecond, cut)
		}
		cut()
		w.For(8 * time.Second)
		if err := history.Check(model); err != nil {
			w.Fail("the register: %w", err)
		}
	})
}

// use has a client use the register now and then.
func use(w *sim.World, l *wakeful.Loop, number int, c *register.Client, history *sim.History) {
	c.SkipWriteBack = os.Getenv("REGISTER_MISTAKE") != ""
	var next func()
	later := func() { _, _ = l.AfterFunc(time.Duration(1+w.Rand().IntN(300))*time.Millisecond, next) }
	sets := 0
	next = func() {
		if w.Rand().IntN(3) > 0 {
			returned := history.Call(number, "")
			c.Get(func(value string, err error) {
				if err == nil {
					returned(value)
				}
				later()
			})
			return
		}
		sets++
		value := fmt.Sprintf("%d of client %d", sets, number)
		returned := history.Call(number, value)
		c.Set(value, func(err error) {
			if err == nil {
				returned("done")
			}
			later()
		})
	}
	later()
}

// TestMistake shows that the simulation finds the mistake.
func TestMistake(t *testing.T) {
	began := time.Now()
	output := mistake(t)
	t.Logf("found after %v:\n%s", time.Since(began).Round(time.Millisecond), output)
}

// TestMistakeInDocument shows that docs/simulation.md has what the test prints, as far as it does not
// depend on how many smaller cases were tried.
func TestMistakeInDocument(t *testing.T) {
	document, err := os.ReadFile("../../docs/simulation.md")
	if err != nil {
		t.Fatal(err)
	}
	_, printed, _ := strings.Cut(mistake(t, "WAKEFUL_SIM_SEEDS=2-2"), "seed 2")
	lines := strings.SplitN(printed, "\n", 3)
	for _, want := range []string{"seed 2" + lines[0], lines[1]} {
		if want = strings.TrimSpace(want); !strings.Contains(string(document), want) {
			t.Errorf("docs/simulation.md does not have %q", want)
		}
	}
}

// mistake runs TestLinearizable with the mistake, and returns what it prints.
func mistake(t *testing.T, environment ...string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestLinearizable$") //nolint:gosec // it is this program
	cmd.Env = append(append(os.Environ(), "REGISTER_MISTAKE=1"), environment...)
	output, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(output), "is not linearizable") {
		t.Fatalf("the simulation has not found the mistake: %v\n%s", err, output)
	}
	return string(output)
}

// TestPlain is what a plain test would do. It passes with the mistake as well.
func TestPlain(t *testing.T) {
	for _, mistake := range []bool{false, true} {
		l, err := wakeful.New()
		if err != nil {
			t.Fatal(err)
		}
		listening := make(chan net.Addr)
		for range 3 {
			err := register.Serve(l, "127.0.0.1:0", func(a net.Addr, err error) {
				if err != nil {
					t.Error(err)
				}
				go func() { listening <- a }()
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		go func() { _ = l.Run(context.Background()) }()
		var addresses []string
		for range 3 {
			addresses = append(addresses, fmt.Sprint(<-listening))
		}
		got := make(chan string)
		_ = l.Submit(func() {
			c := register.NewClient(l, 1, addresses)
			c.SkipWriteBack = mistake
			var try func()
			try = func() {
				c.Set("a value", func(err error) {
					if err != nil { // not connected yet
						_, _ = l.AfterFunc(10*time.Millisecond, try)
						return
					}
					c.Get(func(value string, err error) { got <- fmt.Sprint(value, err) })
				})
			}
			try()
		})
		if value := <-got; value != "a value<nil>" {
			t.Errorf("got %s", value)
		}
		if err := l.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	}
}
