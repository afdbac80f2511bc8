package group_test

import (
	"context"
	"fmt"

	"github.com/wakeful-go/wakeful/group"
)

// Accounts on four loops. Each account has a balance, which needs no lock: only functions on the
// account's loop use it, one at a time.
func Example() {
	g, err := group.New(4, group.WithName("accounts"))
	if err != nil {
		fmt.Println(err)
		return
	}
	ended := make(chan error)
	go func() { ended <- g.Run(context.Background()) }()

	balances, err := group.NewKeyedState[string, int](g) // an int for each string
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 100 {
		for _, name := range []string{"alice", "bob"} {
			if err := balances.Submit(name, func(balance *int) { *balance += 10 }); err != nil {
				fmt.Println(err)
			}
		}
	}
	answers := make(chan int)
	_ = balances.Submit("alice", func(balance *int) { answers <- *balance })
	fmt.Println("alice has", <-answers)

	if err := g.Shutdown(context.Background()); err != nil {
		fmt.Println(err)
	}
	fmt.Println(<-ended)
	// Output:
	// alice has 1000
	// <nil>
}
