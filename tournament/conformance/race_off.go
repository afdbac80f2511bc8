//go:build !race

package conformance

// raceEnabled shrinks the sizes: the race detector costs a factor of ten.
const raceEnabled = false
