// Package designs holds the loop designs of the founding documents, built from
// shared parts so that a measured difference between two of them can be traced
// to one part.
//
// A [Composition] names a part of each sort:
//
//	ingress   how tasks come in: mutex and slice, mutex and chunks, CAS list, arena ring
//	waker     how the loop sleeps: channel, poller, or two tiers of both
//	turn      what a turn does: a full tick, or a tight drain
//	clearing  what is forgotten after a run: the used slots, or whole chunks
//	padding   whether the shared words have cache lines of their own
//	budget    how many tasks a full tick runs
//
// [Compositions] lists the designs, [New] builds a loop of any composition, and
// an ablation is a design's composition with one field changed.
//
// The designs keep what the documents describe as slow: it is what the
// tournament measures. None of them may lose a task or a wake-up.
//
// A loop that hangs in its poller has not lost a wake-up if another goroutine waits for the world to
// stop: package stopworld describes that stall of Go 1.26. TestWakeUpUnderYields finds the two ways
// in which a step of sleep.go could lose one.
package designs
