package wakeful

import (
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
)

// A loop that keeps up with those who submit is at their heels: it takes from
// them the cache line that they are writing, and falls asleep and wakes up every
// few functions. So after a turn that was part of a stream, and a short one, it
// leaves the queues alone for a moment, in which its next turn grows. The figures
// are in docs/decisions/waiting.md.
const (
	// stream is how many functions a turn has run when they are taken for part of
	// a stream. Below it, somebody may be waiting for the answer on this very
	// processor, and would wait longer.
	stream = 4
	// lead is how many functions a turn has run when the loop is far enough
	// behind those who submit.
	lead = 512
	// moment is how long the loop leaves the queues alone.
	moment = time.Microsecond
	// maxPauses bounds the same by pauses, since fake time may stand still.
	maxPauses = 128
)

// linger leaves the queues alone for a moment, and reports whether there is
// something in them now.
func (l *Loop) linger() bool {
	if l.waiting.procs == 1 {
		return false
	}
	began := native.Ticks()
	for range maxPauses {
		native.Pause()
		if native.Duration(native.Ticks()-began) > moment {
			break
		}
	}
	return !l.calm() && l.pending()
}
