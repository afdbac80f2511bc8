package wakeful_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"sync/atomic"

	"github.com/wakeful-go/wakeful"
)

// Reading a file blocks, so a goroutine does it. The loop waits for the result, although nothing
// else is left to do, and prints it.
func ExampleLoop_RunBlocking() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	firstLine := func(context.Context) (string, error) {
		file, err := os.Open("go.mod")
		if err != nil {
			return "", err
		}
		defer file.Close()
		lines := bufio.NewScanner(file)
		lines.Scan()
		return lines.Text(), lines.Err()
	}
	loop.RunBlocking(context.Background(), firstLine, func(line string, err error) {
		fmt.Println(line, err, loop.OnLoop())
	})
	loop.Run(context.Background())
	// Output: module github.com/wakeful-go/wakeful <nil> true
}

// Work that returns when its context ends lets Shutdown return soon. Its result is still delivered.
func ExampleLoop_RunBlocking_shutdown() {
	loop, _ := wakeful.New()
	go loop.Run(context.Background())
	loop.RunBlocking(context.Background(), func(ctx context.Context) (int, error) {
		<-ctx.Done() // or any call with a context: a query, a request, a command
		return 0, context.Cause(ctx)
	}, func(_ int, err error) { fmt.Println(err) })
	loop.Shutdown(context.Background())
	// Output: wakeful: the loop has been shut down or closed
}

// Many files are read, a few at a time. Waiting work uses no goroutine.
func ExampleWithMaxWorkers() {
	loop, _ := wakeful.New(wakeful.WithMaxWorkers(2), wakeful.WithAutoExit())
	var atOnce atomic.Int64
	done, most := 0, int64(0)
	for range 100 {
		loop.RunBlocking(context.Background(), func(context.Context) (int64, error) {
			defer atOnce.Add(-1)
			return atOnce.Add(1), nil
		}, func(n int64, _ error) {
			most = max(most, n)
			done++
		})
	}
	loop.Run(context.Background())
	fmt.Println(done, most <= 2)
	// Output: 100 true
}
