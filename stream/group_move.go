package stream

// This file owns what a group moves: the connections of a GroupListener that agreed to it.

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful"
)

// movableConns are the connections of a listener that agreed to be moved, for the group.
type movableConns GroupListener

// Move implements movable.Work.
func (g *movableConns) Move(ctx context.Context, from *wakeful.Loop, to func() *wakeful.Loop, choose func(loads []float64) []int) {
	var pending atomic.Int64
	done := make(chan struct{})
	settle := func() {
		if pending.Add(-1) == 0 {
			close(done)
		}
	}
	pending.Store(1)
	err := from.SubmitUnlimited(func() {
		defer settle()
		conns, loads := (*GroupListener)(g).movable(from)
		for _, i := range choose(loads) {
			c := conns[i]
			pending.Add(1)
			c.leave(to(), func(c *Conn, err error) {
				settle()
				if moved := c.mobility.moved; err == nil && moved != nil {
					moved(c)
				}
			}, settle)
		}
	})
	if err != nil {
		return
	}
	select {
	case <-done:
	case <-ctx.Done():
	case <-from.Done():
	}
}

// movable returns the listener's connections on a loop that may be moved, in the order in which they
// joined it, and the part of the recent time that each took. Loop only.
func (l *GroupListener) movable(loop *wakeful.Loop) (conns []*Conn, loads []float64) {
	now := time.Now()
	for _, m := range sets.Get(loop).ordered() {
		c, ok := m.(*Conn)
		if !ok || c.closed || c.closing || c.moving || c.mobility.listener != l || c.mobility.moved == nil || c.layer != nil && c.layer.movable() != nil {
			continue
		}
		c.mobility.decay(now)
		conns, loads = append(conns, c), append(loads, c.mobility.busy/float64(mobilityWindow))
	}
	return conns, loads
}
