package wakeful_test

// Random programs that use everything with an order, on the loop and on a model of the ordering
// contract whose queues are plain slices.

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
	"pgregory.net/rapid"
)

// A node is a callback: its actions in order, and whether it panics or exits.
type node struct {
	id      int
	actions []action
	ending  ending
}

type ending int

const (
	returns ending = iota
	panics
	exits // ends with Goexit
)

// An action is a step of a callback.
type action struct {
	verb  verb
	nodes []*node       // the callbacks that it schedules; several for a batch
	delay time.Duration // of a timer
	which int           // index of a mailbox, or of a timer set so far
}

type verb int

const (
	submit verb = iota
	submitPriority
	submitBatch
	send
	afterCallback
	queueMicrotask
	afterSubmitted
	atTurnEnd
	afterFunc
	stopTimer
	resetTimer
	shutdown
	closeLoop
)

const (
	mailboxes = 2
	// maxResets is the largest number of resets in a program. A timer that resets itself in its
	// callback would never end.
	maxResets = 8
)

// A program is a first callback and the options of the loop that runs it.
type program struct {
	first           *node
	budget          int
	microtaskBudget int
	limit           int // 0 for an unbounded queue
	policy          wakeful.OverflowPolicy
}

func programs() *rapid.Generator[program] {
	return rapid.Custom(func(t *rapid.T) program {
		p := program{
			first:           drawNode(t, 4, 6),
			budget:          rapid.IntRange(1, 5).Draw(t, "budget"),
			microtaskBudget: rapid.IntRange(0, 4).Draw(t, "microtask budget"),
			limit:           rapid.IntRange(0, 3).Draw(t, "limit"),
			policy:          rapid.SampledFrom(policies).Draw(t, "policy"),
		}
		number(p.first, new(int))
		return p
	})
}

// drawNode draws a node with at least that many actions, unless it is too deep. Ranges prefer small
// numbers.
func drawNode(t *rapid.T, depth, least int) *node {
	n := &node{}
	if rapid.IntRange(0, 4).Draw(t, "ending") == 4 {
		n.ending = rapid.SampledFrom([]ending{panics, exits}).Draw(t, "bad ending")
	}
	if depth > 0 {
		for range rapid.IntRange(least, least+4).Draw(t, "actions") {
			n.actions = append(n.actions, drawAction(t, depth-1))
		}
	}
	return n
}

func drawAction(t *rapid.T, depth int) action {
	a := action{verb: rapid.SampledFrom([]verb{
		submit, submit, submitPriority, submitBatch, submitBatch, send, send, afterCallback, queueMicrotask,
		afterSubmitted, atTurnEnd, afterFunc, afterFunc, stopTimer, resetTimer,
	}).Draw(t, "verb")}
	if rapid.IntRange(0, 40).Draw(t, "end") == 40 {
		a.verb = rapid.SampledFrom([]verb{shutdown, closeLoop}).Draw(t, "which end")
	}
	nodes := 1
	switch a.verb {
	case submitBatch:
		nodes = rapid.IntRange(1, 4).Draw(t, "size of the batch")
	case send:
		a.which = rapid.IntRange(0, mailboxes-1).Draw(t, "mailbox")
	case afterFunc, stopTimer, resetTimer:
		a.which = rapid.IntRange(0, 5).Draw(t, "timer")
		a.delay = time.Duration(rapid.IntRange(-1, 3).Draw(t, "delay")) * time.Millisecond
	}
	if a.verb == stopTimer || a.verb == resetTimer || a.verb >= shutdown {
		nodes = 0
	}
	for range nodes {
		a.nodes = append(a.nodes, drawNode(t, depth, 1))
	}
	return a
}

// number numbers all nodes in the order of the program's text.
func number(n *node, next *int) {
	n.id = *next
	*next++
	for _, a := range n.actions {
		for _, child := range a.nodes {
			number(child, next)
		}
	}
}

// outcome is the observable result of a program.
type outcome struct {
	trace   []string // callbacks with their times
	metrics wakeful.Metrics
}

// figures returns the metrics that the contract determines.
func (o *outcome) figures() [8]uint64 {
	m := &o.metrics
	return [...]uint64{
		m.Submitted, m.Executed, m.Rejected, m.Discarded,
		m.Microtasks, m.MicrotasksDiscarded, m.TimersFired, m.TimersDiscarded,
	}
}

