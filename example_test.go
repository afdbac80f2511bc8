package wakeful_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful"
)

// A loop owns some state. Other goroutines submit functions to it and call it for results.
func Example() {
	loop, err := wakeful.New()
	if err != nil {
		panic(err)
	}
	go loop.Run(context.Background())

	visits := map[string]int{} // only callbacks use it, so it needs no lock
	var clients sync.WaitGroup
	for range 100 {
		clients.Go(func() { loop.Submit(func() { visits["/"]++ }) })
	}
	clients.Wait()

	n, err := loop.Call(context.Background(), func() (int, error) { return visits["/"], nil })
	fmt.Println(n, err)
	loop.Shutdown(context.Background())
	// Output: 100 <nil>
}

func ExampleNew() {
	_, err := wakeful.New(wakeful.WithBudget(0))
	fmt.Println(errors.Is(err, wakeful.ErrInvalidOption))
	fmt.Println(err)
	// Output:
	// true
	// wakeful: invalid option: WithBudget(0): at least one function per turn is needed
}

// Run returns the cause of its context's end.
func ExampleLoop_Run() {
	loop, _ := wakeful.New()
	ctx, cancel := context.WithCancelCause(context.Background())
	loop.AfterFunc(time.Millisecond, func() { cancel(errors.New("the lights went out")) })
	fmt.Println(loop.Run(ctx))
	// Output: the lights went out
}

func ExampleLoop_Submit() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	loop.Submit(func() { fmt.Println("first") }) // accepted before Run
	loop.Submit(func() { fmt.Println("second") })
	loop.Run(context.Background())
	fmt.Println(loop.Submit(func() { fmt.Println("never") }))
	// Output:
	// first
	// second
	// wakeful: the loop has been shut down or closed
}

// A full queue makes the submitter wait, until its context ends.
func ExampleLoop_SubmitContext() {
	loop, _ := wakeful.New(wakeful.WithQueueLimit(1, wakeful.OverflowBlock))
	loop.Submit(func() {}) // the loop does not run, so the queue stays full
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	err := loop.SubmitContext(ctx, func() {})
	fmt.Println(errors.Is(err, wakeful.ErrQueueFull), errors.Is(err, context.DeadlineExceeded))
	// Output: true true
}

func ExampleLoop_SubmitPriority() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	loop.Submit(func() { fmt.Println("a user's function") })
	loop.SubmitPriority(func() { fmt.Println("the machinery's function") })
	loop.Run(context.Background())
	// Output:
	// the machinery's function
	// a user's function
}

// A batch is accepted as a whole, and no other function runs inside it.
func ExampleLoop_SubmitBatch() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	loop.SubmitBatch([]func(){
		func() {
			loop.Submit(func() { fmt.Println("later") })
			fmt.Println("one")
		},
		func() { fmt.Println("two") },
	})
	loop.Run(context.Background())
	// Output:
	// one
	// two
	// later
}

// AfterCallback functions run before microtasks, and both before anything else.
func ExampleLoop_AfterCallback() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	loop.Submit(func() {
		loop.QueueMicrotask(func() { fmt.Println("microtask") })
		loop.AfterCallback(func() { fmt.Println("after the callback") })
		fmt.Println("callback")
	})
	loop.Submit(func() { fmt.Println("next callback") })
	loop.Run(context.Background())
	// Output:
	// callback
	// after the callback
	// microtask
	// next callback
}

// A microtask runs before the loop does anything else, so it suits continuing a promise.
func ExampleLoop_QueueMicrotask() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	fmt.Println(loop.QueueMicrotask(func() {}))
	loop.Submit(func() {
		loop.QueueMicrotask(func() { fmt.Println("settled") })
	})
	loop.Run(context.Background())
	// Output:
	// wakeful: called from outside the loop's callbacks; submit a function that does it
	// settled
}

