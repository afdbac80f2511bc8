package group_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
)

// startGroup returns a group that runs, and a function that shuts it down.
func startGroup(n int, options ...group.Option) (*group.Group, func()) {
	g, err := group.New(n, options...)
	if err != nil {
		panic(err)
	}
	ended := make(chan error)
	go func() { ended <- g.Run(context.Background()) }()
	return g, func() {
		if err := errors.Join(g.Shutdown(context.Background()), <-ended); err != nil {
			fmt.Println(err)
		}
	}
}

// Functions of the same key run on the same loop, in order. LoopFor needs no state.
func ExampleGroup() {
	g, end := startGroup(4)
	loop := g.LoopFor("customer 7")
	for i := range 3 {
		_ = loop.Submit(func() { fmt.Println("step", i) })
	}
	end()
	// Output:
	// step 0
	// step 1
	// step 2
}

// The number of loops changes while the group runs. Keys move, and nothing is lost.
func ExampleGroup_Resize() {
	g, end := startGroup(1, group.WithName("orders"))
	defer end()
	ready := make(chan struct{})
	_ = g.Pick().Submit(func() { close(ready) })
	<-ready // Resize needs a group that runs
	if err := g.Resize(context.Background(), 3); err != nil {
		fmt.Println(err)
	}
	for _, l := range g.Loops() {
		fmt.Println(l.Name())
	}
	// Output:
	// orders/0
	// orders/1
	// orders/2
}

// One handler gets the panics of all loops, one at a time.
func ExampleOption() {
	g, end := startGroup(2, group.WithName("shop"), group.WithPanicHandler(func(e *wakeful.PanicError) {
		fmt.Println(e.Loop, "goes on after:", e.Value)
	}))
	_ = g.Loops()[1].Submit(func() { panic("no such order") })
	end()
	// Output: shop/1 goes on after: no such order
}

// A function of a key can use other keys: it submits functions for them.
func ExampleKeyedState() {
	g, end := startGroup(4)
	defer end()
	balances, err := group.NewKeyedState[string, int](g)
	if err != nil {
		fmt.Println(err)
		return
	}
	done := make(chan struct{})
	_ = balances.Submit("alice", func(balance *int) {
		*balance -= 10
		_ = balances.Submit("bob", func(balance *int) {
			*balance += 10
			fmt.Println("bob has", *balance)
			close(done)
		})
	})
	<-done // a group that is shutting down accepts nothing more
	// Output: bob has 10
}

// The state of a key is made before its first function, and saved when the key has been idle for a
// minute and at the end of the group.
func ExampleKeyedStateOption() {
	g, end := startGroup(1)
	visits, err := group.NewKeyedState(g,
		group.WithNewState(func(page string) int { return 100 }), // from the database
		group.WithEviction(time.Minute, func(page string, n *int) error {
			fmt.Println("save", page, *n)
			return nil // after an error the state stays
		}))
	if err != nil {
		fmt.Println(err)
		return
	}
	_ = visits.Submit("/index.html", func(n *int) { *n++ })
	end()
	// Output: save /index.html 101
}

// The counters of all loops, and their sum.
func ExampleMetrics() {
	g, end := startGroup(2)
	for _, l := range g.Loops() {
		_ = l.Submit(func() {})
	}
	end()
	m := g.Metrics()
	fmt.Println("functions that ran:", m.Total.Executed)
	// Output: functions that ran: 2
}

// The counters of each loop show which one is behind.
func ExampleLoopMetrics() {
	g, err := group.New(2, group.WithName("mail"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer g.Close()
	_ = g.Loops()[1].Submit(func() {}) // it waits for Run
	for _, m := range g.Metrics().Loops {
		fmt.Println(m.Loop.Name(), "has", m.Queued, "in its queue")
	}
	// Output:
	// mail/0 has 0 in its queue
	// mail/1 has 1 in its queue
}

// Keys and connections move from a busy loop to an idle one when the loops' utilization has
// differed by 30 percentage points for five times 200 ms.
func ExampleRebalancing() {
	g, end := startGroup(4, group.WithRebalancing(group.Rebalancing{
		Interval:        200 * time.Millisecond,
		StartDifference: 0.3,
		Confirmations:   5,
	}))
	fmt.Println(len(g.Loops()), "loops")
	end()
	// Output: 4 loops
}

// A function of Rebalancing.OnMove can log what has moved.
func ExampleMove() {
	logMove := func(m group.Move) {
		fmt.Printf("%s to %s: %.0f %% of its load moved, %.0f %% were planned\n",
			m.From.Name(), m.To.Name(), 100*m.Moved, 100*m.Planned)
	}
	g, err := group.New(2, group.WithName("chat"), group.WithRebalancing(group.Rebalancing{OnMove: logMove}))
	if err != nil {
		panic(err)
	}
	defer g.Close()
	logMove(group.Move{From: g.Loops()[0], To: g.Loops()[1], Planned: 0.25, Moved: 0.2})
	// Output: chat/0 to chat/1: 20 % of its load moved, 25 % were planned
}

// A batch of commands hands over one function to each loop.
func ExampleKeyedState_SubmitBatch() {
	g, end := startGroup(2)
	stock, err := group.NewKeyedState[string, int](g)
	if err != nil {
		fmt.Println(err)
		return
	}
	articles := []string{"pen", "book", "pen"}
	var sold sync.WaitGroup
	sold.Add(len(articles))
	_, err = stock.SubmitBatch(articles, func(states iter.Seq2[int, *int]) {
		for _, n := range states { // the articles of this loop
			*n--
			sold.Done()
		}
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	sold.Wait()
	_ = stock.Submit("pen", func(n *int) { fmt.Println(*n) })
	end()
	// Output: -2
}

// A state that is not worth keeping is deleted. A look at a key that has no state makes none.
func ExampleKeyedState_DeleteFunc() {
	g, end := startGroup(2)
	visits, err := group.NewKeyedState[string, int](g)
	if err != nil {
		fmt.Println(err)
		return
	}
	_ = visits.Submit("alice", func(n *int) { *n++ })
	few := func(n *int) bool { return n != nil && *n < 2 }
	_ = visits.DeleteFunc("alice", few)
	_ = visits.DeleteFunc("bob", few)
	end()
	fmt.Println(visits.Len())
	// Output: 0
}
