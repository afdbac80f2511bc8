package chaos

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/internal/ledger"
)

const (
	inFlight   = 64
	members    = 3
	keys       = 40
	perRound   = 200
	fullRounds = 25
)

// An Engine is what is disturbed.
type Engine struct {
	// Join returns the source of a new member over link.
	Join func(link *Link) (keyed.Source, error)
	// Produce appends a record. All records of a key go to one partition, in order.
	Produce func(key string, value []byte) error
	// KeyOf returns the key of a record.
	KeyOf func(keyed.Record) string
}

// A member is a consumer with its group of loops.
type member struct {
	link     *Link
	source   *tracked
	consumer *keyed.Consumer[string, int]
	loops    *group.Group
	stalled  bool
}

// A run is the state of a test.
type run struct {
	t       *testing.T
	engine  Engine
	ledger  *ledger.Ledger
	random  *rand.Rand
	members []*member
	want    map[string]int
	total   int
	ended   sync.WaitGroup
	// mayRepeat counts what the members that have ended had delivered and not acknowledged.
	mayRepeat atomic.Int64
}

// Test disturbs a group at random and checks that no record is lost or out of order within its key,
// and that no more records come again than were in flight when their member lost them.
// WAKEFUL_REBALANCES is the number of disturbances, WAKEFUL_SEED the seed.
func Test(t *testing.T, engine Engine) {
	t.Helper()
	rounds := fullRounds
	if testing.Short() {
		rounds = 6
	}
	if n, err := strconv.Atoi(os.Getenv("WAKEFUL_REBALANCES")); err == nil {
		rounds = n
	}
	seed := rand.Uint64()
	if n, err := strconv.ParseUint(os.Getenv("WAKEFUL_SEED"), 10, 64); err == nil {
		seed = n
	}
	t.Logf("seed %d", seed)
	r := &run{t: t, engine: engine, ledger: ledger.New(), random: rand.New(rand.NewPCG(seed, 0)), want: map[string]int{}}
	r.join()
	for i := range rounds {
		if i%100 == 0 {
			t.Logf("%d of %d disturbances", i, rounds)
		}
		r.produce()
		r.disturb()
		// Some records may be left, so that the next disturbance hits running work.
		r.await(r.total - r.random.IntN(perRound))
	}
	r.await(r.total)
	for _, m := range r.members {
		m.link.Resume()
		if err := m.consumer.Drain(t.Context()); err != nil {
			t.Error(err)
		}
		r.endMember(m)
	}
	r.ended.Wait()
	if err := r.ledger.Check(r.want); err != nil {
		t.Error(err)
	}
	most := int(r.mayRepeat.Load())
	if r.ledger.Duplicates() > most {
		t.Errorf("%d records came again, and %d were in flight when their member lost them", r.ledger.Duplicates(), most)
	}
	t.Logf("%d records, %d disturbances, %d records came again of %d that were in flight", r.total, rounds, r.ledger.Duplicates(), most)
}

func (r *run) produce() { r.produceFor(func(string) bool { return true }) }

// produceFor produces records of those keys for which it returns true.
func (r *run) produceFor(suits func(key string) bool) {
	for range perRound {
		key := keyName(r.random.IntN(keys))
		if !suits(key) {
			continue
		}
		if err := r.engine.Produce(key, ledger.Value(r.want[key])); err != nil {
			r.t.Fatal(err)
		}
		r.want[key]++
		r.total++
	}
}

// awaitLimit is far above the time that any engine needs. A test that waits for longer says what
// its members have.
const awaitLimit = 2 * time.Minute

func (r *run) await(n int) {
	ctx, cancel := context.WithTimeout(r.t.Context(), awaitLimit)
	defer cancel()
	err := r.ledger.Wait(ctx, n)
	if err == nil {
		return
	}
	for _, m := range r.members {
		r.t.Errorf("a member with %+v, stalled %t", m.consumer.Metrics(), m.stalled)
	}
	r.t.Fatal(errors.Join(err, r.ledger.Check(r.want)))
}

// disturb lets a member join, leave, die, stall or go on.
func (r *run) disturb() {
	i := r.random.IntN(len(r.members))
	m := r.members[i]
	switch what := r.random.IntN(4); {
	case m.stalled:
		m.stalled = false
		m.link.Resume()
	case len(r.members) == 1 || what == 0 && len(r.members) < members:
		r.join()
	case what == 1 && r.others(i):
		m.stalled = true
		m.link.Stall()
	case what == 2 && r.others(i):
		m.link.Cut()
		m.source.endTracking() // what is acknowledged from now on does not count
		r.remove(i)
		r.ended.Go(func() {
			_ = m.consumer.Close() // its link is cut
			r.endMember(m)
		})
	case r.others(i):
		r.remove(i)
		r.ended.Go(func() {
			if err := m.consumer.Drain(r.t.Context()); err != nil {
				r.t.Error(err)
			}
			r.endMember(m)
		})
	default:
		r.join()
	}
}

// others reports whether a member that is not stalled is there besides number i.
func (r *run) others(i int) bool {
	for j, m := range r.members {
		if j != i && !m.stalled {
			return true
		}
	}
	return false
}

func (r *run) remove(i int) { r.members = append(r.members[:i:i], r.members[i+1:]...) }

func (r *run) join() { r.joinWith(r.applyOrFail) }

// newMember returns a member without its consumer.
func (r *run) newMember() *member {
	loops, err := group.New(2)
	if err != nil {
		r.t.Fatal(err)
	}
	r.ended.Go(func() {
		if err := loops.Run(context.Background()); err != nil {
			r.t.Error(err)
		}
	})
	m := &member{link: new(Link), loops: loops}
	source, err := r.engine.Join(m.link)
	if err != nil {
		r.t.Fatal(err)
	}
	m.source = track(source, m.link)
	return m
}

func (r *run) endMember(m *member) {
	r.mayRepeat.Add(int64(m.source.endTracking()))
	if err := m.loops.Shutdown(context.Background()); err != nil {
		r.t.Error(err)
	}
}

var errAgain = errors.New("once more")

// applyOrFail applies a record, at once or later, or lets it fail.
func (r *run) applyOrFail(applied *int, record keyed.Record, done func(error)) {
	switch rand.IntN(50) {
	case 0:
		done(errAgain)
	case 1, 2:
		r.apply(applied, record, func(err error) { go done(err) })
	default:
		r.apply(applied, record, done)
	}
}