func ExampleLoop_AfterSubmitted() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	loop.Submit(func() {
		loop.AfterSubmitted(func() { fmt.Println("once this turn's functions have run") })
	})
	loop.Submit(func() { fmt.Println("another function") })
	loop.Run(context.Background())
	// Output:
	// another function
	// once this turn's functions have run
}

func ExampleLoop_AtTurnEnd() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	loop.Submit(func() {
		loop.AtTurnEnd(func() { fmt.Println("end of the turn") })
		loop.AfterSubmitted(func() { fmt.Println("after submitted") })
	})
	loop.Run(context.Background())
	// Output:
	// after submitted
	// end of the turn
}

func ExampleNewMailbox() {
	type order struct {
		symbol string
		amount int
	}
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	orders, _ := wakeful.NewMailbox(loop, func(o order) { fmt.Println(o.symbol, o.amount) })
	orders.Send(order{"A", 10}) // sends a value instead of a closure, so it does not allocate
	orders.Send(order{"B", 20})
	loop.Run(context.Background())
	// Output:
	// A 10
	// B 20
}

func ExampleMailbox_Close() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	words, _ := wakeful.NewMailbox(loop, func(s string) { fmt.Println(s) })
	words.Send("sent before")
	words.Close()
	fmt.Println(errors.Is(words.Send("sent after"), wakeful.ErrMailboxClosed))
	loop.Run(context.Background())
	// Output:
	// true
	// sent before
}

func ExampleLoop_Call() {
	loop, _ := wakeful.New()
	go loop.Run(context.Background())
	sum, err := loop.Call(context.Background(), func() (int, error) {
		// On the loop a Call runs at once, so it never waits for itself.
		return loop.Call(context.Background(), func() (int, error) { return 1 + 1, nil })
	})
	fmt.Println(sum, err)

	_, err = loop.Call(context.Background(), func() (int, error) { panic("out of paper") })
	fmt.Println(err)
	loop.Close()
	// Output:
	// 2 <nil>
	// wakeful: panic in a callback (call): out of paper
}

func ExampleLoop_OnLoop() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	loop.Submit(func() { fmt.Println("in a callback:", loop.OnLoop()) })
	loop.Run(context.Background())
	fmt.Println("elsewhere:", loop.OnLoop())
	// Output:
	// in a callback: true
	// elsewhere: false
}

// Accepted functions run before Shutdown returns.
func ExampleLoop_Shutdown() {
	loop, _ := wakeful.New()
	go loop.Run(context.Background())
	loop.Submit(func() { fmt.Println("accepted") })
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	fmt.Println(loop.Shutdown(ctx))
	// Output:
	// accepted
	// <nil>
}

// Close lets the running callback end, and counts the functions that it discards.
func ExampleLoop_Close() {
	loop, _ := wakeful.New()
	loop.Submit(func() { loop.Close() })
	loop.Submit(func() { fmt.Println("never") })
	loop.Run(context.Background())
	fmt.Println(loop.Metrics().Discarded, "discarded")
	// Output: 1 discarded
}

func ExampleLoop_Done() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	go loop.Run(context.Background())
	<-loop.Done()
	fmt.Println("nothing was left to do")
	// Output: nothing was left to do
}

// A goroutine holds a keep-alive, so the loop waits for its result.
func ExampleLoop_KeepAlive() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	loop.Submit(func() {
		pending := loop.KeepAlive()
		go func() {
			answer := 6 * 7
			loop.Submit(func() { fmt.Println(answer) })
			pending.Release()
		}()
	})
	loop.Run(context.Background())
	// Output: 42
}

// A keep-alive can be held repeatedly.
func ExampleKeepAlive_Hold() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	connected := loop.KeepAlive()
	connected.Release()
	connected.Hold()
	loop.AfterFunc(time.Millisecond, func() {
		fmt.Println("disconnected")
		connected.Release()
	})
	loop.Run(context.Background())
	// Output: disconnected
}

