// Package group runs several loops as one. A loop uses one processor and one goroutine. A program
// that needs more distributes its connections and its state over several loops. Then something has
// to decide where each goes, what happens when the number of loops changes, and how the loops start
// and end together. A Group does that.
//
//	g, err := group.New(4, group.WithName("orders")) // orders/0 to orders/3
//	if err != nil {
//		return err
//	}
//	go g.Run(ctx)
//	g.Pick().Submit(work)       // the less loaded of two loops
//	g.For("customer 7").Submit(work) // always the same loop for a key
//
// # Placement
//
// Pick compares two loops chosen at random and returns the one with the lower load. For returns the
// loop of a key. Keyed keeps a state for each key on one of the loops and runs functions there.
// Package stream accepts connections for a group with ListenGroup.
//
// # The number of loops
//
// Resize adds loops, or removes the last ones. Keys move with their state and their queued
// functions, in order. Connections that agreed to be moved (stream.Conn.Movable) move as well. With
// WithRebalancing, keys and connections also move from the busiest loop to the idlest.
//
// # Which goroutine
//
// Any goroutine may call every method of a Group and of a Keyed. Run, Resize and Shutdown wait for
// the loops, which a callback of one of these loops must not do: there Resize returns ErrOnLoop,
// and Shutdown returns nil at once.
package group
