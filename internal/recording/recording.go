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
//     returned and a park that had not ended), kind (1), detail (1), two bytes that are 0, and A, B
//     and C (4 each), see Event.
//   - A Go execution trace of the same seconds, if GoTrace in the header is not 0: so many bytes.
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
	maxTrace  = 1 << 30
	eventSize = 32
)

// A Recording is what the loops of a program did before a moment.
type Recording struct {
	Header
	Loops []Loop
	// Trace is a Go execution trace of the same seconds, empty for none. It has a log event of the
	// category ClockCategory, whose message is the Unix time in nanoseconds at that event.
	Trace []byte
}

// ClockCategory is the category of the log events in Trace that tell its clock.
const ClockCategory = "wakeful.clock"

// Header is the part of a recording that all loops share.
type Header struct {
	Time    time.Time // when the recording was taken
	Program string    // the name of the executable
	Go      string    // the version of Go
	Pauses  []Pause   // of the garbage collector, oldest first
	// Sched is how long goroutines of the process were runnable before they ran, since the first of
	// the loops was recorded. Empty if it is unknown.
	Sched []Latency
}

// A Latency is a range of durations, with the number of them. The range begins where the one before
// ends.
type Latency struct {
	Upper float64 // in seconds, 0 for no limit
	Count uint64
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
	// Labels are texts that events refer to.
	Labels []string
	// Stalls are the last callbacks that exceeded the limit of telemetry.WithStallLimit, the latest
	// first. StallLimit is that limit in nanoseconds, 0 for none. StallsSince is from when on Stalls has
	// all of them, in nanoseconds of Unix time.
	Stalls                  []Stall
	StallLimit, StallsSince int64
	// Promises are promises with promise.Debug that were pending when the recording was taken, the
	// oldest first, and not all of them if there are many. Pending is their number.
	Promises []Promise
	Pending  int
	// Alive is what keeps the loop alive, with telemetry.WithOrigins. AutoExit says that the loop ends
	// without any.
	Alive    []Alive
	AutoExit bool
	// Hosted says that the loop runs only while its host calls it.
	Hosted bool
	// Refused is the number of functions that were refused with an error since Run.
	Refused uint64
	Events  []Event `json:"-"`
}

// A Stall is a callback that has run for too long. Start is in nanoseconds of Unix time, Duration in
// nanoseconds.
type Stall struct {
	Callback        Function // the line is where the callback was
	Start, Duration int64
	State           string // of the goroutine
	Stack           string
	Returned        bool
}

// A Promise is a promise that was pending.
type Promise struct {
	Made int64  // nanoseconds of Unix time
	Site string // where, as "function (file:line)"
}

// An Alive is something that keeps a loop alive. Times are in nanoseconds of Unix time, 0 for none.
type Alive struct {
	Kind, Detail string
	Count        int
	Made, Due    int64
	// Origin is the stack on which it was made, and Script the place in the script.
	Origin []Function
	Script []string
}

// A Function is a function and its place. File is "" if it is unknown.
type Function struct {
	Name string
	File string
	Line int
}

// String returns the name and the place. The wrapper of a method value has none.
func (f Function) String() string {
	if !f.hasPlace() {
		return f.Name
	}
	return fmt.Sprintf("%s (%s:%d)", f.Name, f.File, f.Line)
}

// Kind is the kind of an event.
type Kind uint8

// The kinds.
const (
	// Callback is a callback that was timed. Detail is its phase, A the index of its function, and B
	// the length of the queue of submitted functions when it began, without those that were submitted
	// since the loop last took some. C is by how many microseconds a timer was late, or the number of
	// the descriptor.
	Callback Kind = 1 + iota
	// Untimed is a time in which A callbacks ran that were too short to time each, C of them
	// microtasks, and the loop parked B times.
	Untimed
	// Park is a park. Detail is what ended it. A is 1 plus the index of the stack that woke the loop,
	// 0 if that is unknown. B is how many nanoseconds before its end a goroutine has woken the loop, 0
	// if that is unknown. So long was the loop runnable. C is how many nanoseconds of B at most its
	// thread waited for a processor, NotKnown if that is unknown.
	Park
	// Spin is a spin of the wait strategy. Detail is 1 if it found work. A is the number of spins since
	// the last event of this kind, this one included, B how many of them were in vain, and C how many
	// microseconds they took.
	Spin
	// Work is work on a goroutine, between its start and its end. A is the index of its function. C
	// is how many microseconds it waited for a goroutine, and B how many its result waited for the
	// loop.
	Work
	// Cause says why a callback has run, or a work. Its end is the start of that event of the same loop.
	// Detail says which relation it is, see CauseSubmitted.
	Cause
	// Tag says for what a callback has run. Its start is that of the callback, its duration 0. Detail
	// says what the tag names, see TagConnection.
	Tag
	// Move is a move of something between two loops of a group. Detail has MovedIn on the loop that gets
	// it. There Start is when it has left the other loop. The rest of Detail is what has moved: a
	// TagConnection or a TagKey. A is the connection's number, or of a group of keys the highest 12 bits
	// of their hashes. B is the ID of the other loop, and C the number of keys.
	Move
	kinds
)

