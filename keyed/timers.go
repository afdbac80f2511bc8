package keyed

import (
	"fmt"
	"iter"
	"time"
)

// This file owns the timers of keys. When the timer of a key fires is a function of its state, so it
// is known again when the state was put back, and nothing else is stored. A partition has the deadlines
// of its keys in a heap, and a goroutine that tells a key that its deadline has come. It is one for all
// loops, because keys move between them. A deadline that moves to a later time, as it does with each
// record for WithTTL, stays where it is: the key's loop finds out that it came too early.
//
// A timer that fires is a call with a record of its own, whose delivery is none of its partition's.

type timer[S any] struct {
	when func(*S) time.Time // nil without WithTimer
	fire func(*S, Record) error
}

// WithTimer gives each key a timer, with WithStore. After each record, after each firing, and when a
// state was put back, next says from the state when fire is to run: never for the zero time, at once
// for a time in the past. fire runs on the key's loop, in order with the key's records, and like a
// handler it must not block. It may change the state. r has the key and the partition. Its Time is what
// next has returned, and its Position that of the key's last record, or -1 if that was before the
// partition was assigned. Emit of keyedkafka takes it.
//
// What fire has changed and emitted is stored together, as for a record, and in no unit before that of
// the key's last record. So it happens once: after a crash the state has its old timer, or the new one.
// An error or a panic discards it, goes to the function of WithErrorHandler, and fire runs again after
// the pause of WithBackoff. Records of the key run meanwhile, and can set the timer to another time.
// When a timer and a record are due, the timer is first. A key that is paused has no timer until Resume.
// A state for which encode has returned nil has none either.
func WithTimer[S any](next func(state *S) time.Time, fire func(state *S, r Record) error) Option {
	return Option{func(s *settings) error {
		if next == nil || fire == nil {
			return invalid("WithTimer", "nil", "it needs two functions")
		}
		s.timer = timer[S]{next, fire}
		return nil
	}}
}

// WithTTL deletes the state of a key for which no record was handled for that time, with WithStore. The
// time since the last record is stored with the state, so it includes the time when no process runs. A
// process that is further behind the log than that may delete a state whose next record waits there.
func WithTTL(d time.Duration) Option {
	return Option{func(s *settings) error {
		if d <= 0 {
			return invalid("WithTTL", d, "it must be positive")
		}
		s.ttl = d
		return nil
	}}
}

// What a call is of.
const (
	ofRecord = iota
	ofFiring // of WithTimer
	ofExpiry // of WithTTL
)

// timing is when a timer of a state is due.
type timing struct {
	fireAt   time.Time // zero for never
	failures int       // since it last succeeded
	again    time.Time // not before that after a failure
	missed   bool      // it was due when the key could not fire
}

// due returns when something is to be done for a state, and what. The time is zero for never.
func (c *Consumer[K, S]) due(st *stored[K, S]) (at time.Time, kind uint8) {
	at, kind = st.fireAt, ofFiring
	if !at.IsZero() && at.Before(st.again) {
		at = st.again
	}
	if c.store.ttl > 0 {
		if end := st.last.Add(c.store.ttl); at.IsZero() || end.Before(at) {
			return end, ofExpiry
		}
	}
	return at, kind
}

// schedule sets the timer of a state that has a value.
func (c *Consumer[K, S]) schedule(st *stored[K, S]) {
	st.fireAt = time.Time{}
	if c.store.when != nil {
		err := c.decode(st)
		if err == nil {
			err = protect("WithTimer", func() error {
				st.fireAt = c.store.when(&st.state)
				return nil
			})
		}
		if err != nil {
			c.report(ofTimer, "", fmt.Errorf("the timer of key %v is not set: %w", st.key, err))
		}
	}
	if at, _ := c.due(st); !at.IsZero() {
		c.arm(st, at)
	}
}

// failed is called when the handler or the timer of a state has failed.
func (c *Consumer[K, S]) failed(st *stored[K, S], l *call[K]) {
	if l.kind == ofRecord {
		return // its timer is as before
	}
	st.failures++
	st.again = time.Now().Add(c.pause(st.failures))
	at, _ := c.due(st)
	c.arm(st, at)
}

