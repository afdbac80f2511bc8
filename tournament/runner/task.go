package runner

import (
	"context"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/result"
)

// Task is a cell of a document, and how its samples are taken.
type Task struct {
	// Contestant and Workload are listed in the document.
	Contestant result.Contestant
	Workload   result.Workload
	Params     map[string]string
	// Missing is the reason why no sample is taken, or "".
	Missing string
	// Expected is about how long a sample takes, its process included.
	Expected time.Duration
	// Take takes one sample. It may complete the contestant's description. A *FailedSampleError and a
	// *MissingError go into the document, and the run continues. Any other error ends the run.
	Take func(ctx context.Context, contestant *result.Contestant) (result.Sample, error)
}

// A FailedSampleError is a sample that failed because of its contestant.
type FailedSampleError struct{ Reason string }

func (f *FailedSampleError) Error() string { return f.Reason }

// A MissingError is the reason why a task has no samples, if that is known only when one is taken. It
// is not asked again in the same run.
type MissingError struct{ Reason string }

func (m *MissingError) Error() string { return m.Reason }

// keptReason is how many bytes of a reason are kept: enough for the head of a Go trace, which says what
// happened.
const keptReason = 1500

// FailedSample returns a *FailedSampleError whose reason has the parts that are not empty.
func FailedSample(parts ...string) error {
	var said []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" {
			said = append(said, p)
		}
	}
	reason := strings.ToValidUTF8(strings.Join(said, ": "), "?")
	if len(reason) > keptReason {
		reason = strings.ToValidUTF8(reason[:keptReason], "") + " ..."
	}
	return &FailedSampleError{reason}
}

func (t Task) blank() result.Cell {
	return result.Cell{Contestant: t.Contestant.Name, Workload: t.Workload.Name, Params: t.Params, Missing: t.Missing}
}

// String returns the name of the cell as in documents.
func (t Task) String() string {
	blank := t.blank()
	return blank.Key()
}
