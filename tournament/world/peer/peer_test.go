package peer_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/world/peer"
)

// The checksum is that of docs/peer-protocol.md, computed by hand for two tasks.
func TestTheChecksumByHand(t *testing.T) {
	sum := uint32(7) ^ 1
	sum *= 16777619 // task 0, which changes no bit before it
	sum = (sum ^ 1) * 16777619
	if got := peer.Expected(7, 1, 2); got != sum {
		t.Errorf("two tasks of producer 1 with the seed 7: %d, want %d", got, sum)
	}
}

func TestTheChecksumTellsOrdersApart(t *testing.T) {
	const n = 1500
	right := peer.Expected(3, 0, n)
	for swapped := range n - 1 {
		sum := peer.Seed(3, 0)
		for i := range n {
			switch i {
			case swapped:
				sum = peer.Step(sum, (i+1)%peer.Numbers)
			case swapped + 1:
				sum = peer.Step(sum, (i-1)%peer.Numbers)
			default:
				sum = peer.Step(sum, i%peer.Numbers)
			}
		}
		if sum == right {
			t.Fatalf("tasks %d and %d change places, and the checksum is the same", swapped, swapped+1)
		}
	}
}

func TestBuckets(t *testing.T) {
	for v, want := range map[int64]int64{-5: 0, 0: 0, 1: 1, 63: 63, 64: 64, 65: 64, 127: 126, 1000: 992, 1 << 40: 1 << 40, 1<<40 + 5: 1 << 40} {
		if got := peer.Bucket(v); got != want {
			t.Errorf("%d is in bucket %d, want %d", v, got, want)
		}
	}
}

func TestSharesAddUp(t *testing.T) {
	for _, producers := range []int{1, 2, 3, 8, 33} {
		for _, n := range []int{0, 1, 7, 32, 1000} {
			sum := 0
			for p := range producers {
				sum += peer.Share(n, producers, p)
			}
			if sum != n {
				t.Errorf("%d producers share %d of %d", producers, sum, n)
			}
		}
	}
}

// refusing is a loop that rejects everything.
type refusing struct{}

func (refusing) Submit(func()) error            { return errors.New("full") }
func (refusing) Shutdown(context.Context) error { return nil }

// Every request gets one answer of one line.
func TestEveryRequestHasAnAnswer(t *testing.T) {
	p := peer.Peer{Name: "p", Version: "1", NewLoop: func() (peer.Loop, error) { return refusing{}, nil }}
	for requests, want := range map[string]string{
		"":                                       "failed",
		"dance":                                  "failed",
		"run n=1 seed=1":                         "failed",
		"start workload=submit producers=x":      "failed",
		"start workload=submit producers=0":      "refused",
		"start workload=trip wait=long":          "refused",
		"start workload=timers":                  "refused",
		"start workload=echo":                    "refused",
		"start workload=submit\nrun n=1 seed=-1": "failed",
		"start workload=submit\nrun n=0 seed=1":  "failed",
		"start workload=submit\nrun n=9 seed=1":  "failed",
		"start workload=submit\nstart workload=trip wait=block": "failed",
		"hello": "ok protocol=1 peer=p version=1",
	} {
		var out strings.Builder
		if err := peer.Serve(strings.NewReader(requests+"\nstop\n"), &out, p); err != nil {
			t.Errorf("%q: %v", requests, err)
		}
		answers := strings.Split(strings.TrimSpace(out.String()), "\n")
		if len(answers) != strings.Count(requests, "\n")+2 || !strings.HasPrefix(answers[len(answers)-2], want) {
			t.Errorf("%q is answered by %q, want %s before the answer to stop", requests, answers, want)
		}
	}
}

func ExampleServe() {
	requests := strings.NewReader("hello\nstop\n")
	var answers strings.Builder
	if err := peer.Serve(requests, &answers, peer.Peer{Name: "mine", Version: "1"}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(answers.String())
	// Output:
	// ok protocol=1 peer=mine version=1
	// ok executed=0
}
