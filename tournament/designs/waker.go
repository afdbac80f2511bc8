package designs

import (
	"time"
)

// This file has the contract of the ways in which a loop sleeps: waker_channel.go, waker_poll.go
// and waker_tiers.go. sleep.go decides when to sleep and wakes.

// A tier is where a loop sleeps; it is also the value of the sleep word.
type tier uint32

const (
	awake       tier = iota // does not sleep
	tierChannel             // sleeps on a 1-slot channel
	tierPoller              // sleeps in the poller's system call
)

// A waker puts one loop to sleep. The loop's goroutine calls choose, stillChosen, watching and wait.
// Any goroutine calls signal and release.
type waker interface {
	// choose returns the tier for the next sleep.
	choose() tier
	// stillChosen reports whether choose would still return t. The loop calls it after it has
	// published that it sleeps on t.
	stillChosen(t tier) bool
	// watching reports whether descriptors must be polled at intervals even while there are tasks.
	watching() bool
	// wait blocks on t until signal(t), until a descriptor is ready that t can see, or until limit
	// has passed. A negative limit means none. It may return early. It returns the functions of
	// ready descriptors, which belong to the caller until the next wait.
	wait(t tier, limit time.Duration) []func()
	// signal ends one wait on t, the current or the next one. Several pending signals count as one.
	// After release it does nothing.
	signal(t tier)
	// release releases system resources after the loop has ended.
	release()
}

// WakerKind names a way to sleep.
type WakerKind string

const (
	// Channel is a 1-slot channel: no system call, and no descriptors.
	Channel WakerKind = "channel"
	// Poller is a blocking epoll_wait or kevent, woken over an eventfd or pipe.
	Poller WakerKind = "poller"
	// TwoTier is Channel while no descriptor is registered and Poller when one is.
	TwoTier WakerKind = "two-tier"
)
