package designs

import (
	"sync/atomic"

	"golang.org/x/sys/cpu"
)

// This file owns the layout of the words that producers and the loop share: the
// part of a composition that padding exchanges. The loop reaches them through
// pointers, so that both layouts run the same code.

// hotCells points at the words, wherever they lie.
type hotCells struct {
	// sleep is a tier: awake, or where the loop sleeps. The loop stores a tier
	// and then looks at its queues; producers push and then look at sleep.
	// Whoever swaps it back to awake owes the signal. See sleep.go.
	sleep *atomic.Uint32
	// phase is a phase; it only grows. See lifecycle.go.
	phase *atomic.Uint32
	// cursor is how many tasks of the present batch have been started. The
	// loop's goroutine alone reads and writes it, with every task.
	cursor *int
}

func newHotCells(padded bool) hotCells {
	if padded {
		c := new(paddedCells)
		return hotCells{&c.sleep, &c.phase, &c.cursor}
	}
	c := new(packedCells)
	return hotCells{&c.sleep, &c.phase, &c.cursor}
}

type paddedCells struct {
	_      cpu.CacheLinePad
	sleep  atomic.Uint32    // written by producers and the loop when it sleeps
	_      cpu.CacheLinePad // sleep from phase
	phase  atomic.Uint32    // written a few times in a life, read with every task
	_      cpu.CacheLinePad // phase from cursor
	cursor int              // written by the loop with every task
	_      cpu.CacheLinePad
}

// packedCells puts the three into one line: each task that the loop starts
// takes the line away from every producer that is about to look at sleep.
type packedCells struct {
	sleep  atomic.Uint32
	phase  atomic.Uint32
	cursor int
	_      [48]byte // no third party's words in the line
}
