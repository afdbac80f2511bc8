package wakeful

import "github.com/wakeful-go/wakeful/internal/turnphase"

// This file lets components of this module run functions between two phases of a turn, see package
// turnphase.

func init() {
	turnphase.AtEnd = func(loop any, fn func()) bool {
		l := loop.(*Loop)
		switch l.turn.phase {
		case betweenTurns, phaseEnd:
			return false
		}
		l.callbacks.atPhaseEnd.Push(fn)
		return true
	}
}
