package result

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the rules for a document that somebody gives to the project. They find a run that
// was cut short, changed by hand, or put together from others. They cannot prove that a run took
// place: whoever invents samples with care passes them.

var commitPattern = regexp.MustCompile(`^[0-9a-f]{40}$`)

// ownClock are workloads whose value is not the timed part divided by its operations.
var ownClock = append([]string{"arrival", "gc-pause"}, mayBeNothing...)

// mayBeNothing are workloads whose value may be 0: the cores that were used, the share that failed.
var mayBeNothing = []string{"idle", "idle-cost", "cas-failures"}

const (
	// leastSamples is the number of samples that an interval needs.
	leastSamples = 6
	// timeTolerance is how far a value may be from its time and its operations. A document that is
	// made smaller has times of three digits.
	timeTolerance = 0.01
)

// CheckContribution returns the rules for contributions that a valid document breaks, each as an
// error that says what to do, joined. It is nil if there are none.
func (d *Document) CheckContribution() error {
	var broken []error
	breaks := func(breaks bool, format string, values ...any) {
		if breaks {
			broken = append(broken, fmt.Errorf(format, values...))
		}
	}
	e := d.Environment
	breaks(d.Mode != "full", "it is a %s run; make one with --full", d.Mode)
	breaks(!d.Complete, "it was interrupted; continue it with --resume")
	breaks(!commitPattern.MatchString(e.Commit), "it has no commit; run a program that was built in a clone")
	breaks(e.Dirty, "the clone had changes; commit them, or remove them, and run again")
	for name, value := range map[string]string{"processor": e.CPU, "kernel": e.Kernel, "version of Go": e.GoVersion} {
		breaks(value == "", "it does not say the %s of the machine", name)
	}
	breaks(!d.hasSamples(contest.Control), "it has no samples of controls; run all contestants")
	broken = append(broken, d.checkTimes()...)
	broken = append(broken, d.checkOrigin()...)
	slices.SortFunc(broken, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(broken...)
}

func (d *Document) hasSamples(kind contest.Kind) bool {
	of := map[string]bool{}
	for _, c := range d.Contestants {
		of[c.Name] = c.Kind == string(kind)
	}
	return slices.ContainsFunc(d.Cells, func(c Cell) bool { return of[c.Contestant] && len(c.Samples) > 0 })
}

// checkTimes compares the values with the times from which they were made, and the times with that of
// the whole run.
func (d *Document) checkTimes() (broken []error) {
	total := 0.0
	for i := range d.Cells {
		c := &d.Cells[i]
		for _, s := range c.Samples {
			total += s.WallSeconds
			nanoseconds := s.WallSeconds * 1e9
			if s.Ops <= 0 || s.WallSeconds <= 0 || s.Value == 0 && !slices.Contains(mayBeNothing, c.Workload) {
				broken = append(broken, fmt.Errorf("%s, round %d: it says no operations, no time or no value", c.Key(), s.Round))
				break
			}
			if slices.Contains(ownClock, c.Workload) || math.Abs(s.Value*float64(s.Ops)-nanoseconds) <= timeTolerance*nanoseconds {
				continue
			}
			broken = append(broken, fmt.Errorf("%s, round %d: %d operations of %v ns do not take the %v s that it says", c.Key(), s.Round, s.Ops, s.Value, s.WallSeconds))
			break
		}
	}
	if took := d.Finished.Sub(d.Started); total > took.Seconds() {
		broken = append(broken, fmt.Errorf("its samples take %v, and the run took %v", time.Duration(total*1e9).Round(time.Second), took.Round(time.Second)))
	}
	return broken
}

// checkOrigin finds cells with few samples, with the same value again and again, and with the samples
// of another cell.
func (d *Document) checkOrigin() (broken []error) {
	owner := map[string]string{}
	for i := range d.Cells {
		c := &d.Cells[i]
		if len(c.Samples) == 0 || c.Failed() {
			continue
		}
		if len(c.Samples) < leastSamples {
			broken = append(broken, fmt.Errorf("%s has %d samples; an interval needs %d", c.Key(), len(c.Samples), leastSamples))
			continue
		}
		values := c.Values()
		if slices.Max(values) == 0 {
			continue // nothing was used, allocated or lost
		}
		text := fmt.Sprint(values)
		if other, ok := owner[text]; ok {
			broken = append(broken, fmt.Errorf("%s has the samples of %s", c.Key(), other))
		}
		owner[text] = c.Key()
		distinct := slices.Compact(slices.Sorted(slices.Values(values)))
		if len(distinct) == 1 {
			broken = append(broken, fmt.Errorf("%s has the value %v in each of %d rounds", c.Key(), distinct[0], len(values)))
		}
	}
	return broken
}
