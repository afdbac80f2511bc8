package wakeful

import (
	"fmt"
	"time"
)

// New returns a loop that is not running yet. It accepts functions and timers, which run after Run
// was called.
func New(options ...Option) (*Loop, error) {
	s := defaults()
	for _, option := range options {
		if option.apply == nil {
			return nil, invalidZero("New")
		}
		if err := option.apply(&s); err != nil {
			return nil, err
		}
	}
	if _, ok := s.strategy.(block); ok {
		s.strategy = nil
	}
	l := &Loop{options: s}
	if s.wakeHost != nil {
		if s.strategy != nil {
			return nil, invalid("WithWaitStrategy", fmt.Sprintf("%T", s.strategy), "a loop made WithHost does not wait; leave the strategy out")
		}
		l.host = &host{wake: s.wakeHost}
		l.wake.InitHost(l.host.notify)
	}
	l.wake.Init()
	l.connect(timebase{time.Now()})
	if s.limit > 0 {
		l.gate = newGate(&l.submitted, &l.sources, s.limit, s.policy)
	}
	return l, nil
}

// connect gives each part what it needs of the others.
func (l *Loop) connect(base timebase) {
	s := &l.options
	l.alive = references{autoExit: s.autoExit, wake: &l.wake}
	l.ending.done = make(chan struct{})
	l.timers.bind(base, &l.wake, &l.alive, s.name)
	l.descriptors.bind(&l.wake, &l.ending.state, &l.alive, s.name)
	l.sources.submitted, l.sources.turn = &l.submitted, &l.turn
	l.workers.bind(s.goroutines, l.label(), &l.submitted, &l.sources, &l.wake, &l.ending.state, &l.alive)
	l.turn.bind()
	l.observation.bind(base, &l.attention, &l.turn, &l.owner)
	l.callbacks.bind(s.microtaskBudget, &l.turn, &l.attention, l.reportMicrotasks)
	if s.strategy != nil {
		l.idle.bind(s.strategy, &l.submitted, &l.priority, &l.attention, spinningLoop{
			l.hasQueued, l.mustContinue, l.publish, l.descriptors.pollIfDue,
		})
	}
}
