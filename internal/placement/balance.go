package placement

import (
	"cmp"
	"errors"
	"math"
	"slices"
)

// A Policy says when something moves from the busiest loop to the idlest. A zero field stands for
// its default. The fields are those of group.Rebalancing, which documents them.
type Policy struct {
	StartDifference float64
	StopDifference  float64
	Confirmations   int
	Cooldown        int
}

func (p Policy) withDefaults() Policy {
	if p.StartDifference == 0 {
		p.StartDifference = 0.2
	}
	if p.StopDifference == 0 {
		p.StopDifference = p.StartDifference / 2
	}
	if p.Confirmations == 0 {
		p.Confirmations = 3
	}
	if p.Cooldown == 0 {
		p.Cooldown = 2
	}
	return p
}

// Check returns the reason why the policy is invalid, or nil.
func (p Policy) Check() error {
	switch p = p.withDefaults(); {
	case !(p.StartDifference > 0 && p.StartDifference <= 1):
		return errors.New("StartDifference must be above 0 and at most 1, or 0 for the default")
	case !(p.StopDifference > 0 && p.StopDifference <= p.StartDifference):
		return errors.New("StopDifference must be above 0 and at most StartDifference, or 0 for the default")
	case p.Confirmations < 0 || p.Cooldown < 0:
		return errors.New("neither Confirmations nor Cooldown may be negative")
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
// (https://github.com/netty/netty/pull/17538). A loop that stayed busy kept counting its busy
// cycles. Once the count had reached its limit, every further cycle made another decision, before
// the last one could have an effect. So the number of loops overshot. Four rules prevent this here:
//
//   - A decision resets the measurements that caused it. After a move the counting starts at zero,
//     for all loops.
//   - The measurements right after a move do not count (Cooldown), because a part of what they
//     measure was before the move.
//   - One move is at most half of the measured difference. So if the measurement is exact, the loop
//     that gives does not end up with less load than the loop that gets.
//   - Moves begin at one difference (StartDifference) and end at a smaller one (StopDifference). So
//     a difference that varies around one limit does not switch them on and off.
type Balancer struct {
	policy    Policy
	moving    bool // a move was made, and the difference has not fallen below StopDifference since
	confirmed int  // consecutive measurements that showed the difference
	cooldown  int  // measurements still to be ignored
	loops     int
}

// NewBalancer returns a balancer with this policy, which must be valid.
func NewBalancer(p Policy) *Balancer { return &Balancer{policy: p.withDefaults()} }

// Next takes the utilization of each loop since the last call, from 0 to 1, and returns what should
// move now, if anything. If the number of loops has changed, it starts anew.
func (b *Balancer) Next(utilization []float64) (Move, bool) {
	if len(utilization) != b.loops {
		*b = Balancer{policy: b.policy, loops: len(utilization)}
	}
	if b.cooldown > 0 {
		b.cooldown--
		return Move{}, false
	}
	from, to := extremes(utilization)
	if from == to {
		return Move{}, false
	}
	difference := utilization[from] - utilization[to]
	if difference < b.limit() || math.IsNaN(difference) {
		b.confirmed, b.moving = 0, false
		return Move{}, false
	}
	if b.confirmed++; b.confirmed < b.policy.Confirmations {
		return Move{}, false
	}
	b.confirmed, b.cooldown, b.moving = 0, b.policy.Cooldown, true
	return Move{From: from, To: to, Share: difference / 2 / utilization[from]}, true
}

// limit returns the difference from which on work moves now.
func (b *Balancer) limit() float64 {
	if b.moving {
		return b.policy.StopDifference
	}
	return b.policy.StartDifference
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

// ChooseMoves picks pieces of work whose loads sum up to at most share of the total, the largest
// first. It returns their indexes, and their share of the total. A piece that alone exceeds the
// share stays, because with it the two loops would only change places. loads must not contain
// negative numbers. other is the load of the loop that belongs to none of the pieces.
func ChooseMoves(loads []float64, other, share float64) (chosen []int, moved float64) {
	total := other
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
