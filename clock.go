package wakeful

import "time"

// timebase is the beginning of a loop's own clock. Immutable.
type timebase struct{ epoch time.Time }

// now returns the time in nanoseconds on that clock.
func (b timebase) now() int64 { return int64(time.Since(b.epoch)) }
