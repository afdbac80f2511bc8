package result

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the rules of a document beyond its JSON form. Read and Write both apply them, so
// every stored document follows them.

var (
	// namePattern is the form of the names of contestants, workloads and parameters. Names become
	// parts of keys, file names and benchmark names.
	namePattern = regexp.MustCompile(`^[a-z0-9]+([-_.][a-z0-9]+)*$`)
	// valuePattern is the form of a parameter's value: printable, without the separators of a key.
	valuePattern = regexp.MustCompile(`^[^\s/=,\pC]+$`)

	kinds = []string{string(contest.Champion), string(contest.Design), string(contest.Peer), string(contest.Floor), string(contest.Control),
		string(contest.Ablation)}
	modes = []string{"quick", "full"}
)

// Validate returns the first violation of a rule, as an error that matches ErrInvalid (or
// ErrForeign, ErrVersion) and names the place. Violations are unknown or duplicate names, values
// that are negative, above 1e18 or not numbers, percentiles that fall, a histogram that contradicts its
// percentiles, and a cell with neither samples nor a reason.
func (d *Document) Validate() error {
	if d.Format != Format {
		return fmt.Errorf("%w: its format is %q instead of %q", ErrForeign, d.Format, Format)
	}
	if err := checkVersion(d.Version); err != nil {
		return err
	}
	for _, check := range []func() error{d.checkRun, d.checkNames, d.checkCells} {
		if err := check(); err != nil {
			return fmt.Errorf("%w: %w", ErrInvalid, err)
		}
	}
	return nil
}

func (d *Document) checkRun() error {
	e := d.Environment
	switch {
	case !slices.Contains(modes, d.Mode):
		return fmt.Errorf("mode is %q; it must be one of %s", d.Mode, strings.Join(modes, ", "))
	case d.Rounds < 1 || d.Rounds > MostRounds:
		return fmt.Errorf("rounds is %d; it must be 1 to %d", d.Rounds, MostRounds)
	case d.Started.IsZero() || d.Finished.IsZero():
		return fmt.Errorf("started and finished must both be set")
	case d.Finished.Before(d.Started):
		return fmt.Errorf("the run finished (%s) before it started (%s); was the clock set back?", d.Finished, d.Started)
	case e.Cores < 0 || e.GOMAXPROCS < 0:
		return fmt.Errorf("environment: cores (%d) and gomaxprocs (%d) must not be negative", e.Cores, e.GOMAXPROCS)
	}
	for i, look := range d.Looks {
		switch {
		case look < 1 || look > MostRounds:
			return fmt.Errorf("looks[%d] is %d; it must be 1 to %d", i, look, MostRounds)
		case i > 0 && look <= d.Looks[i-1]:
			return fmt.Errorf("looks[%d] is %d after %d; looks are numbers of rounds that rise", i, look, d.Looks[i-1])
		}
	}
	for _, again := range d.Repeated {
		if err := cmp.Or(checkRound(again.Round, d.Rounds), amount("repeated: drift", again.Drift)); err != nil {
			return err
		}
	}
	return cmp.Or(
		amount("environment: cpu_quota", e.CPUQuota),
		amount("environment: load_at_start", e.LoadAtStart),
	)
}

func (d *Document) checkNames() error {
	seen := map[string]bool{}
	for _, c := range d.Contestants {
		switch {
		case !namePattern.MatchString(c.Name):
			return fmt.Errorf("contestant %q: a name has lower-case letters, digits and hyphens", c.Name)
		case seen[c.Name]:
			return fmt.Errorf("contestant %q is listed twice", c.Name)
		case !slices.Contains(kinds, c.Kind):
			return fmt.Errorf("contestant %q has the kind %q; it must be one of %s", c.Name, c.Kind, strings.Join(kinds, ", "))
		}
		seen[c.Name] = true
	}
	clear(seen)
	for _, w := range d.Workloads {
		switch {
		case !namePattern.MatchString(w.Name):
			return fmt.Errorf("workload %q: a name has lower-case letters, digits and hyphens", w.Name)
		case seen[w.Name]:
			return fmt.Errorf("workload %q is listed twice", w.Name)
		case w.Unit == "":
			return fmt.Errorf("workload %q has no unit, so its figures mean nothing", w.Name)
		}
		seen[w.Name] = true
	}
	return nil
}

