// Package recording is the file format of recordings, which telemetry.Recorder writes and
// `wakeful trace` reads, and the rules that look for faults in one. It knows no loop.
//
// # Format, version 1
//
// All numbers are little-endian.
//
//   - The line "wakeful recording 1\n".
//   - The length of the header in bytes, 4 bytes.
//   - The header: a JSON object with the fields of Header. Each loop has the number of its events.
//   - The events of the first loop, then of the second, and so on, 32 bytes each: start (8 bytes,
//     nanoseconds of Unix time), duration (8 bytes, nanoseconds, -1 for a callback that had not
//     returned and a park that had not ended), kind (1), detail (1), two bytes that are 0, and A, B and C (4 each), see Event.
//
// A reader ignores fields of the header, and kinds of events, that it does not know.
package recording

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
)

const (
	magic     = "wakeful recording 1\n"
	maxHeader = 64 << 20
	eventSize = 32
)

// A Recording is what the loops of a program did before a moment.
type Recording struct {
	Header
	Loops []Loop
}

// Header is the part of a recording that all loops share.
type Header struct {
	Time    time.Time // when the recording was taken
	Program string    // the name of the executable
	Go      string    // the version of Go
	Pauses  []Pause   // of the garbage collector, oldest first
}

// A Pause is a time in which the garbage collector had stopped the program.
type Pause struct{ Start, Duration int64 }

// A Loop is a loop with its events by their start.
type Loop struct {
	Name string
	ID   uint64
	// State is the state of the loop: "parked", "running".
	State string
	// Current is the callback that was running when the recording was taken, and the line that it was
	// at. Its Name is "" if the loop was parked. Stack is the stack of the loop's goroutine at that time.
	Current Function
	Stack   string
	// Lost is the number of events that were overwritten.
	Lost uint64
	// Functions are the functions of callbacks and work. Stacks are the stacks of goroutines that have
	// woken the loop, from the function of the library that they have called.
	Functions []Function
	Stacks    [][]Function
	Events    []Event `json:"-"`
}

// A Function is a function and its place. File is "" if it is unknown.
type Function struct {
	Name string
	File string
	Line int
}

// String returns the name and the place.
func (f Function) String() string {
	if f.File == "" {
		return f.Name
	}
	return fmt.Sprintf("%s (%s:%d)", f.Name, f.File, f.Line)
}

// Kind is the kind of an event.
type Kind uint8

// The kinds.
const (
	// Callback is a callback that was timed. Detail is its phase, A the index of its function, and B
	// the length of the queue of submitted functions when it began. C is by how many microseconds a
	// timer was late, or the number of the descriptor.
	Callback Kind = 1 + iota
	// Untimed is a time in which A callbacks ran that were too short to time each, C of them
	// microtasks, and the loop parked B times.
	Untimed
	// Park is a park. Detail is what ended it. A is 1 plus the index of the stack that woke the loop,
	// 0 if that is unknown.
	Park
	// Spin is a spin of the wait strategy. Detail is 1 if it found work. A is the number of spins since
	// the last event of this kind, this one included, B how many of them were in vain, and C how many
	// microseconds they took.
	Spin
	// Work is work on a goroutine, between its start and its end. A is the index of its function. C
	// is how many microseconds it waited for a goroutine, and B how many its result waited for the
	// loop.
	Work
)

// An Event is something that a loop did.
type Event struct {
	Start, Duration int64 // in nanoseconds; Duration may be Unfinished
	Kind            Kind
	Detail          uint8
	A, B, C         uint32
}

// Unfinished is the duration of a callback that had not returned, and of a park that had not ended.
const Unfinished = -1

// Panicked is the bit in Detail of a callback that has panicked.
const Panicked = 0x80

// Phases are the names of the phases by their numbers in Detail, and Reasons what ends a park.
var (
	Phases = []string{"wait strategy", "timers", "priority", "descriptors", "submitted", "after submitted",
		"turn end", "end", "microtasks", "JavaScript"}
	Reasons = []string{"other", "submitted function", "priority function", "timer", "descriptor", "end of the loop"}
)

// Phase returns the phase of a callback.
func (e *Event) Phase() string { return name(Phases, e.Detail&^Panicked) }

// Reason returns what has ended a park.
func (e *Event) Reason() string { return name(Reasons, e.Detail) }

func name(names []string, n uint8) string {
	if int(n) < len(names) {
		return names[n]
	}
	return fmt.Sprint(n)
}

