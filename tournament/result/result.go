// Package result is the document of a tournament run: one JSON file with a version and a schema.
// The terminal table, the HTML report, comparisons and the benchstat text form read it. It holds
// raw samples. Its readers compute everything else from them.
package result

import (
	"strconv"
	"strings"
	"time"
)

// Format and Version identify a document. A reader accepts its own version only.
const (
	Format  = "wakeful-tournament"
	Version = 1
)

// MostRounds is the largest number of rounds that a document can have.
const MostRounds = 1_000_000

// Document is one run on one machine.
type Document struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	// Mode is "quick" or "full".
	Mode string `json:"mode"`
	// Command is the command line, without the program's path.
	Command []string `json:"command"`
	// Seed determines the order of the cells within the rounds.
	Seed     uint64    `json:"seed"`
	Started  time.Time `json:"started"`
	Finished time.Time `json:"finished"`
	// Complete is false if the run was interrupted. Every cell is still valid, but some have fewer
	// samples than Rounds.
	Complete bool `json:"complete"`
	// Rounds is the maximum number of rounds. A cell has fewer samples if they were enough to
	// decide.
	Rounds int `json:"rounds"`
	// Looks are the rounds after which the run evaluated its figures to see which cells need more
	// samples. It is empty if the number of rounds was fixed before the run.
	Looks []int `json:"looks,omitempty"`
	// Repeated are the rounds that were measured again because the controls drifted.
	Repeated    []Repeat     `json:"repeated,omitempty"`
	Environment Environment  `json:"environment"`
	Contestants []Contestant `json:"contestants"`
	Workloads   []Workload   `json:"workloads"`
	Cells       []Cell       `json:"cells"`
	// Warnings are sentences for the reader: high load at the start, a control
	// that drifted between rounds.
	Warnings []string `json:"warnings,omitempty"`
}

// Repeat is a round that was measured again. Its earlier samples were discarded.
type Repeat struct {
	Round int `json:"round"`
	// Drift is the controls' values divided by their medians.
	Drift float64 `json:"drift"`
}

// Environment records the machine and the code. Unknown values are empty.
type Environment struct {
	CPU         string  `json:"cpu"`
	Cores       int     `json:"cores"`
	MemoryBytes uint64  `json:"memory_bytes"`
	Governor    string  `json:"governor,omitempty"`
	OS          string  `json:"os"`
	Arch        string  `json:"arch"`
	Kernel      string  `json:"kernel"`
	GoVersion   string  `json:"go_version"`
	GOMAXPROCS  int     `json:"gomaxprocs"`
	CPUQuota    float64 `json:"cpu_quota,omitempty"` // cores, 0 for none
	Container   string  `json:"container,omitempty"`
	// Virtualization is "virtual machine" or "none".
	Virtualization string  `json:"virtualization,omitempty"`
	LoadAtStart    float64 `json:"load_at_start"`
	Commit         string  `json:"commit,omitempty"`
	Dirty          bool    `json:"dirty,omitempty"`
	// Modules are the pinned versions of the peers, by module path.
	Modules map[string]string `json:"modules,omitempty"`
}

// Processor returns the short name of the processor, without marks and words that each one has. It is
// empty if the processor is unknown.
func (e Environment) Processor() string {
	return strings.Join(strings.Fields(strings.NewReplacer("(R)", "", "(TM)", "", "Processor", "", "CPU", "").Replace(e.CPU)), " ")
}

// Contestant names and describes a column of the matrix.
type Contestant struct {
	Name    string `json:"name"`
	Kind    string `json:"kind"`
	Summary string `json:"summary"`
}

// Workload names and describes a group of rows of the matrix.
type Workload struct {
	Name string `json:"name"`
	// Summary says in one sentence what is timed.
	Summary string `json:"summary"`
	// Unit of every sample's Value: "ns/op", "cores" (CPU seconds per second).
	Unit string `json:"unit"`
}

// Cell is one contestant under one workload with one set of parameters.
type Cell struct {
	Contestant string `json:"contestant"`
	Workload   string `json:"workload"`
	// Params in the order of their names, for example producers=10.
	Params map[string]string `json:"params,omitempty"`
	// Missing is the reason why there are no samples, or empty if there are some.
	Missing string `json:"missing,omitempty"`
	// Failures are the reasons of failed samples: a hang, a crash, a wrong count. A cell with a
	// failure has no figure, whatever its samples are.
	Failures []Failure `json:"failures,omitempty"`
	Samples  []Sample  `json:"samples,omitempty"`
}

// Failure is a sample that failed.
type Failure struct {
	// Round is as in Sample.
	Round  int    `json:"round"`
	Reason string `json:"reason"`
}

// Sample is one measurement in one process.
type Sample struct {
	// Round counts from 0. A round measures each cell at most once.
	Round int `json:"round"`
	// Value is in the workload's unit. Lower is always better.
	Value float64 `json:"value"`
	// Ops is the number of timed operations.
	Ops int64 `json:"ops"`
	// WallSeconds and CPUSeconds (user and system, the whole process) cover the timed part.
	WallSeconds float64 `json:"wall_seconds"`
	CPUSeconds  float64 `json:"cpu_seconds"`
	AllocsPerOp float64 `json:"allocs_per_op"`
	BytesPerOp  float64 `json:"bytes_per_op"`
	// Latency is the histogram, if the workload has a latency.
	Latency *Histogram `json:"latency,omitempty"`
}

// Rounded returns a measured quantity with six significant digits. No measurement of this kind has
// more, and a full run's document is a third smaller without them.
func Rounded(v float64) float64 {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64) // formatted numbers always parse
	return v
}

// Rounded returns the sample with its measured quantities rounded. Whoever takes a sample rounds it,
// before anybody computes, so that a document says the same before it is written and after it is read.
func (s Sample) Rounded() Sample {
	for _, v := range []*float64{&s.Value, &s.WallSeconds, &s.CPUSeconds, &s.AllocsPerOp, &s.BytesPerOp} {
		*v = Rounded(*v)
	}
	return s
}

// Histogram is an HdrHistogram of nanoseconds in its compressed, base64 V2 form, with the usual
// percentiles.
type Histogram struct {
	Encoded string `json:"encoded"`
	Count   int64  `json:"count"`
	P50     int64  `json:"p50"`
	P90     int64  `json:"p90"`
	P99     int64  `json:"p99"`
	P999    int64  `json:"p999"`
	Max     int64  `json:"max"`
}
