package placement

import (
	"cmp"
	"errors"
	"math"
	"slices"
)

// A Policy says when something moves from the busiest loop to the idlest. A zero field stands for
// its default.
type Policy struct {
	// Start is the difference of two utilizations, between 0 and 1, from which on work moves. The
	// default is 0.2.
	Start float64
	// Stop is the difference below which no more work moves. The default is half of Start.
	Stop float64
	// Patience is the number of measurements in a row that must show the difference. The default
	// is 3.
	Patience int
	// Settle is the number of measurements after a move that are ignored, because they are partly
	// from before the move. The default is 2.
	Settle int
}

func (p Policy) withDefaults() Policy {
	if p.Start == 0 {
		p.Start = 0.2
	}
	if p.Stop == 0 {
		p.Stop = p.Start / 2
	}
	if p.Patience == 0 {
		p.Patience = 3
	}
	if p.Settle == 0 {
		p.Settle = 2
	}
	return p
}

// Check returns the reason why the policy is invalid, or nil.
func (p Policy) Check() error {
	switch p = p.withDefaults(); {
	case !(p.Start > 0 && p.Start <= 1):
		return errors.New("the policy's Start must be between 0 and 1, or 0 for the default")
	case !(p.Stop > 0 && p.Stop <= p.Start):
		return errors.New("the policy's Stop must be between 0 and Start, or 0 for the default")
	case p.Patience < 0 || p.Settle < 0:
		return errors.New("the policy's Patience and Settle must not be negative")
	}
	return nil
}

// A Move is work to be moved: the share of the load of loop From that loop To should get.
type Move struct {
	From, To int
	Share    float64
}

// A Balancer decides from successive measurements what moves. Make it with NewBalancer. It must not
// be used by two goroutines at once.
//
// # What prevents it from moving too much
//
// Netty's automatic scaling of event loops once had this defect
// (https://github.com/netty/netty/pull/17538): a loop that stayed busy counted its busy cycles on
// and on. Once the count had reached its limit, each following cycle decided again, before the last
// decision could have had an effect, and the number of loops overshot. Four rules prevent this
// here:
//
//   - A decision resets the measurements that caused it. After a move the counting starts at zero,
//     for all loops.
//   - The measurements after a move do not count (Settle), because a part of what they have
//     measured was before the move.
//   - One move is at most half of the measured difference. So even if all of it were moved and the
//     measurement was exact, the two loops would be even, not exchanged.
//   - Movement begins at one difference (Start) and ends at a smaller one (Stop), so a difference
//     that varies around one limit does not switch it on and off.
type Balancer struct {
	policy Policy
	moving bool // between Start and Stop
	shown  int  // measurements in a row that showed the difference
	settle int  // measurements still to be ignored
	loops  int
}

// NewBalancer returns a balancer with this policy, which must be valid.
func NewBalancer(p Policy) *Balancer { return &Balancer{policy: p.withDefaults()} }

// Next takes the utilization of each loop since the last call, from 0 to 1, and returns what should
// move now, if anything. If the number of loops has changed, it starts anew.
func (b *Balancer) Next(utilization []float64) (Move, bool) {
	if len(utilization) != b.loops {
		*b = Balancer{policy: b.policy, loops: len(utilization)}
	}
	if b.settle > 0 {
		b.settle--
		return Move{}, false
	}
	from, to := extremes(utilization)
	if from == to {
		return Move{}, false
	}
	difference := utilization[from] - utilization[to]
	if difference < b.limit() || math.IsNaN(difference) {
		b.shown, b.moving = 0, false
		return Move{}, false
	}
	if b.shown++; b.shown < b.policy.Patience {
		return Move{}, false
	}
	b.shown, b.settle, b.moving = 0, b.policy.Settle, true
	return Move{From: from, To: to, Share: difference / 2 / utilization[from]}, true
}

// limit returns the difference from which on work moves now.
func (b *Balancer) limit() float64 {
	if b.moving {
		return b.policy.Stop
	}
	return b.policy.Start
}

// extremes returns the indexes of the highest and the lowest utilization.
func extremes(utilization []float64) (highest, lowest int) {
	for i, u := range utilization {
		if u > utilization[highest] {
			highest = i
		}
		if u < utilization[lowest] {
			lowest = i
		}
	}
	return highest, lowest
}

// Choose picks pieces of work whose loads sum up to at most share of the total, the largest first.
// It returns their indexes, and the share that they have. A piece that alone exceeds the share
// stays: moving it would only exchange the two loops. loads must not contain negative numbers; rest
// is the load of the loop that does not belong to any of the pieces.
func Choose(loads []float64, rest, share float64) (chosen []int, moved float64) {
	total := rest
	order := make([]int, 0, len(loads))
	for i, l := range loads {
		total += l
		if l > 0 {
			order = append(order, i)
		}
	}
	if total <= 0 {
		return nil, 0
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(loads[b], loads[a]), cmp.Compare(a, b))
	})
	budget := share * total
	for _, i := range order {
		if loads[i] <= budget {
			budget -= loads[i]
			moved += loads[i] / total
			chosen = append(chosen, i)
		}
	}
	return chosen, moved
}
