package wakeful_test

// Timers, also in fake time.

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
)

func ExampleLoop_AfterFunc() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	loop.AfterFunc(time.Millisecond, func() { fmt.Println("soon") })
	loop.AfterFunc(2*time.Millisecond, func() { fmt.Println("later") })
	loop.Run(context.Background())
	// Output:
	// soon
	// later
}

func ExampleLoop_Every() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	n := 0
	var timer *wakeful.Timer
	timer, _ = loop.Every(time.Millisecond, func() {
		n++
		fmt.Println(n)
		if n == 3 {
			timer.Stop()
		}
	}, wakeful.WithRepeatMode(wakeful.FixedDelay))

	loop.Run(context.Background())
	// Output:
	// 1
	// 2
	// 3
}

func ExampleTimer_Stop() {
	loop, _ := wakeful.New()
	timer, _ := loop.AfterFunc(time.Hour, func() { fmt.Println("never") })
	fmt.Println(timer.Stop(), timer.Stop())
	// Output: true false
}

// Each heartbeat postpones the timeout.
func ExampleTimer_Reset() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	idle, _ := loop.AfterFunc(time.Hour, func() { fmt.Println("nobody has called for a while") })
	loop.Submit(func() { idle.Reset(time.Millisecond) })
	loop.Run(context.Background())
	// Output: nobody has called for a while
}

// A housekeeping timer does not keep the loop running.
func ExampleTimer_Unref() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	sweep, _ := loop.Every(time.Hour, func() { fmt.Println("sweep") }, wakeful.WithRepeatMode(wakeful.FixedDelay))
	sweep.Unref()
	loop.Submit(func() { fmt.Println("work") })
	loop.Run(context.Background()) // returns at once
	// Output: work
}

func ExampleTimer_Ref() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	timer, _ := loop.AfterFunc(time.Millisecond, func() { fmt.Println("waited for") })
	timer.Unref()
	timer.Ref()
	loop.Run(context.Background())
	// Output: waited for
}

// An hour of timers without waiting: in a testing/synctest bubble a waiting loop is durably
// blocked, so the bubble's clock jumps from deadline to deadline. Make and run the loop in the
// bubble, with the default wait strategy.
func TestExampleFakeTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		loop, err := wakeful.New()
		if err != nil {
			t.Fatal(err)
		}
		began, beats := time.Now(), 0
		loop.Every(time.Second, func() { beats++ })
		loop.AfterFunc(time.Hour, func() { loop.Close() })
		loop.Run(t.Context())
		if passed := time.Since(began); passed != time.Hour || beats != 3599 {
			t.Errorf("%d heartbeats in %v", beats, passed)
		}
	})
}
