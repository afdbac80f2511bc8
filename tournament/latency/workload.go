package latency

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file owns the measured quantities of a lane, and their names in documents.

// Names of workloads.
const (
	// Arrival measures the time from sending a message to its arrival.
	Arrival = "arrival"
	// Idle measures the processor time of a receiver that gets no messages.
	Idle = "idle"
	// Pauses measures how long the collector stops the world while the receiver waits.
	Pauses = "gc-pause"
)

// Workloads returns all workloads as documents list them.
func Workloads() []result.Workload {
	cpu := "The processor time is the receiver's, without the sender's thread."
	if !HasThreadTime {
		cpu = "The processor time is that of the whole process, the sender's included: this system does not tell them apart."
	}
	return []result.Workload{
		{Name: Arrival, Unit: "ns/op", Summary: "Send a message, wait until it has arrived and until a gap has passed since, repeat. Timed from the sending to the arrival; the value is the median of a sample. " + cpu},
		{Name: Idle, Unit: "cores", Summary: "Processor seconds per second of a receiver that nothing is sent to, after it has received one message."},
		{Name: Pauses, Unit: "ns/op", Summary: "The 99th percentile of how long forced collections stop the world while a receiver waits, as runtime/metrics tells (/sched/pauses/total/gc:seconds)."},
	}
}

// workloadOf returns the workload of that name, which must exist.
func workloadOf(name string) result.Workload {
	all := Workloads()
	return all[slices.IndexFunc(all, func(w result.Workload) bool { return w.Name == name })]
}

// Owns reports whether a workload belongs to this package.
func Owns(workload string) bool { return workload == Arrival || workload == Idle || workload == Pauses }

// Params are the conditions of a cell.
type Params struct {
	// Gap is the time between an arrival and the next sending, or 0 for workloads without messages.
	Gap time.Duration
	// Procs is the value for GOMAXPROCS, or 0 for the machine's own. With one, the process is also
	// kept on one processor. Go's threads hand the single P to each other, and the kernel wakes the
	// next thread either on the same processor, in about 5 us, or on another one, in about 20 us.
	// The median of such a mixture would be random.
	Procs int
	// CPUs is the quota of processors for the process, or 0 for none.
	CPUs float64
	// Pin pins the sender and the receiver to a processor each.
	Pin bool
}

// narrow reports whether the conditions are those of less than two processors. Lanes spin under them
// all the same, to show the cost of spinning where a loop should not spin.
func (p Params) narrow() bool { return p.Procs > 0 || p.CPUs > 0 }

// pinned is the parameter pin when Pin is set.
const pinned = "each"

// Map returns the parameters as in a document.
func (p Params) Map() map[string]string {
	m := map[string]string{}
	if p.Gap > 0 {
		m["gap"] = GapText(p.Gap)
	}
	if p.Procs > 0 {
		m["procs"] = strconv.Itoa(p.Procs)
	}
	if p.CPUs > 0 {
		m["cpus"] = strconv.FormatFloat(p.CPUs, 'g', -1, 64)
	}
	if p.Pin {
		m["pin"] = pinned
	}
	if len(m) == 0 {
		return nil
	}
	return m
}

// ParseParams parses the result of Map.
func ParseParams(m map[string]string) (p Params, err error) {
	for name, value := range m {
		switch name {
		case "gap":
			p.Gap, err = time.ParseDuration(value)
		case "procs":
			p.Procs, err = strconv.Atoi(value)
		case "cpus":
			p.CPUs, err = strconv.ParseFloat(value, 64)
		case "pin":
			p.Pin = value == pinned
		default:
			err = fmt.Errorf("there is no parameter %q", name)
		}
		if err != nil {
			return p, fmt.Errorf("the parameter %s=%s: %w", name, value, err)
		}
	}
	if !maps.Equal(p.Map(), m) {
		return p, fmt.Errorf("the parameters %q are not written as they are filed, %q", result.FormatParams(m), result.FormatParams(p.Map()))
	}
	return p, nil
}

// GapText formats a gap as a parameter: 50us, 10ms, 1s.
func GapText(gap time.Duration) string {
	for _, u := range []struct {
		unit time.Duration
		name string
	}{{time.Second, "s"}, {time.Millisecond, "ms"}, {time.Microsecond, "us"}} {
		if gap%u.unit == 0 {
			return strconv.FormatInt(int64(gap/u.unit), 10) + u.name
		}
	}
	return strconv.FormatInt(int64(gap), 10) + "ns"
}