func ExampleLoop_Metrics() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	loop.SubmitBatch([]func(){func() {}, func() {}, func() {}})
	loop.Run(context.Background())
	loop.Submit(func() {})
	m := loop.Metrics()
	fmt.Println(m.Submitted, "=", m.Executed, "+", m.Rejected, "+", m.Discarded)
	// Output: 4 = 3 + 1 + 0
}

// With a budget of two, timers and the other phases run after every two functions.
func ExampleWithBudget() {
	loop, _ := wakeful.New(wakeful.WithBudget(2), wakeful.WithAutoExit())
	loop.Submit(func() {
		fmt.Println("one")
		loop.AfterSubmitted(func() { fmt.Println("after submitted") })
	})
	loop.Submit(func() { fmt.Println("two") })
	loop.Submit(func() { fmt.Println("three") })
	loop.Run(context.Background())
	// Output:
	// one
	// two
	// after submitted
	// three
}

// forever queues itself again and again.
func forever(loop *wakeful.Loop) { loop.QueueMicrotask(func() { forever(loop) }) }

func ExampleWithMicrotaskBudget() {
	loop, _ := wakeful.New(
		wakeful.WithMicrotaskBudget(1000),
		wakeful.WithPanicHandler(func(e *wakeful.PanicError) {
			fmt.Println(errors.Is(e, wakeful.ErrMicrotaskBudget))
		}),
	)
	loop.Submit(func() { forever(loop) })
	loop.Submit(func() {
		fmt.Println("the loop still works")
		loop.Close()
	})
	loop.Run(context.Background())
	// Output:
	// true
	// the loop still works
}

func ExampleWithQueueLimit() {
	loop, _ := wakeful.New(wakeful.WithQueueLimit(2, wakeful.OverflowDropOldest), wakeful.WithAutoExit())
	for _, frame := range []string{"frame 1", "frame 2", "frame 3"} {
		loop.Submit(func() { fmt.Println(frame) })
	}
	loop.Run(context.Background())
	fmt.Println(loop.Metrics().Discarded, "discarded")
	// Output:
	// frame 2
	// frame 3
	// 1 discarded
}

func ExampleWithPanicHandler() {
	loop, _ := wakeful.New(wakeful.WithAutoExit(), wakeful.WithPanicHandler(func(e *wakeful.PanicError) {
		fmt.Println(e.Phase, e.Value)
	}))
	loop.Submit(func() { panic("a bug") })
	loop.Submit(func() { runtime.Goexit() })
	loop.Submit(func() { fmt.Println("the loop goes on") })
	go loop.Run(context.Background()) // a Goexit ends the goroutine of Run when the loop has ended
	<-loop.Done()
	// Output:
	// submitted a bug
	// submitted wakeful: the callback called runtime.Goexit
	// the loop goes on
}

func ExampleWithWaitStrategy() {
	loop, _ := wakeful.New(wakeful.WithWaitStrategy(wakeful.Adaptive()))
	go loop.Run(context.Background())
	answer, _ := loop.Call(context.Background(), func() (string, error) { return "sooner", nil })
	fmt.Println(answer)
	loop.Shutdown(context.Background())
	// Output: sooner
}

// pollFirst polls for work a hundred times before the loop parks.
type pollFirst struct{}

func (pollFirst) Wait(w *wakeful.IdleState) {
	for polls := 0; polls < 100 && !w.Ready(); polls++ {
	}
}

func ExampleWaitStrategy() {
	loop, _ := wakeful.New(wakeful.WithWaitStrategy(pollFirst{}), wakeful.WithAutoExit())
	loop.AfterFunc(time.Millisecond, func() { fmt.Println("parked, and woken by the clock") })
	loop.Run(context.Background())
	// Output: parked, and woken by the clock
}

func ExampleLoop_OnShutdown() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	loop.OnShutdown(func() { fmt.Println("the cache is written") })
	loop.Submit(func() { fmt.Println("work") })
	loop.Run(context.Background())
	// Output:
	// work
	// the cache is written
}
