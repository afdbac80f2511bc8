package result

// This file owns the guess at what a mistyped name was meant to be.

// Nearest returns the name that takes the fewest single-letter changes to reach
// from name, by Levenshtein's distance, when that is close enough to be a slip:
// at most a third of the letters, and at least one change is always allowed.
func Nearest(name string, among []string) (string, bool) {
	nearest, least := "", max(1, len(name)/3)+1
	for _, candidate := range among {
		if d := distance(name, candidate); d < least {
			nearest, least = candidate, d
		}
	}
	return nearest, nearest != ""
}

// distance keeps one row of the dynamic-programming table: row[j] is the
// distance between what has been seen of a and the first j bytes of b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
