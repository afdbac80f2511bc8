//go:build !race

package sim

// shortSeeds is how many seeds Run runs in a short test at most, and shortReplays how many Replay
// does.
const (
	shortSeeds   = 100
	shortReplays = 20
)