// End returns when an event ended. An event that had not ended ends with the recording.
func (r *Recording) End(e *Event) int64 {
	if e.Duration == Unfinished {
		return max(e.Start, r.Time.UnixNano())
	}
	return e.Start + e.Duration
}

// header is the JSON object.
type header struct {
	Header
	Loops []loop
}

type loop struct {
	Loop
	Count int
}

// Write writes a recording. Any error is that of w.
func (r *Recording) Write(w io.Writer) error {
	h := header{Header: r.Header}
	for _, l := range r.Loops {
		h.Loops = append(h.Loops, loop{l, len(l.Events)})
	}
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	b := bufio.NewWriterSize(w, 1<<16)
	b.WriteString(magic) //nolint:errcheck // Flush returns it
	buffer := binary.LittleEndian.AppendUint32(nil, uint32(len(text)))
	b.Write(append(buffer, text...)) //nolint:errcheck // Flush returns it
	for _, l := range r.Loops {
		for _, e := range l.Events {
			buffer = binary.LittleEndian.AppendUint64(buffer[:0], uint64(e.Start))
			buffer = binary.LittleEndian.AppendUint64(buffer, uint64(e.Duration))
			buffer = append(buffer, byte(e.Kind), e.Detail, 0, 0)
			buffer = binary.LittleEndian.AppendUint32(buffer, e.A)
			buffer = binary.LittleEndian.AppendUint32(buffer, e.B)
			buffer = binary.LittleEndian.AppendUint32(buffer, e.C)
			if _, err := b.Write(buffer); err != nil {
				return err
			}
		}
	}
	return b.Flush()
}

// Read reads a recording.
func Read(from io.Reader) (*Recording, error) {
	b := bufio.NewReaderSize(from, 1<<16)
	begin := make([]byte, len(magic)+4)
	if n, err := io.ReadFull(b, begin); err != nil || string(begin[:len(magic)]) != magic {
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, err
		}
		return nil, fmt.Errorf("this is no recording of version 1: it begins with %.20q; telemetry.Recorder writes one", begin[:n])
	}
	size := binary.LittleEndian.Uint32(begin[len(magic):])
	if size > maxHeader {
		return nil, fmt.Errorf("the recording is damaged: its header has %d bytes", size)
	}
	text, err := io.ReadAll(io.LimitReader(b, int64(size)))
	if err != nil {
		return nil, err
	}
	var h header
	if err := json.Unmarshal(text, &h); err != nil {
		return nil, fmt.Errorf("the recording is damaged: its header: %w", err)
	}
	r := &Recording{Header: h.Header}
	for _, l := range h.Loops {
		if err := l.read(b); err != nil {
			return nil, fmt.Errorf("the recording is damaged: loop %q: %w", l.Name, err)
		}
		r.Loops = append(r.Loops, l.Loop)
	}
	return r, nil
}

// read reads the events of a loop. It allocates no more than it has read.
func (l *loop) read(from io.Reader) error {
	buffer := make([]byte, eventSize)
	for n := range l.Count {
		if _, err := io.ReadFull(from, buffer); err != nil {
			return fmt.Errorf("%d of %d events: %w", n, l.Count, err)
		}
		number := func(at int) uint32 { return binary.LittleEndian.Uint32(buffer[at:]) }
		e := Event{
			Start:    int64(binary.LittleEndian.Uint64(buffer)),
			Duration: int64(binary.LittleEndian.Uint64(buffer[8:])),
			Kind:     Kind(buffer[16]), Detail: buffer[17],
			A: number(20), B: number(24), C: number(28),
		}
		if e.Start < 0 || e.Duration < Unfinished || e.Start+max(0, e.Duration) < 0 {
			return fmt.Errorf("event %d has the times %d and %d", n, e.Start, e.Duration)
		}
		switch {
		case e.Kind == 0 || e.Kind > Work:
			continue
		case (e.Kind == Callback || e.Kind == Work) && int(e.A) >= len(l.Functions):
			return fmt.Errorf("event %d has function %d of %d", n, e.A, len(l.Functions))
		case e.Kind == Park && int(e.A) > len(l.Stacks):
			return fmt.Errorf("event %d has stack %d of %d", n, e.A, len(l.Stacks))
		}
		l.Events = append(l.Events, e)
	}
	slices.SortStableFunc(l.Events, func(a, b Event) int { return cmp.Compare(a.Start, b.Start) })
	return nil
}
