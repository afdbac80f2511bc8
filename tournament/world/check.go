package world

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/world/peer"
)

// This file owns what makes a peer's figure valid: every run is checked, the warm-ups
// included. A peer that loses, doubles or reorders a task has no figure.

// performer runs operations on a peer and checks what it reports.
type performer struct {
	process  *Process
	workload string
	parties  int   // producers
	executed int64 // what the peer must have executed by now
}

// outcome is one checked run.
type outcome struct {
	n         int
	elapsed   time.Duration
	answer    Answer
	histogram peer.Histogram
}

// run performs n operations.
func (p *performer) run(verb string, n int) (outcome, error) {
	seed := rand.Uint32() // so that an earlier answer does not fit
	a, err := p.process.Ask(verb + " n=" + strconv.Itoa(n) + " seed=" + strconv.FormatUint(uint64(seed), 10))
	if err != nil {
		return outcome{}, err
	}
	o := outcome{n: n, answer: a}
	switch p.workload {
	case "timers":
		err = p.checkTimers(a, n, seed)
	case "loops":
		err = p.checkCounts(a, []int{n})
	default:
		err = p.checkTasks(a, n, seed)
	}
	if err != nil {
		return outcome{}, err
	}
	if p.workload != "timers" {
		ns, err := a.Number("ns")
		if err != nil {
			return outcome{}, err
		}
		if ns <= 0 {
			return outcome{}, fmt.Errorf("%d operations took %d ns: that cannot be", n, ns)
		}
		o.elapsed = time.Duration(ns)
	}
	if verb == "histogram" {
		o.histogram, err = readHistogram(a["histogram"], n)
	}
	return o, err
}

func (p *performer) checkTasks(a Answer, n int, seed uint32) error {
	shares := make([]int, p.parties)
	for i := range shares {
		shares[i] = peer.Share(n, p.parties, i)
	}
	if err := p.checkCounts(a, shares); err != nil {
		return err
	}
	sums, err := a.numbers("sums")
	if err != nil {
		return err
	}
	if len(sums) != p.parties {
		return fmt.Errorf("the answer has %d checksums for %d producers", len(sums), p.parties)
	}
	for i, sum := range sums {
		if want := peer.Expected(seed, i, shares[i]); sum != int64(want) {
			return fmt.Errorf("the %d tasks of producer %d did not run once each in their order: the checksum is %d, not %d", shares[i], i, sum, want)
		}
	}
	return nil
}

func (p *performer) checkCounts(a Answer, want []int) error {
	counts, err := a.numbers("counts")
	if err != nil {
		return err
	}
	if len(counts) != len(want) {
		return fmt.Errorf("the answer has %d counts for %d producers", len(counts), len(want))
	}
	for i, count := range counts {
		if count != int64(want[i]) {
			return fmt.Errorf("of the %d tasks of producer %d %d ran", want[i], i, count)
		}
		p.executed += count
	}
	return nil
}

func (p *performer) checkTimers(a Answer, n int, seed uint32) error {
	if err := p.checkCounts(a, []int{n}); err != nil {
		return err
	}
	for _, field := range []struct {
		key  string
		want int64
	}{{"cancelled", int64(n)}, {"early", 0}, {"sums", int64(peer.ExpectedFires(seed, n))}} {
		got, err := a.Number(field.key)
		if err != nil {
			return err
		}
		if got != field.want {
			return fmt.Errorf("%d timers: the answer has %s=%d, not %d", n, field.key, got, field.want)
		}
	}
	return nil
}

// stop ends the peer and checks that it ran nothing that it did not report.
func (p *performer) stop() error {
	executed, err := p.process.Stop()
	if err == nil && executed != p.executed {
		err = fmt.Errorf("the peer executed %d tasks in all and was given %d", executed, p.executed)
	}
	return err
}

// readHistogram reads BUCKET:COUNT,... of n values.
func readHistogram(text string, n int) (peer.Histogram, error) {
	if text == "" {
		return nil, errors.New("the answer has no histogram")
	}
	h, total := peer.Histogram{}, int64(0)
	for part := range strings.SplitSeq(text, ",") {
		low, count, ok := strings.Cut(part, ":")
		bucket, err := strconv.ParseInt(low, 10, 64)
		times, err2 := strconv.ParseInt(count, 10, 64)
		if !ok || err != nil || err2 != nil || bucket < 0 || times < 1 || bucket != peer.Bucket(bucket) {
			return nil, fmt.Errorf("the histogram has the part %q, which is not BUCKET:COUNT", part)
		}
		h[bucket] += times
		total += times
	}
	if total != int64(n) {
		return nil, fmt.Errorf("the histogram has %d values of %d", total, n)
	}
	return h, nil
}
