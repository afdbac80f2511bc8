package designs

import (
	"time"
)

// This file owns the contract of the places where a loop sleeps. They are in
// waker_channel.go, waker_poll.go and waker_tiers.go; when to sleep, and who
// wakes, is in sleep.go.

// A tier is where a loop sleeps; it is also the value of the sleep word.
type tier uint32

const (
	awake       tier = iota // does not sleep
	tierChannel             // sleeps on a 1-slot channel
	tierPoller              // sleeps in the poller's system call
)

// A waker is where one loop sleeps. choose, settled, watching and wait belong to the loop's
// goroutine; signal and release to anybody.
type waker interface {
	// choose says where to sleep next.
	choose() tier
	// settled reports that choose would still say t. The loop asks after it
	// has published that it sleeps on t.
	settled(t tier) bool
	// watching reports that descriptors want a look now and then even while
	// there are tasks.
	watching() bool
	// wait blocks on t until signal(t), until a descriptor is ready where t
	// can see it, or until limit has passed; a negative limit is none. It may
	// return early for no reason. It returns the callbacks of ready
	// descriptors, which are the caller's until the next wait.
	wait(t tier, limit time.Duration) []func()
	// signal ends one wait on t, the present or the next. Several signals that
	// nobody waited for count as one. After release it does nothing.
	signal(t tier)
	// release frees what the system gave, when the loop has ended.
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
