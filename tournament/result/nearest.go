package result

import "github.com/agnivade/levenshtein"

// This file owns suggestions for mistyped names.

// Nearest returns the name with the smallest Levenshtein distance to name, if it is close enough to
// be a typing error: at most a third of the letters, but one change is always allowed.
func Nearest(name string, among []string) (string, bool) {
	nearest, least := "", max(1, len(name)/3)+1
	for _, candidate := range among {
		if d := levenshtein.ComputeDistance(name, candidate); d < least {
			nearest, least = candidate, d
		}
	}
	return nearest, nearest != ""
}
