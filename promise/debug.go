package promise

// This file owns the places where promises were made, with Debug: for the report of unhandled
// rejections, and for recordings, which list the promises that are still pending.

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/observe"
)

// A place is where and when a promise was made.
type place struct {
	text string // "function (file:line)"
	made time.Time
	// settled is set when the promise has settled, or was linked to one that has a place of its own. It
	// is written by the loop, or by the goroutine that makes the promise.
	settled atomic.Bool
}

// places are the places of the promises of a loop, the oldest first. They do not keep the promises
// alive. The lock of loopState guards them.
type places struct {
	all   []*place
	limit int // the length at which settled ones are removed
}

// minPlaces is the first limit.
const minPlaces = 64

// add adds a place. It removes settled ones when there are twice as many as after the last time, so it
// costs the same for each.
func (p *places) add(at *place) {
	if len(p.all) >= max(p.limit, minPlaces) {
		p.tidy()
		p.limit = 2 * len(p.all)
	}
	p.all = append(p.all, at)
}

func (p *places) tidy() {
	p.all = slices.DeleteFunc(p.all, func(at *place) bool { return at.settled.Load() })
}

func init() {
	observe.Promises = func(loop any, limit int) (pending []observe.Promise, count int) {
		h := stateOf(loop.(*wakeful.Loop))
		h.mu.Lock()
		defer h.mu.Unlock()
		h.places.tidy()
		for _, at := range h.places.all[:min(limit, len(h.places.all))] {
			pending = append(pending, observe.Promise{Made: at.made, Site: at.text})
		}
		return pending, len(h.places.all)
	}
}

// prefix is what the names of this package's functions begin with.
var prefix = func() string {
	pc, _, _, _ := runtime.Caller(0)
	name := runtime.FuncForPC(pc).Name()
	slash := strings.LastIndexByte(name, '/')
	dot := strings.IndexByte(name[slash+1:], '.')
	return name[:slash+1+dot+1]
}()

// callSite returns a reactionList with the place of the caller of this package.
func (h *loopState) callSite() *reactionList {
	at := &place{text: "unknown", made: time.Now()}
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for more := true; more; {
		var frame runtime.Frame
		frame, more = frames.Next()
		if !strings.HasPrefix(frame.Function, prefix) {
			at.text = fmt.Sprintf("%s (%s:%d)", frame.Function, frame.File, frame.Line)
			break
		}
	}
	h.mu.Lock()
	h.places.add(at)
	h.mu.Unlock()
	return &reactionList{place: at}
}
