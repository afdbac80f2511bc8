package wakeful

import (
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
)

// A loop that keeps up with those who submit is at their heels: it takes from
// them the cache line that they are writing, every few functions. So when a short
// turn was part of a stream and there is more already, it leaves the queues alone
// for a moment, in which its next turn grows. When there is nothing more it does
// not wait: those who submit may be waiting for this very processor. The figures
// are in docs/decisions/waiting.md.
const (
	// stream is how many functions a turn has run when they are taken for part of
	// a stream.
	stream = 4
	// lead is how many functions a turn has run when the loop is far enough
	// behind those who submit.
	lead = 512
	// moment is how long the loop leaves the queues alone.
	moment = time.Microsecond
	// maxPauses bounds the same by pauses, since fake time may stand still.
	maxPauses = 128
)

// linger leaves the queues alone for a moment.
func (l *Loop) linger() {
	if l.waiting.manners.procs == 1 {
		return
	}
	began := native.Ticks()
	for range maxPauses {
		native.Pause()
		if native.Duration(native.Ticks()-began) > moment {
			return
		}
	}
}
