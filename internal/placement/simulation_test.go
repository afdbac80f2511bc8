package placement_test

// A simulation of placement in virtual time. Loops are queues that serve one event at a time, first
// in, first out. The code that decides is that of the package, the same that package group calls.
// So any number of loops can be simulated on one processor, and a seed gives the same figures on
// every machine.

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/internal/placement"
)

// load is what a simulation is made of: connections, of which a tenth makes nine tenths of the
// work.
type load struct {
	loops, connections int
	utilization        float64 // of all loops together
	service            time.Duration
	opening            time.Duration // the connections open in this time, one after the other
	warm, length       time.Duration // what is measured begins after warm and takes length
	// shift is when the tenth begins to make nine tenths of the work. Before, all connections make
	// the same, so nobody who places them can know. 0: from the start.
	shift time.Duration
}

// simLoop is a loop of the simulation.
type simLoop struct {
	free        time.Duration // when it has served what it has
	served      time.Duration // service times of all events that it got
	done        uint64
	departures  []time.Duration // of events that may not have departed
	gauge       placement.Gauge
	measuredAt  time.Duration
	placed      int64
	connections int
	before      time.Duration // busy at the last tick of the rebalancing
}

// busy returns how long the loop has been busy until now.
func (l *simLoop) busy(now time.Duration) time.Duration { return l.served - max(0, l.free-now) }

func (l *simLoop) candidate(now time.Duration) placement.Candidate {
	if now-l.measuredAt >= time.Millisecond || l.measuredAt == 0 {
		gone, _ := slices.BinarySearch(l.departures, now+1)
		l.done += uint64(gone)
		l.departures = l.departures[gone:]
		l.gauge.Update(placement.Sample{At: now, Busy: l.busy(now), Done: l.done, Queued: uint64(len(l.departures))})
		l.measuredAt, l.placed = now, 0
	}
	return placement.Candidate{Load: l.gauge.Load(), Placed: l.placed}
}

// simConn is a connection.
type simConn struct {
	rate float64 // events per second
	late float64 // the rate from shift on
	loop *simLoop
	busy float64 // as in package stream: nanoseconds, with falling weights
	at   time.Duration
}

const window = 3 * time.Second

func (c *simConn) decay(now time.Duration) {
	c.busy *= math.Exp(-float64(now-c.at) / float64(window))
	c.at = now
}

// A strategy places a connection that opens.
type strategy func(*simulation, *simConn) *simLoop

type simulation struct {
	load
	random    *rand.Rand
	all       []*simLoop
	open      []*simConn
	next      int
	rebalance *placement.Balancer
	moves     int
	sojourns  []float64 // of the measured events, in service times
	imbalance float64   // the load of the busiest loop over the mean, as placed at the end
}

func roundRobin(s *simulation, _ *simConn) *simLoop {
	s.next++
	return s.all[s.next%len(s.all)]
}

func leastConnections(s *simulation, _ *simConn) *simLoop {
	return slices.MinFunc(s.all, func(a, b *simLoop) int { return a.connections - b.connections })
}

func (s *simulation) pick(now time.Duration) *simLoop {
	i, j := s.random.IntN(len(s.all)), s.random.IntN(len(s.all)-1)
	if j >= i {
		j++
	}
	a, b := s.all[i], s.all[j]
	if placement.LessLoaded(b.candidate(now), a.candidate(now)) {
		a = b
	}
	a.placed++
	return a
}

