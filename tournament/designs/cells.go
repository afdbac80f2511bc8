package designs

import (
	"sync/atomic"

	"golang.org/x/sys/cpu"
)

// This file has the layout of the words that producers and the loop share, the part of a
// composition that padding exchanges. The loop accesses them through pointers, so both layouts run
// the same code.

// hotCells points at the words, wherever they lie.
type hotCells struct {
	// sleep is awake or the tier in which the loop sleeps. The loop stores a tier and then checks
	// its queues. Producers push and then read sleep. The goroutine that swaps it back to awake
	// must send the signal. See sleep.go.
	sleep *atomic.Uint32
	// phase is a phase; it only grows. See lifecycle.go.
	phase *atomic.Uint32
	// cursor is the number of tasks of the current batch that were started. Only the loop's
	// goroutine uses it, for every task.
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
	phase  atomic.Uint32    // written a few times in total, read for every task
	_      cpu.CacheLinePad // phase from cursor
	cursor int              // written by the loop with every task
	_      cpu.CacheLinePad
}

// packedCells has all three in one cache line: each task that the loop starts takes the line away
// from every producer that is about to read sleep.
type packedCells struct {
	sleep  atomic.Uint32
	phase  atomic.Uint32
	cursor int
	_      [48]byte // no third party's words in the line
}
