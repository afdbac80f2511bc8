package stats

// This file owns the ranking. Rejected: sort by medians and call neighbours with overlapping
// intervals equal. Overlap is not transitive, so a chain of neighbours would tie contestants that
// clearly differ. Here a rank depends only on how many others are shown to be better.

// Place is a contestant's place in a row of the matrix.
type Place struct {
	// Rank is 1 plus the number of contestants that are shown to be better, which means that the
	// whole of their interval lies below the whole of this one. It is 0 for an estimate without a
	// value.
	Rank int
	// Tied: the interval of another contestant of the same rank overlaps this one's.
	Tied bool
}

// Rank returns the place of each estimate, in the given order. Lower values are better. Estimates
// without an interval are never shown to be better or worse, so a row of such estimates is one tie.
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