// run simulates. ideal places by the true rates, which nobody knows in reality; place is then nil.
func (l load) run(seed uint64, place strategy, picks, ideal bool, policy *placement.Policy) *simulation {
	s := &simulation{load: l, random: rand.New(rand.NewPCG(seed, 17))}
	for range l.loops {
		s.all = append(s.all, &simLoop{})
	}
	if policy != nil {
		s.rebalance = placement.NewBalancer(*policy)
	}
	total := l.utilization * float64(l.loops) / l.service.Seconds()
	hot := l.connections / 10
	var conns []*simConn
	for i := range l.connections {
		c := &simConn{rate: 0.1 * total / float64(l.connections-hot)}
		if i < hot {
			c.rate = 0.9 * total / float64(hot)
		}
		c.rate *= 0.5 + s.random.Float64()
		if c.late = c.rate; l.shift > 0 {
			c.rate = total / float64(l.connections)
		}
		conns = append(conns, c)
	}
	if ideal {
		placeIdeally(conns, s.all)
	}
	s.random.Shuffle(len(conns), func(i, j int) { conns[i], conns[j] = conns[j], conns[i] })
	var now time.Duration
	var sum float64
	var cumulative []float64
	nextOpen, nextTick := time.Duration(0), time.Second
	for now < l.warm+l.length {
		step := math.Inf(1)
		if sum > 0 {
			step = s.random.ExpFloat64() / sum * 1e9
		}
		event := now + time.Duration(min(step, 1e18))
		if len(s.open) < len(conns) && nextOpen <= event {
			now = nextOpen
			nextOpen += l.opening / time.Duration(len(conns))
			c := conns[len(s.open)]
			switch {
			case ideal:
			case picks:
				c.loop = s.pick(now)
			default:
				c.loop = place(s, c)
			}
			c.loop.connections++
			s.open = append(s.open, c)
			sum += c.rate
			cumulative = append(cumulative, sum)
			continue
		}
		if l.shift > 0 && now < l.shift && event >= l.shift {
			now, sum = l.shift, 0
			for i, c := range s.open {
				c.rate = c.late
				sum += c.rate
				cumulative[i] = sum
			}
			continue
		}
		if nextTick <= event {
			now = nextTick
			nextTick += time.Second
			s.tick(now)
			continue
		}
		now = event
		i, _ := slices.BinarySearch(cumulative, s.random.Float64()*sum)
		s.serve(now, s.open[min(i, len(s.open)-1)])
	}
	s.measureImbalance()
	return s
}

// placeIdeally places the connections with the most work first, each on the loop with the least.
func placeIdeally(conns []*simConn, loops []*simLoop) {
	order := slices.Clone(conns)
	slices.SortFunc(order, func(a, b *simConn) int { return cmp.Compare(b.late, a.late) })
	sums := map[*simLoop]float64{}
	for _, c := range order {
		c.loop = slices.MinFunc(loops, func(a, b *simLoop) int { return cmp.Compare(sums[a], sums[b]) })
		sums[c.loop] += c.late
	}
}

// serve is an event of a connection.
func (s *simulation) serve(now time.Duration, c *simConn) {
	takes := time.Duration(s.random.ExpFloat64() * float64(s.service))
	l := c.loop
	l.free = max(l.free, now) + takes
	l.served += takes
	l.departures = append(l.departures, l.free)
	if s.rebalance != nil {
		c.decay(now)
		c.busy += float64(takes)
	}
	if now >= s.warm {
		s.sojourns = append(s.sojourns, float64(l.free-now)/float64(s.service))
	}
}

// tick is what package group does at each interval.
func (s *simulation) tick(now time.Duration) {
	var utilization []float64
	for _, l := range s.all {
		busy := l.busy(now)
		utilization = append(utilization, min(1, max(0, (busy-l.before).Seconds())))
		l.before = busy
		gone, _ := slices.BinarySearch(l.departures, now+1)
		l.done += uint64(gone)
		l.departures = slices.Clone(l.departures[gone:])
	}
	if s.rebalance == nil {
		return
	}
	move, due := s.rebalance.Next(utilization)
	if !due {
		return
	}
	from, to := s.all[move.From], s.all[move.To]
	var conns []*simConn
	var loads []float64
	rest := utilization[move.From]
	for _, c := range s.open {
		if c.loop == from {
			c.decay(now)
			conns, loads = append(conns, c), append(loads, c.busy/float64(window))
			rest -= c.busy / float64(window)
		}
	}
	chosen, _ := placement.ChooseMoves(loads, max(0, rest), move.Share)
	for _, i := range chosen {
		conns[i].loop = to
		from.connections--
		to.connections++
		s.moves++
	}
}

func (s *simulation) measureImbalance() {
	sums, total := map[*simLoop]float64{}, 0.0
	for _, c := range s.open {
		sums[c.loop] += c.rate
		total += c.rate
	}
	for _, sum := range sums {
		s.imbalance = max(s.imbalance, sum/(total/float64(len(s.all))))
	}
}

func (s *simulation) p99() float64 {
	slices.Sort(s.sojourns)
	return s.sojourns[len(s.sojourns)*99/100]
}

