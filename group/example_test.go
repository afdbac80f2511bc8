package group_test

import (
	"context"
	"fmt"
	"sync"

	"github.com/wakeful-go/wakeful/group"
)

// Each key has a state, which needs no lock: it is used on the key's loop only.
func ExampleKeyed_Do() {
	g, err := group.New(4, group.WithName("accounts"))
	if err != nil {
		fmt.Println(err)
		return
	}
	ended := make(chan error)
	go func() { ended <- g.Run(context.Background()) }()

	balances, err := group.NewKeyed[string, int](g)
	if err != nil {
		fmt.Println(err)
		return
	}
	var deposits sync.WaitGroup
	for range 100 {
		deposits.Go(func() {
			_ = balances.Do("alice", func(balance *int) { *balance += 10 })
		})
	}
	deposits.Wait()
	_ = balances.Do("alice", func(balance *int) { fmt.Println("alice has", *balance) })
	if err := g.Shutdown(context.Background()); err != nil {
		fmt.Println(err)
	}
	fmt.Println(<-ended)
	// Output:
	// alice has 1000
	// <nil>
}

// The number of loops changes while the group runs. Keys move, and nothing is lost.
func ExampleGroup_Resize() {
	g, err := group.New(1, group.WithName("orders"))
	if err != nil {
		fmt.Println(err)
		return
	}
	ended := make(chan error)
	go func() { ended <- g.Run(context.Background()) }()
	ready := make(chan struct{})
	if err := g.Pick().Submit(func() { close(ready) }); err != nil {
		fmt.Println(err)
	}
	<-ready // Resize needs a group that runs
	if err := g.Resize(context.Background(), 3); err != nil {
		fmt.Println(err)
	}
	for _, l := range g.Loops() {
		fmt.Println(l.Name())
	}
	_ = g.Close()
	fmt.Println(<-ended)
	// Output:
	// orders/0
	// orders/1
	// orders/2
	// <nil>
}
