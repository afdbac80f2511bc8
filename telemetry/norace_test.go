//go:build !race

package telemetry_test

const underRace = false
