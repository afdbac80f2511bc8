package sim

// This file owns the trace of a run: what happened when, in a form that is the same for each run of
// a seed. A hash of it is always there, the lines only when they are asked for.

import (
	"fmt"
	"io"
	"strings"
	"syscall"
	"time"
)

// traceEvent is a kind of line.
type traceEvent uint8

const (
	eventTurn traceEvent = iota
	eventListen
	eventConnect
	eventOpen
	eventAccept
	eventFailed
	eventWrite
	eventRead
	eventArrive
	eventEnd
	eventReset
	eventFault
	eventPause
	eventSkew
	eventPartition
	eventHeal
	eventCrash
	eventRestart
	eventLog
	eventFailure
)

// A record is a line of the trace.
type record struct {
	at      time.Duration
	what    traceEvent
	machine int // where it happened
	peer    int // the machine that has sent something, -1 if none has
	a, b    uint64
	sent    time.Duration // when that was
	text    string
}

type trace struct {
	keep     bool
	sent     time.Duration // when the segment that arrives was sent
	over     bool          // the world ends: nothing more belongs to the run
	hash     uint64
	count    uint64
	machines []string
	records  []record
}

func (t *trace) machine(m *machine) { t.machines = append(t.machines, m.name) }

// mix adds a number to the hash.
func (t *trace) mix(x uint64) {
	t.hash = (t.hash ^ x) * 0x9e3779b97f4a7c15
	t.hash ^= t.hash >> 29
}

// add adds a line. s is the socket that has sent what arrives, or the one that it is about.
func (t *trace) add(w *World, what traceEvent, m *machine, s *socket, a, b uint64) {
	if t.over {
		return
	}
	t.count++
	t.mix(uint64(w.now))
	t.mix(uint64(what)<<32 | uint64(m.index))
	t.mix(a)
	t.mix(b)
	if !t.keep {
		return
	}
	r := record{at: w.now, what: what, machine: m.index, peer: -1, a: a, b: b}
	if s != nil && (what == eventArrive || what == eventEnd || what == eventReset || what == eventAccept) {
		r.peer, r.sent = s.machine.index, t.sent
	} else if s != nil && s.peer != nil {
		r.peer = s.peer.machine.index
	}
	t.records = append(t.records, r)
}

// text adds a line with text.
func (t *trace) text(w *World, what traceEvent, text string) {
	if t.over {
		return
	}
	t.count++
	t.mix(uint64(w.now))
	t.mix(uint64(what))
	for _, c := range []byte(text) {
		t.mix(uint64(c))
	}
	if t.keep {
		t.records = append(t.records, record{at: w.now, what: what, machine: -1, peer: -1, text: text})
	}
}

// write writes the trace: a line for the version, one for each machine, and one for each record,
// whose fields are separated by tabs: the time in seconds, the machine, what happened, the other
// machine, when what arrives was sent, and the rest. Package tracepage draws it.
func (t *trace) write(to io.Writer, seed string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "wakeful sim trace 1\tseed %s\n", seed)
	for i, name := range t.machines {
		fmt.Fprintf(&b, "machine\t%d\t%s\n", i, name)
	}
	for i := range t.records {
		r := &t.records[i]
		from := "-"
		if r.peer >= 0 {
			from = t.machines[r.peer]
		}
		on := "-"
		if r.machine >= 0 {
			on = t.machines[r.machine]
		}
		sent := "-"
		if r.what == eventArrive || r.what == eventEnd || r.what == eventReset || r.what == eventAccept {
			sent = fmt.Sprintf("%.6f", r.sent.Seconds())
		}
		fmt.Fprintf(&b, "%.6f\t%s\t%s\t%s\t%s\t%s\n", r.at.Seconds(), on, r.what.name(), from, sent, r.describe(t))
	}
	_, err := io.WriteString(to, b.String())
	return err
}

var eventNames = [...]string{
	"turn", "listen", "connect", "open", "accept", "failed", "write", "read", "arrive", "end", "reset",
	"fault", "pause", "skew", "partition", "heal", "crash", "restart", "log", "failure",
}

func (e traceEvent) name() string { return eventNames[e] }

func (r *record) describe(t *trace) string {
	switch r.what {
	case eventTurn:
		return fmt.Sprintf("loop %d, %d callbacks", r.a, r.b)
	case eventListen:
		return fmt.Sprintf("port %d", r.a)
	case eventConnect:
		return fmt.Sprintf("connection %d, port %d", r.a, r.b)
	case eventFailed:
		return fmt.Sprintf("connection %d: %v", r.a, syscall.Errno(r.b))
	case eventWrite, eventRead, eventArrive:
		return fmt.Sprintf("connection %d, %d bytes", r.a, r.b)
	case eventOpen, eventEnd, eventReset:
		return fmt.Sprintf("connection %d", r.a)
	case eventAccept:
		return fmt.Sprintf("connection %d is %d here", r.a, r.b)
	case eventFault:
		return fmt.Sprintf("connection %d: %v", r.a, fault(r.b))
	case eventPause, eventSkew:
		return time.Duration(r.a).String()
	case eventPartition:
		return "from " + t.machines[r.a]
	case eventCrash:
		return fault(r.a).String()
	}
	return strings.NewReplacer("\t", " ", "\n", " ").Replace(r.text)
}
