package wakeful_test

// The types that have no example elsewhere, and guest mode.

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful"
)

// A package that is built on loops stores what it has for each loop.
func ExampleLoopLocal() {
	names := wakeful.NewLoopLocal(func(*wakeful.Loop) *[]string { return new([]string) })
	a, _ := wakeful.New()
	b, _ := wakeful.New()
	defer a.Close()
	defer b.Close()
	*names.Get(a) = append(*names.Get(a), "first", "second")
	*names.Get(b) = append(*names.Get(b), "other")
	fmt.Println(*names.Get(a), *names.Get(b))
	// Output: [first second] [other]
}

// A strategy that polls only while the loop is idle for less than 50 us on average.
type pollIfSoon struct{}

func (pollIfSoon) Wait(s *wakeful.IdleState) {
	for polls := 0; polls < 100 && s.AverageIdle() < 50*time.Microsecond && !s.Ready(); polls++ {
	}
}

func ExampleIdleState() {
	loop, _ := wakeful.New(wakeful.WithWaitStrategy(pollIfSoon{}), wakeful.WithAutoExit())
	loop.AfterFunc(time.Millisecond, func() { fmt.Println("work came late") })
	loop.Run(context.Background())
	// Output: work came late
}

// Options can be collected before the loop is made. An invalid value is an error of New.
func ExampleOption() {
	options := []wakeful.Option{wakeful.WithName("orders"), wakeful.WithAutoExit()}
	loop, err := wakeful.New(options...)
	fmt.Println(loop.Name(), err)
	_, err = wakeful.New(append(options, wakeful.WithMaxWorkers(0))...)
	fmt.Println(errors.Is(err, wakeful.ErrInvalidOption))
	loop.Close()
	// Output:
	// orders <nil>
	// true
}

// A full mailbox tells its senders.
func ExampleMailboxOption() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	errFull := errors.New("the shop is full")
	admitted := 0
	guests, _ := wakeful.NewMailbox(loop, func(name string) { fmt.Println("welcome,", name) },
		wakeful.WithAdmission(func(string) error {
			if admitted == 2 {
				return errFull
			}
			admitted++ // under the mailbox's lock
			return nil
		}))
	for _, name := range []string{"Ada", "Bob", "Cem"} {
		if err := guests.Send(name); err != nil {
			fmt.Println(name, err)
		}
	}
	loop.Run(context.Background())
	// Output:
	// Cem the shop is full
	// welcome, Ada
	// welcome, Bob
}

// At the end, everything that was given to the loop is accounted for.
func ExampleMetrics() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	loop.Submit(func() { loop.QueueMicrotask(func() {}) })
	loop.AfterFunc(0, func() {})
	loop.Run(context.Background())
	m := loop.Metrics()
	fmt.Println(m.Executed, "function,", m.TimersFired, "timer,", m.Microtasks, "microtask,", m.Queued, "queued")
	// Output: 1 function, 1 timer, 1 microtask, 0 queued
}

// Each policy answers the third function of a queue for two in its way.
func ExampleOverflowPolicy() {
	for _, policy := range []wakeful.OverflowPolicy{wakeful.OverflowReject, wakeful.OverflowDropOldest} {
		loop, _ := wakeful.New(wakeful.WithQueueLimit(2, policy), wakeful.WithAutoExit())
		var ran []int
		var refused error
		for i := range 3 {
			refused = loop.Submit(func() { ran = append(ran, i) })
		}
		loop.Run(context.Background())
		fmt.Println(policy, ran, refused)
	}
	// Output:
	// OverflowReject [0 1] wakeful: the queue is full; try again later: limit 2
	// OverflowDropOldest [1 2] <nil>
}

// The caller of Call gets the panic of its function, with the stack.
func ExamplePanicError() {
	loop, _ := wakeful.New(wakeful.WithName("orders"))
	go loop.Run(context.Background())
	_, err := loop.Call(context.Background(), func() (int, error) { panic("no stock") })
	if panicked, ok := errors.AsType[*wakeful.PanicError](err); ok {
		fmt.Println(panicked.Value, "on loop", panicked.Loop)
		fmt.Println(strings.Contains(string(panicked.Stack), "ExamplePanicError"))
	}
	loop.Shutdown(context.Background())
	// Output:
	// no stock on loop orders
	// true
}

// FixedRate starts a period every five minutes. FixedDelay starts it five minutes after the last
// callback has ended.
func ExampleRepeatMode() {
	loop, _ := wakeful.New()
	defer loop.Close()
	_, err := loop.Every(5*time.Minute, func() {}, wakeful.WithRepeatMode(wakeful.FixedDelay))
	fmt.Println(wakeful.FixedDelay, err)
	_, err = loop.Every(5*time.Minute, func() {}, wakeful.WithRepeatMode(wakeful.RepeatMode(7)))
	fmt.Println(errors.Is(err, wakeful.ErrInvalidPeriod))
	// Output:
	// FixedDelay <nil>
	// true
}

func ExampleRepeatOption() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	options := []wakeful.RepeatOption{wakeful.WithRepeatMode(wakeful.FixedDelay)}
	var timer *wakeful.Timer
	timer, _ = loop.Every(time.Millisecond, func() {
		fmt.Println("once")
		timer.Stop()
	}, options...)
	loop.Run(context.Background())
	// Output: once
}

// Conditions combine to a set.
func ExampleEvents() {
	events := wakeful.Readable | wakeful.Hangup
	fmt.Println(events, events&wakeful.Writable != 0)
	// Output: readable|hangup false
}

// In guest mode a host calls the loop, here once per frame. wake tells a host that waits.
func ExampleWithHost() {
	woken := make(chan struct{}, 1)
	loop, _ := wakeful.New(wakeful.WithHost(func() {
		select {
		case woken <- struct{}{}:
		default: // the host knows already
		}
	}))
	loop.Start(context.Background())
	go loop.Submit(func() { fmt.Println("runs on the host's goroutine") })
	<-woken
	more, err := loop.RunUntil(time.Now().Add(time.Minute))
	fmt.Println(more, err)
	loop.Close()
	_, err = loop.RunUntil(time.Time{})
	fmt.Println(errors.Is(err, wakeful.ErrClosed))
	// Output:
	// runs on the host's goroutine
	// false <nil>
	// true
}
