package wakeful_test

// The ordering contract of the package documentation as a sequential program.
// TestLoopAgainstTheContract compares the loop with it.

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/wakeful-go/wakeful"
)

// A model runs a program sequentially, one turn after the other. All its queues are slices. Each
// phase first stores the length of its queue.
type model struct {
	program
	now    time.Duration
	timers []*modelTimer // all timers that were ever set
	sets   int           // how often timers were set, and
	resets int           // how often Reset was requested

	priority, afterSubmitted, atTurnEnd, afterCallback, microtasks []*node

	places []*place // the queue of submitted functions
	boxes  [mailboxes]struct {
		waiting []*node // messages whose place was not reached yet
		placed  bool    // has a place, or the last message of one has not started
	}

	chain              int // microtasks since the last callback
	draining, stopping bool
	outcome
}

type modelTimer struct {
	node     *node
	set      bool
	deadline time.Duration
	order    int
}

// A place in the queue of submitted functions is one function, a batch, or a mailbox's messages, as
// many as have been sent when the place is reached. With a queue limit, a group of functions takes
// the place of functions and batches: consecutive functions that were submitted before a turn
// starts to run places.
type place struct {
	nodes  []*node
	single bool
	box    int // mailbox of messages, otherwise -1
	opened bool
	group  bool
	sealed bool // no function may be added to the group
}

func (m *model) run() outcome {
	m.act(action{verb: submit, nodes: []*node{m.first}})
	for {
		m.turn()
		if m.stopping || !m.pending() && (m.draining || !m.wait()) {
			break
		}
	}
	m.discard()
	return m.outcome
}

func (m *model) pending() bool {
	return len(m.priority)+len(m.places)+len(m.afterSubmitted)+len(m.atTurnEnd)+
		len(m.afterCallback)+len(m.microtasks)+len(m.due()) > 0
}

// wait advances time to the next deadline, if there is one.
func (m *model) wait() bool {
	next := time.Duration(-1)
	for _, t := range m.timers {
		if t.set && (next < 0 || t.deadline < next) {
			next = t.deadline
		}
	}
	m.now = max(m.now, next)
	return next >= 0
}

// due returns the due timers in the order in which they fire.
func (m *model) due() (due []*modelTimer) {
	for _, t := range m.timers {
		if t.set && t.deadline <= m.now && !m.draining {
			due = append(due, t)
		}
	}
	slices.SortFunc(due, func(a, b *modelTimer) int {
		return cmp.Or(cmp.Compare(a.deadline, b.deadline), cmp.Compare(a.order, b.order))
	})
	return due
}

func (m *model) turn() {
	m.settle()
	before := m.sets
	for _, t := range m.due() {
		// An earlier callback may have stopped the timer or set it again for a later turn.
		if t.set && t.order < before && !m.draining {
			t.set = false
			m.metrics.TimersFired++
			m.callback(t.node)
		}
	}
	m.runAll(&m.priority, len(m.priority))
	m.runPlaces()
	m.runAll(&m.afterSubmitted, len(m.afterSubmitted))
	m.runAll(&m.atTurnEnd, len(m.atTurnEnd))
}

// runAll runs the first n callbacks of a queue.
func (m *model) runAll(queue *[]*node, n int) {
	for ; n > 0 && !m.stopping; n-- {
		m.metrics.Executed++
		m.callback(pop(queue))
	}
}

func pop(queue *[]*node) *node {
	next := (*queue)[0]
	*queue = (*queue)[1:]
	return next
}

// runPlaces runs functions and messages up to the budget, from the places that exist when it
// starts. It reserves one unit of the budget for each place that it will start. A place with
// several functions or messages first uses the unreserved budget and then its own unit. A group
// whose functions were all dropped leaves its unit to places that were already started.
func (m *model) runPlaces() {
	waiting := len(m.places)
	if waiting > 0 && m.places[0].opened {
		waiting--
	}
	for _, p := range m.places {
		p.sealed = true
	}
	reserved := min(waiting, m.budget)
	free := m.budget - reserved
	for len(m.places) > 0 && !m.stopping {
		p := m.places[0]
		if !p.opened {
			if reserved == 0 {
				return
			}
			reserved--
			free++
			p.opened = true
			if p.box >= 0 {
				p.nodes, m.boxes[p.box].waiting = m.boxes[p.box].waiting, nil
			}
			// Callbacks that a microtask budget left over run at the next opportunity.
			if !p.single {
				m.settle()
			}
			continue
		}
		switch {
		case len(p.nodes) == 0: // all functions were dropped
			m.places = m.places[1:]
			continue
		case free > 0:
			free--
		case reserved > 0:
			reserved--
		default:
			return
		}
		next := pop(&p.nodes)
		if len(p.nodes) == 0 && !m.refill(p) {
			m.places = m.places[1:]
		}
		m.metrics.Executed++
		m.callback(next)
	}
}

// refill handles messages that were sent while the last ones of their mailbox ran. They get a new
// place, or reuse this one if the loop accepts no more.
func (m *model) refill(p *place) bool {
	if p.box < 0 {
		return false
	}
	box := &m.boxes[p.box]
	switch {
	case len(box.waiting) == 0:
		box.placed = false
	case m.draining:
		p.nodes, box.waiting = box.waiting, nil
		return true
	default:
		m.places = append(m.places, &place{box: p.box})
	}
	return false
}

