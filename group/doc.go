// Package group runs several loops as one. A loop uses one processor and one goroutine. A program
// that needs more distributes its connections and its state over several loops. Then something has
// to decide where each goes, what happens when the number of loops changes, and how the loops start
// and end together. A [Group] does that.
//
//	g, err := group.New(4, group.WithName("orders")) // orders/0 to orders/3
//	if err != nil {
//		return err
//	}
//	go g.Run(ctx)
//	err = g.Pick().Submit(work)                // on the less loaded of two loops
//	err = g.LoopFor("customer 7").Submit(work) // on the same loop for the same key
//
// # Where work goes
//
// [Group.Pick] compares two loops chosen at random and returns the less loaded one. Use it for work
// that may run anywhere. [Group.LoopFor] returns the loop of a key. A [KeyedState] keeps a state
// for each key and runs functions with it, one at a time, and a batch for many keys hands over one
// function to each loop. ListenGroup of package stream accepts
// connections for a group.
//
// # The number of loops
//
// [Group.Resize] adds loops, or removes the last ones. The keys of each KeyedState move with their
// state and their queued functions, in order. Connections that agreed to be moved, as package
// stream documents, move as well. With [WithRebalancing], keys and connections also move from the
// busiest loop to the idlest.
//
// # Which goroutine
//
// Any goroutine may call every method of a Group and of a KeyedState. Group.Run, Group.Resize,
// Group.Shutdown and KeyedState.Close wait for the loops, or for something that does. A callback of
// one of these loops must not: there Resize and KeyedState.Close return [ErrOnLoop], and Shutdown
// returns nil at once.
package group