// TestSimulatedPlacement: with a tenth of the connections making nine tenths of the work, Pick with
// rebalancing is close to what perfect knowledge would give, and better than round robin and least
// connections. That also holds if the work is distributed in this way only after all connections
// have been placed. Connections do not close, so least connections is round robin here.
func TestSimulatedPlacement(t *testing.T) {
	for name, shift := range map[string]time.Duration{"from the start": 0, "after a shift": 20 * time.Second} {
		t.Run(name, func(t *testing.T) {
			simulate(t, load{
				loops: 8, connections: 800, utilization: 0.6, service: time.Millisecond, shift: shift,
				opening: 10 * time.Second, warm: 80 * time.Second, length: 40 * time.Second,
			})
		})
	}
}

func simulate(t *testing.T, l load) {
	seeds := uint64(20)
	if testing.Short() {
		seeds = 1
	}
	figures := map[string][]float64{}
	add := func(name string, s *simulation) *simulation {
		figures[name] = append(figures[name], s.p99())
		figures[name+", imbalance"] = append(figures[name+", imbalance"], s.imbalance)
		return s
	}
	var ratios []float64
	var moves []float64
	for seed := range seeds {
		ideal := add("ideal", l.run(seed, nil, false, true, nil)).p99()
		add("round robin", l.run(seed, roundRobin, false, false, nil))
		add("least connections", l.run(seed, leastConnections, false, false, nil))
		add("Pick", l.run(seed, nil, true, false, nil))
		s := add("Pick and rebalancing", l.run(seed, nil, true, false, &placement.Policy{}))
		ratios, moves = append(ratios, s.p99()/ideal), append(moves, float64(s.moves))
	}
	for _, name := range []string{"ideal", "Pick and rebalancing", "Pick", "least connections", "round robin"} {
		t.Logf("%-20s p99 %6.1f service times (worst seed %6.1f), busiest loop / mean %.2f (worst %.2f)", name,
			median(figures[name]), slices.Max(figures[name]), median(figures[name+", imbalance"]), slices.Max(figures[name+", imbalance"]))
	}
	ratio := median(ratios)
	t.Logf("Pick and rebalancing / ideal: %.2f (worst seed %.2f), %v of %d connections moved (worst %v)",
		ratio, slices.Max(ratios), median(moves), l.connections, slices.Max(moves))
	if ratio > 1.3 {
		t.Errorf("p99 of Pick and rebalancing is %.2f times the ideal, want at most 1.3", ratio)
	}
	for _, other := range []string{"round robin", "least connections"} {
		if p := median(figures[other]); median(figures["Pick and rebalancing"]) >= p {
			t.Errorf("p99 is not below that of %s, %.1f", other, p)
		}
	}
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// TestSimulatedSizes: with many loops too, Pick gives the busiest at most half more than the mean, and
// less than round robin does.
func TestSimulatedSizes(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN: a simulation of half a minute; TestSimulatedPlacement is the short form")
	}
	for _, loops := range []int{64, 512} {
		l := load{
			loops: loops, connections: 100 * loops, utilization: 0.6, service: time.Millisecond,
			opening: 20 * time.Second, warm: 25 * time.Second, length: time.Second,
		}
		pick, inTurns := l.run(1, nil, true, false, nil), l.run(1, roundRobin, false, false, nil)
		t.Logf("%d loops, busiest/mean and 99th percentile/mean: Pick %.2f and %.2f, round robin %.2f and %.2f",
			loops, pick.imbalance, pick.loopPercentile(0.99), inTurns.imbalance, inTurns.loopPercentile(0.99))
		if pick.imbalance > 1.5 || pick.imbalance >= inTurns.imbalance {
			t.Errorf("%d loops: the busiest has %.2f of the mean, with round robin %.2f", loops, pick.imbalance, inTurns.imbalance)
		}
	}
}

// loopPercentile returns the load over the mean that a part of the loops does not exceed.
func (s *simulation) loopPercentile(part float64) float64 {
	sums, total := map[*simLoop]float64{}, 0.0
	for _, c := range s.open {
		sums[c.loop] += c.rate
		total += c.rate
	}
	var all []float64
	for _, l := range s.all {
		all = append(all, sums[l]/(total/float64(len(s.all))))
	}
	slices.Sort(all)
	return all[int(part*float64(len(all)-1))]
}
