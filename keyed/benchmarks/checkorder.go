package main

// This file owns the check of the order: no record of a key runs before the one before it has
// finished, and none runs after it has finished, while handlers end at once, later, and with errors. As
// many records finish as there are, so none is left out.

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/keyedkafka"
)

// round is how many records the topic has. Each consumer group reads all of them.
const round = 2_000_000

// A history is what is known of a key. Its partition is the same for all records.
type history struct {
	next    int64 // no position below it may come
	running atomic.Bool
}

// checkOrder consumes at least n records.
func checkOrder(ctx context.Context, n int) error {
	b, err := startKafka(ctx)
	if err != nil {
		return err
	}
	defer b.close()
	if err := b.fill(ctx, round); err != nil {
		return err
	}
	var violations, repeated int64
	begin := time.Now()
	for done := 0; done < n; {
		v, r, err := b.checkRound(ctx)
		if err != nil {
			return err
		}
		violations, repeated, done = violations+v, repeated+r, done+round
		fmt.Printf("%d records, %d failed and ran again, %d order violations, %.0f s\n", done, repeated, violations, time.Since(begin).Seconds())
	}
	if violations > 0 {
		return fmt.Errorf("%d order violations", violations)
	}
	return nil
}

var errAgain = errors.New("once more")

// checkRound consumes all records once.
func (b *kafkaBroker) checkRound(ctx context.Context) (violations, repeated int64, err error) {
	source, err := keyedkafka.New(b.options()...)
	if err != nil {
		return 0, 0, err
	}
	g, err := group.New(2)
	if err != nil {
		return 0, 0, err
	}
	ended := make(chan error, 1)
	go func() { ended <- g.Run(ctx) }()
	var wrong, again atomic.Int64
	w := newWatch(round)
	consumer, err := keyed.Consume(g, source, keyed.StringKey, func(h **history, r keyed.Record, done func(error)) {
		if *h == nil {
			*h = new(history)
		}
		k := *h
		if !k.running.CompareAndSwap(false, true) || r.Position() < k.next {
			wrong.Add(1)
		}
		finish := func(err error) {
			k.running.Store(false)
			done(err)
			if err == nil {
				w.count(1)
			}
		}
		switch chance := r.Position() * 2654435761 % 1000; {
		case chance == 0 && r.Attempt() == 1:
			again.Add(1)
			finish(errAgain)
			return
		case chance < 20:
			k.next = r.Position() + 1
			go finish(nil)
		default:
			k.next = r.Position() + 1
			finish(nil)
		}
	}, keyed.WithMaxInFlight(*inFlight), keyed.WithBackoff(time.Millisecond, time.Millisecond))
	if err != nil {
		return 0, 0, err
	}
	err = errors.Join(w.wait(ctx), consumer.Drain(ctx), g.Shutdown(ctx), <-ended)
	return wrong.Load(), again.Load(), err
}
