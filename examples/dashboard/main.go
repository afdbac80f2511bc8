// Command dashboard is a small service that shows the activity of its event loops: on a live page,
// in its log, and to Prometheus. It contains two planted mistakes, a callback that computes for too
// long and one that blocks. All three outputs name them.
//
//	go run ./dashboard -listen localhost:7003
//
// Then open http://localhost:7003/debug/loops, or scrape http://localhost:7003/metrics. Put both
// behind authentication in a service that others can reach, as you do with net/http/pprof.
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// slowDisk is the duration of the planted stall.
const slowDisk = 400 * time.Millisecond

func main() {
	address := flag.String("listen", "localhost:7003", "address to listen on")
	customers := flag.Int("customers", 3, "goroutines that send orders")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	logger := slog.New(slog.NewTextHandler(os.Stderr, nil))
	err := func() error {
		s, err := start(*address, logger, func() { time.Sleep(slowDisk) })
		if err != nil {
			return err
		}
		fmt.Printf("open http://%s/debug/loops\n", s.listener.Addr())
		for range *customers {
			go s.shop.customer(ctx)
		}
		if err := s.shop.schedule(); err != nil {
			return err
		}
		<-ctx.Done()
		return s.shutdown()
	}()
	if err != nil {
		fmt.Fprintln(os.Stderr, "dashboard:", err)
		os.Exit(1)
	}
}
