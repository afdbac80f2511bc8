package runner

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file continues an interrupted run.

// resume takes over the samples of an interrupted run. One document must not mix samples of two
// machines or two versions.
func (r *run) resume(before *result.Document) error {
	if err := SameConditions(before.Environment, r.Environment); err != nil {
		return err
	}
	if err := r.sameRun(before); err != nil && !r.Extend {
		return err
	}
	r.doc.Started, r.doc.Command = before.Started, before.Command
	// The cells of a document are not in the order of a plan.
	place := func(c result.Contestant) int {
		at := slices.IndexFunc(before.Contestants, func(then result.Contestant) bool { return then.Name == c.Name })
		if at < 0 {
			return len(before.Contestants)
		}
		return at
	}
	slices.SortStableFunc(r.doc.Contestants, func(a, b result.Contestant) int { return cmp.Compare(place(a), place(b)) })
	r.doc.Repeated = slices.Clone(before.Repeated)
	r.doc.Environment.LoadAtStart = max(r.doc.Environment.LoadAtStart, before.Environment.LoadAtStart)
	measured := before.ByKey()
	for i := range r.doc.Cells {
		cell := &r.doc.Cells[i]
		if then := measured[cell.Key()]; then != nil && cell.Missing == "" {
			cell.Samples = slices.Clone(then.Samples)
			cell.Failures = slices.Clone(then.Failures)
		}
	}
	return nil
}

// sameRun returns how the interrupted run was planned in another way, or nil.
func (r *run) sameRun(before *result.Document) error {
	// A document of a run that looks at its figures says how many rounds were measured, and not how
	// many there may be, once only its lanes are missing. The looks, which are compared below, say
	// the latter.
	otherRounds := len(r.Looks) == 0 && before.Rounds != r.Rounds
	if otherRounds || before.Seed != r.Seed || before.Mode != string(r.Mode) {
		return fmt.Errorf("runner: the interrupted run was %s with %d rounds and seed %d, not %s with %d and %d",
			before.Mode, before.Rounds, before.Seed, r.Mode, r.Rounds, r.Seed)
	}
	if !slices.Equal(before.Looks, r.Looks) {
		return fmt.Errorf("runner: the interrupted run looked at its figures after %v rounds, not after %v", before.Looks, r.Looks)
	}
	return nil
}

// SameConditions names the first difference that makes samples of two runs
// incomparable. It is nil if there is none.
func SameConditions(then, now result.Environment) error {
	for _, d := range []struct {
		what      string
		then, now any
	}{
		{"commit", cmp.Or(then.Commit, "unknown"), cmp.Or(now.Commit, "unknown")},
		{"Go version", then.GoVersion, now.GoVersion},
		{"CPU", then.CPU, now.CPU},
		{"number of cores", then.Cores, now.Cores},
		{"GOMAXPROCS", then.GOMAXPROCS, now.GOMAXPROCS},
		{"CPU quota", then.CPUQuota, now.CPUQuota},
		{"kernel", then.Kernel, now.Kernel},
	} {
		if d.then != d.now {
			return fmt.Errorf("runner: the interrupted run had another %s (%v, now %v); samples of both must not be mixed: start a new run", d.what, d.then, d.now)
		}
	}
	if !maps.Equal(then.Modules, now.Modules) {
		return errors.New("runner: the interrupted run had other versions of the modules; samples of both must not be mixed: start a new run")
	}
	return nil
}
