package latency

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/wakeful-go/wakeful/tournament/runner"
)

// kept is the variable that makes the process of a sample fail unless all of its threads are kept
// on one processor.
const kept = "WAKEFUL_TEST_KEPT"

func init() {
	inspected = func() error {
		if os.Getenv(kept) == "" {
			return nil
		}
		threads, err := os.ReadDir("/proc/self/task")
		if err != nil {
			return err
		}
		for _, thread := range threads {
			id, err := strconv.Atoi(thread.Name())
			if err != nil {
				return err
			}
			var set unix.CPUSet
			if err := unix.SchedGetaffinity(id, &set); err != nil && !errors.Is(err, unix.ESRCH) {
				return err
			} else if err == nil && set.Count() != 1 {
				return fmt.Errorf("a thread of the sample has %d processors", set.Count())
			}
		}
		return nil
	}
}

// All threads of a sample with Together run on one processor. This process keeps its processors.
func TestASampleOnOneProcessor(t *testing.T) {
	before := affinity()
	if before < 2 {
		t.Skip("NOT RUN: this process may use one processor only, and is on it already")
	}
	t.Setenv(kept, "1")
	o := Order{Lane: inspectedLane, Workload: Arrival, Gap: 20 * time.Microsecond, Iterations: 3}
	_, _, err := self().perform(t.Context(), time.Minute, o, Params{}, Group{})
	var failed *runner.FailedSampleError
	if !errors.As(err, &failed) || !strings.Contains(failed.Reason, "a thread of the sample has") {
		t.Errorf("without Together: %v, want a sample with more processors", err)
	}
	o.Together = true
	sample, _, err := self().perform(t.Context(), time.Minute, o, Params{Procs: 1}, Group{})
	if err != nil || sample.Ops < 1 || affinity() != before {
		t.Errorf("%+v, %v, with %d processors afterwards, %d before", sample, err, affinity(), before)
	}
}