// Details of a Cause. A is 1 plus the index of the stack that has submitted the callback, 0 if it is
// unknown. C is 0.
const (
	// CauseSubmitted: the callback was submitted at Start. B is the ID of the loop whose callback has
	// submitted it, 0 for a goroutine of the program.
	CauseSubmitted = iota
	// CauseTimer: the callback that begins at Start has set the timer.
	CauseTimer
	// CauseResult: the callback gets the result of the work that ends at Start.
	CauseResult
	// CauseWork: the callback that begins at Start has started the work. The end of the Cause is the
	// start of a Work.
	CauseWork
)

// Details of a Tag.
const (
	// TagConnection: A is the connection's number in the process, B the number of bytes read.
	TagConnection = iota
	// TagKey: A is a key's hash. C is 1 plus the index of its text in Labels, 0 for none. Keys that come
	// often have one.
	TagKey
	// TagPartition: A is the number of a partition, B the low half of the offset. C is 1 plus the index
	// of the topic in Labels.
	TagPartition
	// TagTenant: A is the number of a sandbox instance in the process. C is 1 plus the index of its
	// program's name in Labels.
	TagTenant
	// TagWritten: A is the connection's number, B the number of bytes that the callback has written to
	// it, and C in how many system calls. A callback may have several for one connection, which add up.
	TagWritten
	// TagWaited: A is for how many nanoseconds, at most, the callback's thread has waited for a
	// processor. Only callbacks of ten milliseconds or longer may have one.
	TagWaited
)

// MovedIn is the bit in Detail of a Move on the loop that gets what moves.
const MovedIn = 0x80

// NotKnown is an unknown number of nanoseconds.
const NotKnown = 1<<32 - 1

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

func (f Function) hasPlace() bool { return f.File != "" && f.File != "<autogenerated>" }

// header is the JSON object.
type header struct {
	Header
	Loops   []loop
	GoTrace int
}

type loop struct {
	Loop
	Count int
}

// Write writes a recording. Any error is that of w.
func (r *Recording) Write(w io.Writer) error {
	h := header{Header: r.Header, GoTrace: len(r.Trace)}
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
	b.Write(r.Trace) //nolint:errcheck // Flush returns it
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
	if h.GoTrace < 0 || h.GoTrace > maxTrace {
		return nil, fmt.Errorf("the recording is damaged: its Go trace has %d bytes", h.GoTrace)
	}
	if h.GoTrace == 0 {
		return r, nil
	}
	if r.Trace, err = io.ReadAll(io.LimitReader(b, int64(h.GoTrace))); err == nil && len(r.Trace) < h.GoTrace {
		err = fmt.Errorf("the recording is damaged: its Go trace has %d of %d bytes", len(r.Trace), h.GoTrace)
	}
	return r, err
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
		case e.Kind == 0 || e.Kind >= kinds:
			continue
		case (e.Kind == Callback || e.Kind == Work) && int(e.A) >= len(l.Functions):
			return fmt.Errorf("event %d has function %d of %d", n, e.A, len(l.Functions))
		case (e.Kind == Park || e.Kind == Cause) && int(e.A) > len(l.Stacks):
			return fmt.Errorf("event %d has stack %d of %d", n, e.A, len(l.Stacks))
		case (e.Kind == Cause || e.Kind == Tag && e.Detail != TagConnection && e.Detail != TagWritten && e.Detail != TagWaited) && int(e.C) > len(l.Labels):
			return fmt.Errorf("event %d has label %d of %d", n, e.C, len(l.Labels))
		}
		l.Events = append(l.Events, e)
	}
	slices.SortStableFunc(l.Events, func(a, b Event) int { return cmp.Compare(a.Start, b.Start) })
	return nil
}
