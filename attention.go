package wakeful

import "sync/atomic"

// Bits of attention. The loop reads the word before each callback, which it must do anyway to stop.
const (
	attentionStop     = 1 << iota // Close or the end of the context: no further callback
	attentionAsked                // a watchdog asks whether the callback has returned
	attentionObserver             // the observer was replaced
	attentionUnpark               // the observer wants a notification when the loop is unparked
	attentionPause                // a call of RunUntil has a deadline: check it before each callback
)

// attention is the word by which other goroutines get the loop's attention. It is not 0 when the
// loop must do something between two callbacks. It has attentionStop once the state is stopping, and
// the requests of observers. The loop reads it before each callback, so a request costs nothing
// while there is none. Stopping sets it before the state: until the state follows, the loop runs
// turns without callbacks. The loop clears the bits that it answers.
type attention struct {
	atomic.Uint32
	answer func(requests uint32) // answers the requests of observers. Immutable after New
}

// stopped is called when the word is not 0. It answers the requests, and reports whether no further
// callback may run. Loop only.
func (a *attention) stopped() bool {
	word := a.Load()
	if word&^(attentionStop|attentionPause) != 0 {
		a.answer(word)
	}
	return word&attentionStop != 0
}
