package measure

import "github.com/wakeful-go/wakeful/tournament/stats"

// This file owns how many rounds a run has. A run looks at its figures after so many
// rounds, goes on with the cells of which something is still open, and leaves the others.

// Looks are the rounds after which a run looks at its figures. Half as many again from
// look to look: what is decided between two looks costs at most half of its rounds too
// many, and each further look costs width.
func (m Mode) Looks() []int {
	if m == Full {
		return []int{8, 12, 18, 27, 40, 60, 90}
	}
	return []int{8, 12, 18, 27} // on two cores the quick line-up takes little more than a minute for the first eight
}

// Design is the sequential design of a run in this mode.
func (m Mode) Design() stats.Design { return DesignOf(m.Looks()) }

// DesignOf is the design with looks after so many rounds, as a document has them. It is
// the design without looks when there are none, or when they make no design.
func DesignOf(looks []int) stats.Design {
	d, err := stats.Sequential(stats.Confidence, looks...)
	if err != nil {
		return stats.Design{}
	}
	return d
}