func TestLoopAgainstTheContract(t *testing.T) {
	for range rounds(40) { // a hundred programs each, see rapid's flags
		rapid.Check(t, func(r *rapid.T) {
			p := programs().Draw(r, "program")
			want := (&model{program: p}).run()
			var got outcome
			synctest.Test(t, func(t *testing.T) { got = onLoop(t, p) })
			if !slices.Equal(got.trace, want.trace) {
				r.Errorf("loop:     %s\ncontract: %s", strings.Join(got.trace, " "), strings.Join(want.trace, " "))
			}
			if got.figures() != want.figures() {
				r.Errorf("loop: %+v\ncontract: %+v", got.metrics, want.metrics)
			}
			if r.Failed() {
				r.Logf("%+v\n%s", p, p.first)
			}
		})
	}
}

// onLoop runs a program on a loop in fake time.
func onLoop(t *testing.T, p program) outcome {
	options := []wakeful.Option{
		wakeful.WithAutoExit(), ignored(),
		wakeful.WithBudget(p.budget), wakeful.WithMicrotaskBudget(p.microtaskBudget),
	}
	if p.limit > 0 {
		options = append(options, limited(p.limit, p.policy))
	}
	r := &runner{t: t, l: unrun(t, options...), began: time.Now()}
	for range mailboxes {
		r.boxes = append(r.boxes, mailbox(t, r.l, func(n *node) { r.call(n) }))
	}
	check(t, r.l.Submit(r.callback(p.first)))
	go runLoop(t.Context(), r.l) // so that a Goexit does not end the test
	conserved(t, r.l)
	r.metrics = r.l.Metrics()
	return r.outcome
}

// A runner performs the actions of nodes on a loop. Errors are part of the contract: without the
// same errors in the model, the counts differ.
type runner struct {
	t      *testing.T
	l      *wakeful.Loop
	began  time.Time
	boxes  []*wakeful.Mailbox[*node]
	timers []*wakeful.Timer
	resets int
	outcome
}

func (r *runner) callback(n *node) func() { return func() { r.call(n) } }

func (r *runner) call(n *node) {
	r.trace = append(r.trace, fmt.Sprintf("%d@%d", n.id, time.Since(r.began).Milliseconds()))
	for _, a := range n.actions {
		r.act(a)
	}
	switch n.ending {
	case panics:
		panic(n.id)
	case exits:
		runtime.Goexit()
	}
}

func (r *runner) act(a action) {
	var fns []func()
	for _, n := range a.nodes {
		fns = append(fns, r.callback(n))
	}
	switch a.verb {
	case submit:
		r.l.Submit(fns[0])
	case submitPriority:
		r.l.SubmitPriority(fns[0])
	case submitBatch:
		r.l.SubmitBatch(fns)
	case send:
		r.boxes[a.which].Send(a.nodes[0])
	case afterCallback:
		r.l.AfterCallback(fns[0])
	case queueMicrotask:
		r.l.QueueMicrotask(fns[0])
	case afterSubmitted:
		r.l.AfterSubmitted(fns[0])
	case atTurnEnd:
		r.l.AtTurnEnd(fns[0])
	case afterFunc:
		if timer, err := r.l.AfterFunc(a.delay, fns[0]); err == nil {
			r.timers = append(r.timers, timer)
		}
	case stopTimer:
		if len(r.timers) > 0 {
			r.timers[a.which%len(r.timers)].Stop()
		}
	case resetTimer:
		if r.resets++; len(r.timers) > 0 && r.resets <= maxResets {
			r.timers[a.which%len(r.timers)].Reset(a.delay)
		}
	case shutdown:
		check(r.t, r.l.Shutdown(r.t.Context()))
	case closeLoop:
		check(r.t, r.l.Close())
	}
}

// String is the program's text.
func (n *node) String() string {
	var b strings.Builder
	n.print(&b, "")
	return b.String()
}

func (n *node) print(b *strings.Builder, indent string) {
	fmt.Fprintf(b, "%s%d%s\n", indent, n.id, [...]string{"", " panics", " exits"}[n.ending])
	for _, a := range n.actions {
		fmt.Fprintf(b, "%s  %s", indent, [...]string{
			"Submit", "SubmitPriority", "SubmitBatch", "Send", "AfterCallback", "QueueMicrotask", "AfterSubmitted",
			"AtTurnEnd", "AfterFunc", "Stop", "Reset", "Shutdown", "Close",
		}[a.verb])
		fmt.Fprintf(b, " %v %d\n", a.delay, a.which)
		for _, child := range a.nodes {
			child.print(b, indent+"    ")
		}
	}
}
