package keyed_test

// This file owns the source of the tests of states: it stores them in memory.

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful/keyed"
)

// states is a source that stores states in memory. The test delivers. Native of a record is a *unit.
type states struct {
	direct
	begin time.Time

	mu        sync.Mutex
	stored    map[string]keyed.State
	outputs   []string // in the order in which they were stored
	later     []keyed.Record
	committed int64
}

// A unit is what belongs to a record.
type unit struct {
	state   *keyed.State
	outputs []string
}

func newStates() *states {
	return &states{direct: direct{make(chan keyed.Sink, 1)}, begin: time.Now(), stored: map[string]keyed.State{}}
}

func (s *states) CanStore() error { return nil }

func (s *states) SetState(r keyed.Record, state keyed.State) { r.Native().(*unit).state = &state }

func (s *states) TimerMessage(_ keyed.Partition, m keyed.Message) keyed.Message {
	m.Native = new(unit)
	return m
}

func (s *states) Acknowledge(_ context.Context, acks []keyed.Ack) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range acks {
		if a.Next >= 0 && a.Next < s.committed {
			s.outputs = append(s.outputs, "backwards!")
		}
		s.committed = max(s.committed, a.Next)
		s.later = slices.AppendSeq(s.later, a.Records)
		slices.SortStableFunc(s.later, func(x, y keyed.Record) int { return int(x.Position() - y.Position()) })
		for len(s.later) > 0 && s.later[0].Position() < s.committed {
			u, _ := s.later[0].Native().(*unit)
			s.later = s.later[1:]
			s.outputs = append(s.outputs, u.outputs...)
			switch {
			case u.state == nil:
			case u.state.Value == nil:
				delete(s.stored, u.state.Key)
			default:
				s.stored[u.state.Key] = *u.state
			}
		}
	}
	return nil
}

// all yields states for Restore.
func all(some ...keyed.State) iter.Seq2[keyed.State, error] {
	return func(yield func(keyed.State, error) bool) {
		for _, s := range some {
			if !yield(s, nil) {
				return
			}
		}
	}
}

// values returns the states that are stored.
func (s *states) values() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var text []string
	for _, key := range slices.Sorted(maps.Keys(s.stored)) {
		text = append(text, key+"="+string(s.stored[key].Value))
	}
	return strings.Join(text, " ")
}

// emitted returns the outputs that are stored.
func (s *states) emitted() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.outputs, " ")
}

func emit(r keyed.Record, text string) { r.Native().(*unit).outputs = []string{text} }

// since says when something is, in the fake time of a test.
func (s *states) since() string { return time.Since(s.begin).String() }

func at(position int64, key, value string) keyed.Message {
	return keyed.Message{Position: position, Key: []byte(key), Value: []byte(value), Native: new(unit)}
}

// A total is the sum of the values of a key. A value "!" fails.
type total struct {
	sum   int
	timer time.Time
}

func encodeTotal(n *total) ([]byte, error) {
	if *n == (total{}) {
		return nil, nil
	}
	if n.timer.IsZero() {
		return strconv.AppendInt(nil, int64(n.sum), 10), nil
	}
	return fmt.Appendf(nil, "%d@%d", n.sum, n.timer.UnixMilli()), nil
}

func decodeTotal(data []byte, n *total) (err error) {
	sum, timer, timed := strings.Cut(string(data), "@")
	if n.sum, err = strconv.Atoi(sum); err != nil || !timed {
		return err
	}
	milli, err := strconv.ParseInt(timer, 10, 64)
	n.timer = time.UnixMilli(milli)
	return err
}

func storeTotal() keyed.Option { return keyed.WithStore(encodeTotal, decodeTotal) }

var ackSoon = keyed.WithAcknowledgeInterval(10 * time.Millisecond)

// add is a handler. A value like +5s sets the timer, a value that begins with "!" fails after it has
// changed the state, and "slow" is done after a second.
func add(n *total, r keyed.Record, done func(error)) {
	value := string(r.Value())
	if wait, ok := strings.CutPrefix(value, "+"); ok {
		d, err := time.ParseDuration(wait)
		n.timer = time.Now().Add(d)
		done(err)
		return
	}
	if value == "slow" {
		n.sum++
		time.AfterFunc(time.Second, func() { done(nil) })
		return
	}
	if value == "none" {
		*n = total{}
		done(nil)
		return
	}
	number, err := strconv.Atoi(strings.TrimPrefix(value, "!"))
	n.sum += number
	if value[0] == '!' && r.Attempt() < 3 {
		err = errors.New("once more")
	}
	emit(r, fmt.Sprint(string(r.Key()), n.sum))
	done(err)
}

// assigned returns the first partition of a consumer.
func (s *states) assigned() keyed.Assignment {
	return (<-s.sinks).Assign(keyed.Partition{Topic: "log"})
}
