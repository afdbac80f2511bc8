package main

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/telemetry"
)

// shop is the state of the service. Only callbacks of its loop use it, except for the immutable
// fields.
type shop struct {
	loop *wakeful.Loop
	read func() // reads the catalogue from a disk

	orders int
	prices []float64
}

// The intervals of the planted mistakes.
const (
	priceInterval     = 700 * time.Millisecond
	catalogueInterval = 12 * time.Second
	priceCount        = 60_000
)

// schedule sets the timers of the shop.
func (s *shop) schedule() error {
	if _, err := s.loop.Every(priceInterval, s.recomputePrices); err != nil {
		return err
	}
	_, err := s.loop.Every(catalogueInterval, s.reloadCatalogue)
	return err
}

// order is the normal work of the loop: a short callback.
func (s *shop) order() {
	s.orders++
	if len(s.prices) > 0 {
		_ = s.prices[s.orders%len(s.prices)]
	}
}

// recomputePrices is the planted slow callback. It sorts all prices, which takes some milliseconds.
func (s *shop) recomputePrices() {
	prices := make([]float64, priceCount)
	for i := range prices {
		prices[i] = rand.Float64()
	}
	slices.SortFunc(prices, cmp.Compare)
	s.prices = prices
}

// reloadCatalogue is the planted stall. It reads from a disk, which blocks the loop. Loop.RunBlocking
// would read on another goroutine.
func (s *shop) reloadCatalogue() { s.read() }

// customer sends orders in bursts, until ctx ends or the loop does.
func (s *shop) customer(ctx context.Context) {
	named := telemetry.Named("confirm an order", s.order) // instead of the function's own name
	for ctx.Err() == nil {
		for range rand.IntN(400) {
			if s.loop.Submit(s.order) != nil {
				return
			}
		}
		if s.loop.Submit(named) != nil {
			return
		}
		select {
		case <-time.After(time.Duration(rand.ExpFloat64() * float64(4*time.Millisecond))):
		case <-ctx.Done():
		}
	}
}
