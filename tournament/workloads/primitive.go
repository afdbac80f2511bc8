package workloads

import (
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

var primitiveCost = &Workload{
	Name: "primitive-cost",
	Summary: "Single operations of the machine. Send and write: what a notification costs its sender, over a channel and over an eventfd, without a " +
		"waiter, with one that polls (awake), and with one that is parked (asleep). Wake: from the notification until the waiter continues. " +
		"Epoll-wait: one call that finds nothing. Cas: a compare-and-swap on a flag while another processor writes a word beside it, in the same " +
		"cache line (unpadded) or in another (padded). Sleep-100ns and clock: one call. The value of a notification is the median, without reading the clock.",
	Unit: nsPerOp,
	Variants: append([]map[string]string{
		{"primitive": "cas", "cells": "unpadded"}, {"primitive": "cas", "cells": "padded"},
		{"primitive": "channel-send", "waiter": "none"}, {"primitive": "channel-send", "waiter": "awake"}, {"primitive": "channel-send", "waiter": "asleep"},
		{"primitive": "channel-wake", "waiter": "awake"}, {"primitive": "channel-wake", "waiter": "asleep"},
		{"primitive": "eventfd-write", "waiter": "none"}, {"primitive": "eventfd-write", "waiter": "awake"}, {"primitive": "eventfd-write", "waiter": "asleep"},
		{"primitive": "eventfd-wake", "waiter": "awake"}, {"primitive": "eventfd-wake", "waiter": "asleep"},
	}, variants("primitive", "epoll-wait", "sleep-100ns", "clock")...),
	Extra:   true,
	Needs:   contest.Primitives,
	prepare: preparePrimitive,
	refuses: func(_ contest.Entry, params map[string]string) string {
		switch {
		case usesEpoll(params["primitive"]) && !hasEpoll:
			return "this system has no eventfd and no epoll"
		case params["primitive"] == "cas" || params["waiter"] == "awake":
			return needTwoProcessors()
		}
		return ""
	},
}

func preparePrimitive(s *session) (pass, error) {
	primitive := s.params["primitive"]
	switch primitive {
	case "cas":
		return s.contendedFlag(), nil
	case "sleep-100ns":
		return s.repeated(func() { time.Sleep(100 * time.Nanosecond) }), nil
	case "clock":
		return s.repeated(func() { _ = time.Now() }), nil
	}
	var b notifier
	if usesEpoll(primitive) {
		var err error
		if b, err = newEventNotifier(); err != nil {
			return nil, err
		}
		s.addCleanup(b.close)
	} else {
		b = make(channelNotifier, 1)
	}
	switch {
	case primitive == "epoll-wait":
		return s.repeated(func() { b.notified() }), nil
	case s.params["waiter"] == "none":
		return s.notifyWithoutWaiter(b), nil
	}
	return s.notifyWithWaiter(b), nil
}

// repeated times calls of one function.
func (s *session) repeated(call func()) pass {
	return s.sized(s.timed(func(n int) error {
		for range n {
			call()
		}
		return nil
	}))
}

// A notifier wakes one waiter. Several notifications before the waiter notices may count as one.
type notifier interface {
	notify()
	// notified consumes a notification and reports whether there was one. It does not wait.
	notified() bool
	// wait sleeps until there is a notification, and consumes it. It returns false after a
	// spurious wake-up.
	wait() bool
	close()
}

func usesEpoll(primitive string) bool {
	return primitive == "epoll-wait" || strings.HasPrefix(primitive, "eventfd-")
}

// channelNotifier is a one-slot channel.
type channelNotifier chan struct{}

func (b channelNotifier) notify() {
	select {
	case b <- struct{}{}:
	default:
	}
}

func (b channelNotifier) notified() bool {
	select {
	case <-b:
		return true
	default:
		return false
	}
}

func (b channelNotifier) wait() bool { <-b; return true }
func (channelNotifier) close()       {}

// notifyWithoutWaiter times notifications without a waiter. Each is the first after the one before
// was consumed.
func (s *session) notifyWithoutWaiter(b notifier) pass {
	return s.typicalCost(1, func() (time.Duration, error) {
		s.watch.resume()
		b.notify()
		part := s.watch.pause()
		b.notified()
		return part, nil
	})
}

// notifyWithWaiter times notifications with a waiter: either the duration of the call, or the time
// until the waiter continues.
func (s *session) notifyWithWaiter(b notifier) pass {
	w := &waiter{notifier: b, epoch: time.Now(), ended: make(chan struct{})}
	if s.params["waiter"] == "asleep" {
		go w.run(b.wait)
	} else {
		go w.run(b.notified)
	}
	s.addCleanup(w.end)
	if strings.HasSuffix(s.params["primitive"], "-wake") {
		return s.typical(1, func() (time.Duration, error) {
			before := w.at.Load()
			s.watch.resumeAt(time.Now().Add(settleTime))
			b.notify()
			err := s.answered(w, before)
			return s.watch.pauseAt(w.epoch.Add(time.Duration(w.at.Load()))), err
		})
	}
	return s.typicalCost(1, func() (time.Duration, error) {
		before := w.at.Load()
		s.watch.resumeAt(time.Now().Add(settleTime))
		b.notify()
		part := s.watch.pause()
		return part, s.answered(w, before)
	})
}

// answered yields until the waiter has noticed a new notification.
func (s *session) answered(w *waiter, before int64) error {
	for w.at.Load() == before {
		if s.ctx.Err() != nil {
			return s.stalled()
		}
		runtime.Gosched()
	}
	return nil
}

// A waiter waits for a notifier on a separate goroutine and records when it continued.
type waiter struct {
	notifier notifier
	// at is the time at which the waiter noticed the latest notification, in ns since the epoch.
	// The waiter stores it, the owner loads it.
	at    atomic.Int64
	epoch time.Time
	// over is stored by the owner before its last notification.
	over  atomic.Bool
	ended chan struct{}
}

// run waits for one notification after the other by calls of notified, which may sleep.
func (w *waiter) run(notified func() bool) {
	defer close(w.ended)
	for looks := 1; ; looks++ {
		if !notified() {
			if looks%yieldAfter == 0 {
				runtime.Gosched()
			}
			continue
		}
		now := time.Since(w.epoch)
		if w.over.Load() {
			return
		}
		w.at.Store(int64(now))
	}
}

func (w *waiter) end() {
	w.over.Store(true)
	w.notifier.notify()
	<-w.ended
}

// contendedFlag times compare-and-swaps of one goroutine while another one continuously writes a
// word near the flag.
func (s *session) contendedFlag() pass {
	var cells struct {
		_    [64]byte
		flag atomic.Uint32 // swapped by the owner
		near atomic.Uint32 // written by the neighbour, in the flag's cache line
		_    [120]byte     // two cache lines, because processors fetch them in pairs
		far  atomic.Uint32 // written by the neighbour, in another cache line
		_    [124]byte
	}
	beside := &cells.near
	if s.params["cells"] == "padded" {
		beside = &cells.far
	}
	over, ended := new(atomic.Bool), make(chan struct{})
	go func() {
		defer close(ended)
		for n := uint32(0); !over.Load(); n++ {
			beside.Store(n)
			if n%yieldAfter == 0 {
				runtime.Gosched()
			}
		}
	}()
	s.addCleanup(func() {
		over.Store(true)
		<-ended
	})
	value := uint32(0)
	return s.repeated(func() {
		if cells.flag.CompareAndSwap(value, value+1) { // only this goroutine swaps it
			value++
		}
	})
}
