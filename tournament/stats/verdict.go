package stats

// This file owns what an interval of a ratio says about two contestants.

// Margin is how far apart two contestants may be and still be tied: a difference of
// more than 10 %, either way, must be excluded.
const Margin = 1.10

// Verdict is what is said about one contestant against another.
type Verdict int

// The verdicts.
const (
	// NotShown: the interval allows too much to say anything else.
	NotShown Verdict = iota
	// Ahead: the other one takes more, and the difference may exceed the margin.
	Ahead
	// Tied: a difference above the margin is excluded. It may be shown that there is a
	// smaller one; nobody would choose by it.
	Tied
	// Behind: the other one takes less, and the difference may exceed the margin.
	Behind
)

func (v Verdict) String() string { return [...]string{"not shown", "ahead", "tied", "behind"}[v] }

// Judge says how a contestant stands to another one. The estimate is the other's value
// in multiples of its own, lower values are better.
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

// Against says how a contestant stands to several others, by how it stands to each:
// behind when it is behind one of them; ahead when it is ahead of all; tied when it is
// ahead of some and tied with the others; not shown when that is open of one. Without
// others nothing is shown.
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
