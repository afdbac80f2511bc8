package main

import (
	"fmt"
	"io"
	"time"
)

// This file owns what a run says on stderr while it measures: how far it has come and about how
// much time is left. Nothing runs between two samples but the line itself.

// A step is a row or a figure that will be measured.
type step struct {
	name    string
	samples int
	// each is about what a sample takes. It only serves until the run has measured this itself.
	each time.Duration
}

// A progress tells of the steps of a run. One goroutine uses it.
type progress struct {
	out   io.Writer
	now   func() time.Time
	steps []step
	at    int // the current step, -1 before the first
	taken int // its samples so far

	// spent and expected are what all samples so far have taken, and what steps said of them.
	spent, expected time.Duration
	inStep          time.Duration // what the samples of the current step have taken
	since, told     time.Time     // the end of the last sample, and the last line
}

// between is the least time between two lines within a step.
const between = 2 * time.Second

func newProgress(out io.Writer, now func() time.Time, steps []step) *progress {
	return &progress{out: out, now: now, steps: steps, at: -1}
}

// beginStep begins the next step. What prepares it comes after this, and before ready.
func (p *progress) beginStep() {
	p.at++
	p.taken, p.inStep = 0, 0
	p.tell()
	p.ready()
}

// ready says that the next sample begins now.
func (p *progress) ready() { p.since = p.now() }

// sampled says that a sample of the current step was taken.
func (p *progress) sampled() {
	now := p.now()
	took := now.Sub(p.since)
	p.taken++
	p.since, p.inStep, p.spent = now, p.inStep+took, p.spent+took
	p.expected += p.steps[p.at].each
	if now.Sub(p.told) >= between && p.taken < p.steps[p.at].samples {
		p.tell()
	}
}

func (p *progress) tell() {
	p.told = p.now()
	s := p.steps[p.at]
	fmt.Fprintf(p.out, "%d of %d, %s: %d of %d samples, about %s left\n", p.at+1, len(p.steps), s.name, p.taken, s.samples, p.left().Round(time.Second))
}

// left estimates the time that the rest of the run takes. A step that has samples goes on as it
// began. The others take as much longer than expected as the run so far.
func (p *progress) left() time.Duration {
	pace := 1.0
	if p.expected > 0 {
		pace = float64(p.spent) / float64(p.expected)
	}
	left := 0.0
	for i, s := range p.steps[p.at:] {
		if i == 0 && p.taken > 0 {
			left += float64(p.inStep) / float64(p.taken) * float64(s.samples-p.taken)
		} else {
			left += pace * float64(s.each) * float64(s.samples)
		}
	}
	return time.Duration(left)
}
