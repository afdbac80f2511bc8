package stats

// This file owns the ranking. Sorting by medians and calling neighbours with
// overlapping intervals equal is rejected: overlap is not transitive, so a chain
// of neighbours would tie contestants that differ plainly. Here a place depends
// on nothing but who is shown to be better.

// Place is a contestant's place in a row of the matrix.
type Place struct {
	// Rank is 1 plus the number of contestants that are shown to be better: the
	// whole of their interval lies below the whole of this one. It is 0 for an
	// estimate without a value.
	Rank int
	// Tied: another contestant of the same rank overlaps this one.
	Tied bool
}

// Rank returns the place of each estimate, in the order given; lower values are
// better. Estimates without an interval are never shown to be better or worse,
// so a row of such estimates is one tie.
func Rank(estimates []Estimate) []Place {
	places := make([]Place, len(estimates))
	for i, e := range estimates {
		if !e.Known() {
			continue
		}
		places[i].Rank = 1
		for _, other := range estimates {
			if other.Known() && other.High < e.Low {
				places[i].Rank++
			}
		}
	}
	for i, e := range estimates {
		for j, other := range estimates {
			if i != j && places[i].Rank == places[j].Rank && places[i].Rank > 0 && e.Overlaps(other) {
				places[i].Tied = true
			}
		}
	}
	return places
}
