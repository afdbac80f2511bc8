package stats

// This file owns the verdict that follows from the interval of a ratio of two contestants.

// Margin is the largest difference of two tied contestants. A difference of more than 10 %, in
// either direction, must be excluded.
const Margin = 1.10

// Verdict is the result of comparing one contestant with another.
type Verdict int

// The verdicts.
const (
	// NotShown: the interval is too wide for any other verdict.
	NotShown Verdict = iota
	// Ahead: the other one's value is higher, and the difference may exceed the margin.
	Ahead
	// Tied: a difference above the margin is excluded. A smaller one may be shown, but it does not
	// matter in practice.
	Tied
	// Behind: the other one's value is lower, and the difference may exceed the margin.
	Behind
)

func (v Verdict) String() string { return [...]string{"not shown", "ahead", "tied", "behind"}[v] }

// Judge compares a contestant with another one. The estimate is the other's value divided by its
// own. Lower values are better.
func Judge(lead Estimate) Verdict {
	switch {
	case !lead.Bounded():
		return NotShown
	case lead.Low >= 1/Margin && lead.High <= Margin:
		return Tied
	case lead.Low > 1:
		return Ahead
	case lead.High < 1:
		return Behind
	}
	return NotShown
}

// Against combines the verdicts of a contestant against several others. It is Behind if it is
// behind one of them, Ahead if it is ahead of all, and Tied if it is ahead of some and tied with
// the others. It is NotShown if one verdict is NotShown, or without others.
func Against(each []Verdict) Verdict {
	n := map[Verdict]int{}
	for _, v := range each {
		n[v]++
	}
	switch {
	case n[Behind] > 0:
		return Behind
	case n[NotShown] > 0 || len(each) == 0:
		return NotShown
	case n[Tied] > 0:
		return Tied
	}
	return Ahead
}
