package wakeful

import (
	"fmt"
	"strings"

	"github.com/wakeful-go/wakeful/internal/poll"
)

// Events is a set of conditions of a file descriptor: those to watch for, or those found.
type Events uint32

const (
	// Readable means that a read or accept does not block: there is data, the end, or an error.
	Readable = Events(poll.Readable)
	// Writable means that a write does not block: there is room, or an error. For a connection that
	// is being established it means success or failure.
	Writable = Events(poll.Writable)
	// Hangup means that the other side has closed. If Readable was requested, it is also reported
	// when the other side has finished sending. Data sent before is still there: read until a read
	// returns 0. If the other side has only finished sending, writing is still possible, and only a
	// write shows which case it is. Hangup is always reported, even if not requested.
	Hangup = Events(poll.Hangup)
	// EventError means that the descriptor is broken. The next read or write returns the error.
	// EventError is always reported, even if not requested.
	EventError = Events(poll.Error)
)

var eventNames = [...]struct {
	bit  Events
	name string
}{{Readable, "readable"}, {Writable, "writable"}, {Hangup, "hangup"}, {EventError, "error"}}

// String returns the names, for example "readable|hangup".
func (e Events) String() string {
	if e == 0 {
		return "none"
	}
	var names []string
	for _, n := range eventNames {
		if e&n.bit != 0 {
			names = append(names, n.name)
			e &^= n.bit
		}
	}
	if e != 0 {
		names = append(names, fmt.Sprintf("%#x", uint32(e)))
	}
	return strings.Join(names, "|")
}

// checkEvents converts events for the poller. It refuses unknown bits.
func checkEvents(method string, events Events) (poll.Events, error) {
	if unknown := events &^ (Readable | Writable | Hangup | EventError); unknown != 0 {
		return 0, invalid(method, events, "the events are Readable, Writable or both")
	}
	return poll.Events(events & (Readable | Writable)), nil
}
