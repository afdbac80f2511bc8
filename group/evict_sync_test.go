package group_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
)

// store is where evicted states go.
type store struct {
	mu     sync.Mutex // the test reads it too
	saved  map[string]int
	events []string
	fails  error
}

func (s *store) load(key string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.saved[key]
}

// log returns the evictions, sorted.
func (s *store) log() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(slices.Values(s.events))
}

// failWith makes evictions fail, nil: succeed.
func (s *store) failWith(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fails = err
}

func (s *store) failing() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fails != nil
}

func (s *store) evict(key string, state *int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fails != nil {
		return s.fails
	}
	s.events = append(s.events, fmt.Sprint(key, " ", *state))
	s.saved[key] = *state
	return nil
}

// inBubble runs a group in a bubble with fake time.
func inBubble(t *testing.T, n int, test func(t *testing.T, g *group.Group)) {
	synctest.Test(t, func(t *testing.T) {
		g, err := group.New(n, group.WithPanicHandler(func(*wakeful.PanicError) {}))
		check(t, err)
		go run(t, g)
		synctest.Wait()
		test(t, g)
		check(t, g.Shutdown(context.Background()))
	})
}

func increment(state *int) { *state++ }

// TestEviction: a key is evicted between once and twice the idle time after its last function, and
// continues with what was saved.
func TestEviction(t *testing.T) {
	inBubble(t, 1, func(t *testing.T, g *group.Group) {
		s := &store{saved: map[string]int{}}
		k, err := group.NewKeyedState(g, group.WithNewState(s.load), group.WithEviction(time.Minute, s.evict))
		check(t, err)
		check(t, k.Submit("idle", increment))
		for range 10 {
			check(t, k.Submit("busy", increment))
			time.Sleep(30 * time.Second) //nolint:forbidigo // the bubble's clock
		}
		synctest.Wait()
		equal(t, "evicted", fmt.Sprint(s.log()), "[idle 1]")
		check(t, k.Submit("idle", increment))
		time.Sleep(59 * time.Second) //nolint:forbidigo // the bubble's clock
		synctest.Wait()
		equal(t, "evicted within the idle time", len(s.log()), 1)
		time.Sleep(61 * time.Second) //nolint:forbidigo // the bubble's clock
		synctest.Wait()
		equal(t, "evicted", fmt.Sprint(s.log()), "[busy 10 idle 1 idle 2]")
	})
}

// TestEvictionFails: a state that cannot be saved stays, whether by an error or a panic, and the
// others are still evicted.
func TestEvictionFails(t *testing.T) {
	inBubble(t, 1, func(t *testing.T, g *group.Group) {
		s := &store{saved: map[string]int{}, fails: errors.New("full")}
		evict := func(key string, state *int) error {
			if key == "panics" && s.failing() {
				panic("planted")
			}
			return s.evict(key, state)
		}
		k, err := group.NewKeyedState(g, group.WithEviction(time.Minute, evict))
		check(t, err)
		for i := range 100 {
			check(t, k.Submit(fmt.Sprint(i), increment))
		}
		check(t, k.Submit("panics", increment))
		time.Sleep(3 * time.Minute) //nolint:forbidigo // the bubble's clock
		synctest.Wait()
		equal(t, "saved while saving fails", len(s.log()), 0)
		s.failWith(nil)
		time.Sleep(2 * time.Minute) //nolint:forbidigo // the bubble's clock
		synctest.Wait()
		equal(t, "saved later", len(s.log()), 101)
		check(t, k.Submit("0", func(state *int) { equal(t, "a new state", *state, 0) }))
		synctest.Wait()
	})
}

// TestEvictionAtTheEnd: what is left is evicted when the loops end, in both ways, and only once.
func TestEvictionAtTheEnd(t *testing.T) {
	for name, end := range map[string]func(*group.Group) error{
		"shutdown": func(g *group.Group) error { return g.Shutdown(context.Background()) },
		"close":    (*group.Group).Close,
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 1, func(t *testing.T, g *group.Group) {
				s := &store{saved: map[string]int{}}
				k, err := group.NewKeyedState(g, group.WithEviction(time.Minute, func(key string, state *int) error {
					err := s.evict(key, state)
					if key == "7" {
						panic("planted")
					}
					return err
				}))
				check(t, err)
				for i := range 100 {
					check(t, k.Submit(fmt.Sprint(i), increment))
				}
				synctest.Wait()
				check(t, end(g))
				<-g.Done()
				equal(t, "saved", len(s.log()), 100)
				equal(t, "saved states", len(slices.Compact(s.log())), 100)
				matches(t, "Submit after the end", k.Submit("0", increment), wakeful.ErrClosed)
			})
		})
	}
}
