// Package simulation connects loops with the driver of a simulated world, which runs them all on
// one goroutine. Package sim sets Of. Package wakeful asks it for each new loop. The package knows
// neither.
package simulation

import (
	"math/rand/v2"

	"github.com/wakeful-go/wakeful/internal/poll"
)

// Of returns the driver of the world that the calling goroutine belongs to, nil if there is none.
// It is nil in a program without package sim.
var Of func() Driver

// Current calls Of.
func Current() Driver {
	if Of == nil {
		return nil
	}
	return Of()
}

// A Driver runs the loops of a world. Of binds it to the machine where the calling goroutine makes
// something.
type Driver interface {
	// Join adds a new loop, a *wakeful.Loop, which does not run yet.
	Join(loop any) Host
	// Sequence returns the next sequence of random numbers.
	Sequence() *rand.Rand
	// Enter lets the calling goroutine make things on the machine until leave is called.
	Enter() (leave func())
	// Gate returns a function that returns when no callback and no other goroutine of the world
	// runs. Of several goroutines that wait there, those of an older gate come first, and at one
	// gate those with a smaller number.
	Gate() func(number int)
}

// A Host is what one loop needs of its driver. The driver calls RunUntil in place of the goroutine
// of Run, and asks for the next deadline in place of a runtime timer.
type Host interface {
	// Wake is called when the idle loop gets something to do. Any goroutine.
	Wake()
	// Work starts a goroutine of RunBlocking. Any goroutine.
	Work(run func())
	// Gate is called by such a goroutine before it passes a result to the loop. It returns when no
	// callback and no other goroutine runs, in an order that does not depend on the scheduler.
	Gate()
	// Panicked gets what a callback has panicked with, if the loop has no handler of its own.
	Panicked(err error)
	// Kernel tells which simulated descriptors are ready.
	Kernel() poll.Kernel
}
