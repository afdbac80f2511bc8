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
	Name     string         `json:"name"`
	Category string         `json:"cat,omitempty"`
	Phase    string         `json:"ph"`
	ID       int            `json:"id,omitempty"`
	Bind     string         `json:"bp,omitempty"`
	At       float64        `json:"ts"`
	Took     float64        `json:"dur,omitempty"`
	PID      int            `json:"pid"`
	TID      int            `json:"tid"`
	Args     map[string]any `json:"args,omitempty"`
}

// chrome writes the JSON.
type chrome struct {
	*Recording
	to        *bufio.Writer
	base      int64
	ids       int
	separator string
}

// Chrome writes the recording as JSON for Perfetto (ui.perfetto.dev) and chrome://tracing: a thread for
// each loop, one for the goroutines that submit to it, its work, a counter for the length of its queue,
// and arrows from what has submitted a callback or set its timer.
func (r *Recording) Chrome(w io.Writer) error {
	c := &chrome{Recording: r, to: bufio.NewWriterSize(w, 1<<16), base: r.Time.UnixNano()}
	c.separator = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
	loops := map[uint32]int{}
	for i := range r.Loops {
		loops[uint32(r.Loops[i].ID)] = i
		if start, _ := r.span(&r.Loops[i]); start > 0 {
			c.base = min(c.base, start)
		}
	}
	c.write(chromeEvent{Name: "process_name", Phase: "M", Args: map[string]any{"name": r.Program}})
	for i := range r.Loops {
		l := &r.Loops[i]
		c.write(chromeEvent{Name: "thread_name", Phase: "M", TID: thread(i), Args: map[string]any{"name": l.Name}})
		c.write(chromeEvent{Name: "thread_name", Phase: "M", TID: thread(i) + 1, Args: map[string]any{"name": l.Name + ", from goroutines"}})
		for j := range l.Events {
			if e := &l.Events[j]; e.Kind == Cause {
				c.flow(loops, i, e)
			} else {
				c.event(i, e)
			}
		}
	}
	c.to.WriteString("\n]}\n") //nolint:errcheck // Flush returns it
	return c.to.Flush()
}

// thread returns the thread of a loop.
func thread(loop int) int { return 2*loop + 1 }

func (c *chrome) micros(t int64) float64 { return float64(t-c.base) / 1000 }

func (c *chrome) write(e chromeEvent) {
	e.PID = 1
	text, err := json.Marshal(e)
	if err == nil { // it has no value that JSON cannot encode
		fmt.Fprintf(c.to, "%s%s", c.separator, text)
		c.separator = ",\n"
	}
}

func (c *chrome) event(loop int, e *Event) {
	l := &c.Loops[loop]
	out := chromeEvent{Phase: "X", At: c.micros(e.Start), Took: float64(c.End(e)-e.Start) / 1000, TID: thread(loop)}
	switch e.Kind {
	case Callback:
		f := l.Functions[e.A]
		out.Name = f.Name
		out.Args = map[string]any{"phase": e.Phase(), "at": f.String(), "queue": e.B}
		c.write(chromeEvent{Name: l.Name + ", queue", Phase: "C", At: out.At, TID: out.TID, Args: map[string]any{"functions": e.B}})
	case Untimed:
		out.Name = "short callbacks"
		out.Args = map[string]any{"callbacks": e.A, "parks": e.B, "microtasks": e.C}
	case Park:
		out.Name = "parked"
		out.Args = map[string]any{"ended by": e.Reason(), "runnable ns": e.B}
	case Spin:
		out.Name = "spinning"
	case Work: // it overlaps, which a thread of this format cannot
		c.ids++
		out.Name, out.Category, out.Phase, out.ID, out.Took = l.Functions[e.A].Name, l.Name+", work", "b", c.ids, 0
		out.Args = map[string]any{"waited us": e.C}
		end := out
		end.Phase, end.At, end.Args = "e", c.micros(c.End(e)), nil
		c.write(out)
		out = end
	default:
		return
	}
	c.write(out)
}

// flow draws an arrow for a cause. Where a goroutine has submitted, it begins at an event of its own.
func (c *chrome) flow(loops map[uint32]int, loop int, e *Event) {
	l := &c.Loops[loop]
	from := chromeEvent{Name: "cause", Category: "cause", Phase: "s", At: c.micros(e.Start), TID: thread(loop)}
	switch e.Detail {
	case CauseTimer:
	case CauseSubmitted:
		if i, ok := loops[e.B]; ok && e.B != 0 {
			from.TID = thread(i)
			break
		}
		from.TID++
		by := chromeEvent{Name: "submit", Phase: "X", At: from.At, Took: 0.001, TID: from.TID}
		if e.A > 0 && len(l.Stacks[e.A-1]) > 0 {
			stack := l.Stacks[e.A-1]
			f := stack[min(1, len(stack)-1)]
			by.Name, by.Args = f.Name, map[string]any{"at": f.String()}
		}
		c.write(by)
	default:
		return
	}
	if c.ids++; e.Start >= c.base {
		from.ID = c.ids
		to := from
		to.Phase, to.Bind, to.At, to.TID = "f", "e", c.micros(c.End(e)), thread(loop)
		c.write(from)
		c.write(to)
	}
}
