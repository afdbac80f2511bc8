package wakeful_test

// Timers in great numbers against a slice, in fake time.

import (
	"cmp"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
)

// A plainTimer is what a timer should be.
type plainTimer struct {
	timer  *wakeful.Timer
	number int
	when   time.Duration
	set    int // the number of timers that were set before it
	period time.Duration
}

// plainTimers is the reference: the waiting timers, in the order in which they are due.
type plainTimers struct {
	waiting []*plainTimer
	set     int
}

func (p *plainTimers) add(t *plainTimer, when time.Duration) {
	t.when, t.set = when, p.set
	p.set++
	at, _ := slices.BinarySearchFunc(p.waiting, t, func(a, b *plainTimer) int {
		return cmp.Or(cmp.Compare(a.when, b.when), cmp.Compare(a.set, b.set))
	})
	p.waiting = slices.Insert(p.waiting, at, t)
}

func (p *plainTimers) remove(t *plainTimer) bool {
	at := slices.Index(p.waiting, t)
	if at < 0 {
		return false
	}
	p.waiting = slices.Delete(p.waiting, at, at+1)
	return true
}

// due returns the numbers of the timers that fire until now, in order.
func (p *plainTimers) due(now time.Duration) (numbers []int) {
	for len(p.waiting) > 0 && p.waiting[0].when <= now {
		t := p.waiting[0]
		p.waiting = p.waiting[1:]
		numbers = append(numbers, t.number)
		if t.period > 0 {
			p.add(t, t.when+t.period)
		}
	}
	return numbers
}

// TestManyTimersReference sets, stops and resets thousands of timers, from the loop and from
// elsewhere, and compares what fires, in which order, and NextDeadline.
func TestManyTimersReference(t *testing.T) {
	random := seeded(t)
	for round := range rounds(10) {
		synctest.Test(t, func(t *testing.T) {
			l := running(t)
			began := time.Now()
			var reference plainTimers
			var timers []*plainTimer
			// The loop writes fired without any other synchronization with what this goroutine did.
			var mu sync.Mutex
			var fired []int
			most := 0
			some := func() time.Duration {
				switch random.IntN(4) {
				case 0: // many equal deadlines
					return time.Duration(1+random.IntN(5)) * time.Second
				case 1:
					return time.Duration(1+random.IntN(1000)) * time.Millisecond // 0 could fire before the next change
				default: // far away
					return time.Duration(1 + random.Int64N(int64(time.Hour)))
				}
			}
			change := func() {
				now := time.Since(began)
				switch n := random.IntN(10); {
				case n < 6 || len(timers) == 0:
					p := &plainTimer{number: len(timers)}
					d := some()
					var err error
					note := func() {
						mu.Lock()
						defer mu.Unlock()
						fired = append(fired, p.number)
					}
					if random.IntN(50) == 0 {
						p.period = time.Minute + d
						p.timer, err = l.Every(p.period, note)
						reference.add(p, now+p.period)
					} else {
						p.timer, err = l.AfterFunc(d, note)
						reference.add(p, now+d)
					}
					check(t, err)
					timers = append(timers, p)
				case n < 9:
					p := timers[random.IntN(len(timers))]
					equal(t, "Stop", p.timer.Stop(), reference.remove(p))
				default:
					p, d := timers[random.IntN(len(timers))], some()
					if p.period > 0 {
						d += time.Minute // with a period of a nanosecond no other time would come
						p.period = d
					}
					check(t, p.timer.Reset(d))
					reference.remove(p)
					reference.add(p, now+d)
				}
			}
			for range 40 {
				changes := random.IntN(200)
				if random.IntN(2) == 0 {
					check(t, l.Submit(func() {
						for range changes {
							change()
						}
					}))
				} else {
					for range changes {
						change()
					}
				}
				synctest.Wait()
				switch random.IntN(10) {
				case 0:
					elapse(some())
				case 1, 2, 3, 4, 5, 6:
					elapse(time.Duration(random.Int64N(int64(time.Minute))))
				}
				most = max(most, len(reference.waiting))
				mu.Lock()
				got := fired
				fired = nil
				mu.Unlock()
				if now := time.Since(began); !slices.Equal(got, reference.due(now)) {
					t.Fatalf("round %d: at %v other timers fired than in the reference, or in another order", round, now)
				}
				at, ok := l.NextDeadline()
				if equal(t, "NextDeadline", ok, len(reference.waiting) > 0); ok {
					equal(t, "NextDeadline", at.Sub(began), reference.waiting[0].when)
				}
			}
			if most < 300 {
				t.Errorf("at most %d timers waited: too few for lists", most)
			}
			check(t, l.Close())
			<-l.Done()
			equal(t, "TimersDiscarded", l.Metrics().TimersDiscarded, uint64(len(reference.waiting)))
		})
	}
}