// callback calls a node and runs the microtasks.
func (m *model) callback(n *node) {
	m.call(n)
	m.settle()
}

// call calls a node and reports whether it returned.
func (m *model) call(n *node) bool {
	m.trace = append(m.trace, fmt.Sprintf("%d@%d", n.id, m.now.Milliseconds()))
	for _, a := range n.actions {
		m.act(a)
	}
	return n.ending == returns
}

// settle runs all functions of AfterCallback, then all microtasks, and repeats until both queues
// are empty. After one that panicked it starts again, with the same budget.
func (m *model) settle() {
	for len(m.afterCallback)+len(m.microtasks) > 0 {
		queue := &m.afterCallback
		if len(m.afterCallback) == 0 {
			queue = &m.microtasks
		}
		for returned := true; returned && len(*queue) > 0; {
			if m.stopping || m.microtaskBudget > 0 && m.chain == m.microtaskBudget {
				m.chain = 0
				return
			}
			m.chain++
			m.metrics.Microtasks++
			returned = m.call(pop(queue))
		}
	}
	m.chain = 0
}

func (m *model) act(a action) {
	switch a.verb {
	case submit, submitBatch:
		switch {
		case !m.accept(len(a.nodes), m.draining || m.limit > 0 && !m.fits(len(a.nodes))):
		case m.limit > 0:
			m.admit(a.nodes)
		default:
			m.places = append(m.places, &place{nodes: slices.Clone(a.nodes), single: a.verb == submit, box: -1})
		}
	case send:
		if box := &m.boxes[a.which]; m.accept(1, m.draining) {
			if box.waiting = append(box.waiting, a.nodes[0]); !box.placed {
				box.placed = true
				m.places = append(m.places, &place{box: a.which})
			}
		}
	case submitPriority:
		m.queue(&m.priority, a)
	case afterSubmitted:
		m.queue(&m.afterSubmitted, a)
	case atTurnEnd:
		m.queue(&m.atTurnEnd, a)
	case afterCallback:
		m.afterCallback = append(m.afterCallback, a.nodes[0])
	case queueMicrotask:
		m.microtasks = append(m.microtasks, a.nodes[0])
	case afterFunc:
		if !m.draining {
			t := &modelTimer{node: a.nodes[0]}
			m.timers = append(m.timers, t)
			m.setTimer(t, a.delay)
		}
	case stopTimer:
		if len(m.timers) > 0 {
			m.timers[a.which%len(m.timers)].set = false
		}
	case resetTimer:
		if m.resets++; len(m.timers) > 0 && m.resets <= maxResets && !m.draining {
			m.setTimer(m.timers[a.which%len(m.timers)], a.delay)
		}
	case shutdown:
		m.draining = true
	case closeLoop:
		m.draining, m.stopping = true, true
	}
}

func (m *model) queue(queue *[]*node, a action) {
	if m.accept(1, m.draining) {
		*queue = append(*queue, a.nodes[0])
	}
}

func (m *model) setTimer(t *modelTimer, delay time.Duration) {
	t.set, t.deadline, t.order = true, m.now+max(0, delay), m.sets
	m.sets++
}

// accept counts n functions as submitted, and as rejected if they are rejected.
func (m *model) accept(n int, rejected bool) bool {
	m.metrics.Submitted += uint64(n)
	if rejected {
		m.metrics.Rejected += uint64(n)
	}
	return !rejected
}

// admitted counts the functions in all groups.
func (m *model) admitted() (n int) {
	for _, p := range m.places {
		if p.group {
			n += len(p.nodes)
		}
	}
	return n
}

// fits reports whether a loop with a queue limit accepts n more functions. In a callback, waiting
// for room is refused like a full queue.
func (m *model) fits(n int) bool {
	return m.admitted()+n <= m.limit || m.policy == wakeful.OverflowDropOldest && n <= m.limit
}

// admit adds functions to the last group or to a new one, and drops the oldest ones beyond the
// limit.
func (m *model) admit(nodes []*node) {
	if n := len(m.places); n > 0 && m.places[n-1].group && !m.places[n-1].sealed {
		m.places[n-1].nodes = append(m.places[n-1].nodes, nodes...)
	} else {
		m.places = append(m.places, &place{nodes: slices.Clone(nodes), box: -1, group: true})
	}
	for _, p := range m.places {
		for p.group && len(p.nodes) > 0 && m.admitted() > m.limit {
			p.nodes = p.nodes[1:]
			m.metrics.Discarded++
		}
	}
}

// discard counts what is left at the end.
func (m *model) discard() {
	left := len(m.priority) + len(m.afterSubmitted) + len(m.atTurnEnd)
	for _, p := range m.places {
		left += len(p.nodes)
	}
	for _, box := range m.boxes {
		left += len(box.waiting)
	}
	m.metrics.Discarded += uint64(left)
	m.metrics.MicrotasksDiscarded = uint64(len(m.afterCallback) + len(m.microtasks))
	for _, t := range m.timers {
		if t.set {
			m.metrics.TimersDiscarded++
		}
	}
}
