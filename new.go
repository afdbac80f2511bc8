package wakeful

import (
	"fmt"
	"time"

	"github.com/wakeful-go/wakeful/internal/simulation"
)

// New returns a loop that is not running yet. It accepts functions and timers, which run after Run
// was called.
func New(options ...Option) (*Loop, error) {
	s := defaults()
	driver := simulation.Current()
	l := &Loop{}
	if driver != nil {
		l.join(driver, &s)
	}
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
	if driver != nil {
		s.strategy = nil // a loop of a simulated world does not wait
	}
	l.options = s
	if s.wakeHost != nil {
		if s.strategy != nil {
			return nil, invalid("WithWaitStrategy", fmt.Sprintf("%T", s.strategy), "a loop made WithHost does not wait; leave the strategy out")
		}
		l.host = &host{wake: s.wakeHost, simulated: driver != nil}
		l.wake.InitHost(l.host.notify)
	}
	l.wake.Init()
	l.connect(timebase{time.Now()})
	if s.limit > 0 {
		l.gate = newGate(&l.submitted, &l.sources, s.limit, s.policy)
	}
	return l, nil
}

// join makes the loop one of a simulated world.
func (l *Loop) join(driver simulation.Driver, s *settings) {
	h := driver.Join(l)
	s.wakeHost = h.Wake
	s.onPanic = func(e *PanicError) { h.Panicked(e) }
	l.timers.clock.simulated = true
	l.descriptors.kernel = h.Kernel()
	l.workers.start, l.workers.gate = h.Work, h.Gate
}

// connect gives each part what it needs of the others.
func (l *Loop) connect(base timebase) {
	s := &l.options
	l.alive = references{autoExit: s.autoExit, wake: &l.wake}
	l.ending.done = make(chan struct{})
	l.timers.bind(base, &l.wake, &l.alive, s.name)
	l.descriptors.bind(&l.wake, &l.ending.state, &l.alive, s.name)
	l.descriptors.blocks = s.blockingPoll && s.wakeHost == nil
	l.sources.submitted, l.sources.turn = &l.submitted, &l.turn
	l.workers.bind(s.goroutines, l.label(), &l.submitted, &l.sources, &l.wake, &l.ending.state, &l.alive)
	l.turn.bind()
	l.observation.bind(base, &l.attention, &l.turn, &l.owner, &l.timers, &l.submitted)
	l.callbacks.bind(s.microtaskBudget, &l.turn, &l.attention, l.reportMicrotasks)
	if s.strategy != nil {
		l.idle.bind(s.strategy, &l.submitted, &l.priority, &l.attention, spinningLoop{
			l.hasQueued, l.mustContinue, l.publish, l.descriptors.pollIfDue,
		})
	}
}
