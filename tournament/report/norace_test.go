//go:build !race

package report_test

const raceDetector = false
