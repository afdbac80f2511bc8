//go:build !race

package browser

const raceDetector = false
