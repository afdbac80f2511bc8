package wakeful

import "github.com/wakeful-go/wakeful/internal/turnphase"

// This file owns what components of this module do between two phases of a turn, see package turnphase.
// Everything here is called on the loop's goroutine.

func init() {
	turnphase.AtEnd = func(loop any, fn func()) bool {
		l := loop.(*Loop)
		switch l.phase {
		case betweenTurns, phaseEnd:
			return false
		}
		l.atPhaseEnd.Push(fn)
		return true
	}
}

// endPhase is called after the last callback of a phase.
func (l *Loop) endPhase() {
	if l.atPhaseEnd.Len() > 0 {
		l.runAtPhaseEnd()
	}
}

func (l *Loop) runAtPhaseEnd() {
	for l.atPhaseEnd.Len() > 0 {
		l.atPhaseEnd.Pop()()
	}
}
