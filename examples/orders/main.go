// Command orders counts the orders of accounts in three processes, which it kills at random while
// the orders flow. In the end the accounts equal a reference.
//
//	go run ./examples/orders
//	go run ./examples/orders -records 1000000 -kills 50
//
// The broker is a NATS server in this process. The accounts are in bbolt files in a directory, with
// the position of the last order that was applied to each, in one transaction. So an order that is
// delivered again has no effect.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	if isWorker() {
		err = work(ctx)
	} else {
		var p plan
		flag.IntVar(&p.records, "records", 100_000, "how many orders there are")
		flag.IntVar(&p.kills, "kills", 10, "how many times a process is killed")
		flag.Parse()
		p.printf = func(format string, args ...any) { fmt.Printf(format+"\n", args...) }
		err = run(ctx, p)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "orders:", err)
		os.Exit(1) //nolint:gocritic // stop has nothing to do any more
	}
}
