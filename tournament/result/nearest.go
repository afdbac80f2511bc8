package result

import "github.com/agnivade/levenshtein"

// This file owns the guess at what a mistyped name was meant to be.

// Nearest returns the name that takes the fewest single-letter changes to reach
// from name, by Levenshtein's distance, when that is close enough to be a slip:
// at most a third of the letters, and at least one change is always allowed.
func Nearest(name string, among []string) (string, bool) {
	nearest, least := "", max(1, len(name)/3)+1
	for _, candidate := range among {
		if d := levenshtein.ComputeDistance(name, candidate); d < least {
			nearest, least = candidate, d
		}
	}
	return nearest, nearest != ""
}