func (d *Document) checkCells() error {
	var contestants, workloads []string
	for _, c := range d.Contestants {
		contestants = append(contestants, c.Name)
	}
	for _, w := range d.Workloads {
		workloads = append(workloads, w.Name)
	}
	seen := make(map[string]bool, len(d.Cells))
	for i := range d.Cells {
		cell := &d.Cells[i]
		if err := cmp.Or(
			known("contestant", cell.Contestant, contestants),
			known("workload", cell.Workload, workloads),
			checkParams(cell.Params),
		); err != nil {
			return fmt.Errorf("cell %d (%q): %w", i, cell.Key(), err)
		}
		if seen[cell.Key()] {
			return fmt.Errorf("cell %s is there twice", cell.Key())
		}
		seen[cell.Key()] = true
		if err := cell.check(d.Rounds); err != nil {
			return fmt.Errorf("cell %s: %w", cell.Key(), err)
		}
	}
	return nil
}

func known(what, name string, among []string) error {
	if slices.Contains(among, name) {
		return nil
	}
	if nearest, ok := Nearest(name, among); ok {
		return fmt.Errorf("the document does not list the %s %q; did you mean %q?", what, name, nearest)
	}
	return fmt.Errorf("the document does not list the %s %q", what, name)
}

func checkParams(params map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(params)) {
		switch value := params[name]; {
		case !namePattern.MatchString(name):
			return fmt.Errorf("parameter %q: a name has lower-case letters, digits and hyphens", name)
		case name == "impl":
			return fmt.Errorf("a parameter must not be called impl, which names the contestant in a key")
		case !valuePattern.MatchString(value):
			return fmt.Errorf("parameter %s has the value %q; a value is printable and has no space, slash, comma or equals sign", name, value)
		}
	}
	return nil
}

func (c *Cell) check(rounds int) error {
	switch {
	case c.Missing != "" && (len(c.Samples) > 0 || c.Failed()):
		return fmt.Errorf("it is called missing (%s), but has samples or failures", c.Missing)
	case c.Missing == "" && len(c.Samples) == 0 && !c.Failed():
		return fmt.Errorf("it has neither samples nor a failure nor a reason why it is missing")
	}
	for _, f := range c.Failures {
		if f.Reason == "" {
			return fmt.Errorf("round %d failed without a reason", f.Round)
		}
		if err := checkRound(f.Round, rounds); err != nil {
			return err
		}
	}
	seen := make(map[int]bool, len(c.Samples))
	for _, s := range c.Samples {
		if err := checkRound(s.Round, rounds); err != nil {
			return err
		}
		if seen[s.Round] {
			return fmt.Errorf("round %d has two samples; a round measures each cell once", s.Round)
		}
		seen[s.Round] = true
		if err := s.check(); err != nil {
			return fmt.Errorf("round %d: %w", s.Round, err)
		}
	}
	return nil
}

func checkRound(round, rounds int) error {
	if round < 0 || round >= rounds {
		return fmt.Errorf("round %d is not one of the %d rounds, which are counted from 0", round, rounds)
	}
	return nil
}

func (s Sample) check() error {
	if s.Ops < 0 {
		return fmt.Errorf("ops is %d; it must not be negative", s.Ops)
	}
	if err := cmp.Or(
		amount("value", s.Value),
		amount("wall_seconds", s.WallSeconds),
		amount("cpu_seconds", s.CPUSeconds),
		amount("allocs_per_op", s.AllocsPerOp),
		amount("bytes_per_op", s.BytesPerOp),
	); err != nil {
		return err
	}
	if s.Latency == nil {
		return nil
	}
	if err := s.Latency.check(); err != nil {
		return fmt.Errorf("latency: %w", err)
	}
	return nil
}

// mostAmount is the largest number that a document can have. As nanoseconds it is 31 years, as bytes
// more than any machine has.
const mostAmount = 1e18

// amount reports whether a number can be measured: not negative, not too large, not NaN.
func amount(name string, v float64) error {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return fmt.Errorf("%s is %v instead of a number", name, v)
	case v < 0:
		return fmt.Errorf("%s is %v; it must not be negative", name, v)
	case v > mostAmount:
		return fmt.Errorf("%s is %v; it must be at most %v", name, v, mostAmount)
	}
	return nil
}
