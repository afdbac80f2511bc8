package peers_test

import (
	"context"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/lineup"
	"github.com/wakeful-go/wakeful/tournament/peers"
)

// running starts the peer of that name; the test's end shuts it down.
func running(t *testing.T, name string) contest.Loop {
	t.Helper()
	entry, err := lineup.Find(peers.Entries(), name)
	if err != nil {
		t.Fatal(err)
	}
	loop, err := entry.New()
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- loop.Run(context.Background()) }()
	t.Cleanup(func() {
		if err := loop.Shutdown(context.Background()); err != nil {
			t.Errorf("Shutdown: %v", err)
		}
		if err := <-ended; err != nil {
			t.Errorf("Run: %v", err)
		}
	})
	return loop
}

// Closures of one function over different variables must not be taken for one
// another, although their code is the same.
func TestEachClosureRunsForItself(t *testing.T) {
	loops := 0
	for _, entry := range peers.Entries() {
		if !entry.Can.Has(contest.Loops) {
			continue
		}
		loops++
		t.Run(entry.Name, func(t *testing.T) {
			loop := running(t, entry.Name)
			const closures = 100
			var ran [closures]int
			done := make(chan struct{})
			for round := range 3 {
				for i := range closures {
					submit(t, loop, func() { ran[i]++ })
				}
				same := func() { ran[0]++ }
				for range round {
					submit(t, loop, same)
				}
			}
			submit(t, loop, func() { close(done) })
			<-done
			for i, n := range ran {
				want := 3
				if i == 0 {
					want = 3 + 0 + 1 + 2
				}
				if n != want {
					t.Errorf("closure %d ran %d times, want %d", i, n, want)
				}
			}
		})
	}
	if loops < 2 {
		t.Errorf("only %d peers are loops", loops)
	}
}

func submit(t *testing.T, loop contest.Loop, task func()) {
	t.Helper()
	if err := loop.Submit(task); err != nil {
		t.Fatalf("Submit: %v", err)
	}
}

// The wrappers add no allocation of their own to the Submit of a ready function:
// the one of goja_nodejs is the module's.
func TestAllocationsOfSubmit(t *testing.T) {
	for name, want := range map[string]float64{"goja_nodejs": 1, "channel": 0} {
		t.Run(name, func(t *testing.T) {
			loop := running(t, name)
			done := make(chan struct{}, 1)
			task := func() { done <- struct{}{} }
			got := testing.AllocsPerRun(1000, func() {
				submit(t, loop, task)
				<-done
			})
			if got != want {
				t.Errorf("a Submit allocates %v times, want %v", got, want)
			}
		})
	}
}

func TestMessagesArriveInOrder(t *testing.T) {
	for _, name := range []string{"goja_nodejs", "wakeful"} {
		t.Run(name, func(t *testing.T) {
			messenger, ok := running(t, name).(contest.Messenger)
			if !ok {
				t.Fatal("the peer has no Messages")
			}
			const n = 1000
			var next uint64
			done := make(chan struct{})
			send, err := messenger.Messages(func(value uint64) {
				if value != next {
					t.Errorf("value %d was handled when %d was due", value, next)
				}
				if next++; next == n {
					close(done)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			for value := range uint64(n) {
				if err := send(value); err != nil {
					t.Fatalf("sending %d: %v", value, err)
				}
			}
			<-done
		})
	}
}
