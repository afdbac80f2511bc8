package recording

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// This file owns the export for Perfetto and Chrome: the JSON of the Trace Event Format, in which
// times are in microseconds.

type chromeEvent struct {
	Name  string         `json:"name"`
	Phase string         `json:"ph"`
	At    float64        `json:"ts"`
	Took  float64        `json:"dur,omitempty"`
	PID   int            `json:"pid"`
	TID   int            `json:"tid"`
	Args  map[string]any `json:"args,omitempty"`
}

// Chrome writes the recording as JSON for Perfetto (ui.perfetto.dev) and chrome://tracing: a thread for
// each loop, one for its work, and a counter for the length of its queue.
func (r *Recording) Chrome(w io.Writer) error {
	b := bufio.NewWriterSize(w, 1<<16)
	base := r.Time.UnixNano()
	for i := range r.Loops {
		if start, _ := r.Loops[i].span(); start > 0 {
			base = min(base, start)
		}
	}
	separator := "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
	write := func(e chromeEvent) {
		e.PID = 1
		text, err := json.Marshal(e)
		if err == nil { // it has no value that JSON cannot encode
			fmt.Fprintf(b, "%s%s", separator, text)
			separator = ",\n"
		}
	}
	write(chromeEvent{Name: "process_name", Phase: "M", Args: map[string]any{"name": r.Program}})
	micros := func(t int64) float64 { return float64(t-base) / 1000 }
	for i := range r.Loops {
		l := &r.Loops[i]
		id, works := 2*i+1, 2*i+2
		write(chromeEvent{Name: "thread_name", Phase: "M", TID: id, Args: map[string]any{"name": l.Name}})
		write(chromeEvent{Name: "thread_name", Phase: "M", TID: works, Args: map[string]any{"name": l.Name + ", work"}})
		for j := range l.Events {
			e := &l.Events[j]
			c := chromeEvent{Phase: "X", At: micros(e.Start), Took: float64(r.End(e)-e.Start) / 1000, TID: id}
			switch e.Kind {
			case Callback:
				f := l.Functions[e.A]
				c.Name = f.Name
				c.Args = map[string]any{"phase": e.Phase(), "at": f.String(), "queue": e.B}
				write(chromeEvent{Name: l.Name + ", queue", Phase: "C", At: c.At, TID: id, Args: map[string]any{"functions": e.B}})
			case Untimed:
				c.Name = "short callbacks"
				c.Args = map[string]any{"callbacks": e.A, "parks": e.B, "microtasks": e.C}
			case Park:
				c.Name = "parked"
				c.Args = map[string]any{"ended by": e.Reason()}
			case Spin:
				c.Name = "spinning"
			case Work:
				c.Name, c.TID = l.Functions[e.A].Name, works
				// Work overlaps, which threads of this format cannot.
				c.Phase, c.Took = "i", 0
				c.Args = map[string]any{"took µs": (r.End(e) - e.Start) / 1000, "waited µs": e.C}
			}
			write(c)
		}
	}
	b.WriteString("\n]}\n") //nolint:errcheck // Flush returns it
	return b.Flush()
}