// arm sees to it that the key's loop looks at a state at that time.
func (c *Consumer[K, S]) arm(st *stored[K, S], at time.Time) {
	if st.partition.deadlines.set(&st.deadline, at) {
		c.spawnTimers(st.partition)
	}
}

// spawnTimers starts the goroutine that tells the keys of a partition that their deadlines have come.
func (c *Consumer[K, S]) spawnTimers(p *partition[K]) {
	c.spawn(func(number int) {
		wait := time.NewTimer(0)
		defer wait.Stop()
		for {
			select {
			case <-wait.C:
			case <-p.deadlines.earlier:
			case <-p.revoked:
				return
			case <-c.work.Done():
				return
			}
			c.place.Pass(number)
			keys, next := p.deadlines.come(time.Now())
			wait.Reset(next)
			// It fails when the group is ending, which ends the consumer.
			_, _ = c.keys.SubmitBatch(keys, func(states iter.Seq2[int, *keyState[K, S]]) {
				for _, k := range states {
					c.deadlineCame(k, p)
				}
			})
		}
	})
}

// deadlineCame is called on a key's loop when its deadline has come.
func (c *Consumer[K, S]) deadlineCame(k *keyState[K, S], p *partition[K]) {
	c.forgetEnded(k)
	switch st := k.storedIn(p); {
	case st == nil:
	case k.running != nil || k.paused:
		st.missed = true
	default:
		c.fireIfDue(k, st)
	}
}

// fireMissed fires the timers that were due when the key could not. It can now.
func (c *Consumer[K, S]) fireMissed(k *keyState[K, S]) {
	for st := k.stored; st != nil && k.running == nil; st = st.next {
		if st.missed {
			c.fireIfDue(k, st)
		}
	}
}

// fireIfDue does what is due for a state. No handler of its key runs.
func (c *Consumer[K, S]) fireIfDue(k *keyState[K, S], st *stored[K, S]) {
	at, kind := c.due(st)
	switch {
	case at.IsZero():
		st.missed = false
	case time.Now().Before(at):
		st.missed = false
		c.arm(st, at)
	case kind == ofExpiry && k.hasWaiting():
		st.missed = true // one of these records may keep it
	default:
		st.missed = false
		c.fire(k, st, at, kind)
	}
}

// fire runs what is due for a state, unless its partition was revoked.
func (c *Consumer[K, S]) fire(k *keyState[K, S], st *stored[K, S], at time.Time, kind uint8) {
	p := st.partition
	if !c.start(p) {
		return
	}
	m := Message{Position: st.position, Key: []byte(c.store.textOf(st.key)), Time: at}
	d := &delivery[K]{partition: p, records: Messages{c.store.source.TimerMessage(p.id, m)}, keys: []K{st.key}, n: 1}
	l := &call[K]{d: d, kind: kind, attempt: st.failures, counted: true}
	k.running = l
	if ended, err := c.attempt(k, l); ended {
		c.fired(k, l, err)
	}
}

// handlerOf returns the function that a call calls if it is none of a handler with done.
func (c *Consumer[K, S]) handlerOf(l *call[K]) func(*S, Record) error {
	switch l.kind {
	case ofRecord:
		return c.direct
	case ofExpiry:
		return func(*S, Record) error { return nil } // settle deletes the state
	}
	return c.store.fire
}

// fired is called when what was due has ended.
func (c *Consumer[K, S]) fired(k *keyState[K, S], l *call[K], err error) {
	if k.running == l {
		k.running = nil
	}
	if err != nil {
		c.report(ofTimer, "", fmt.Errorf("the timer of key %v, attempt %d: %w", l.key(), l.attempt, err))
	} else if l.attempt > 1 {
		c.report(ofTimer, "", nil)
	}
	p := l.d.partition
	c.mu.Lock()
	defer c.mu.Unlock()
	if p.ended {
		return
	}
	c.uncount(p)
	if err == nil {
		p.finished = append(p.finished, runOf(l.item, l.attempt))
		c.metrics.Fired++
	}
}
