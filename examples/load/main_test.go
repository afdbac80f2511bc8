package main

import (
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestIterationsAreWhole: an iteration also waits for the request that a timer sends.
func TestIterationsAreWhole(t *testing.T) {
	target := server()
	defer target.Close()
	const users, iterations = 8, 5
	result, err := Run(t.Context(), target.URL, target.Client(), users, 2, iterations)
	target.Client().CloseIdleConnections()
	if want := (Result{users * iterations, 2 * users * iterations, 0}); err != nil || result != want {
		t.Errorf("got %+v, %v, want %+v", result, err, want)
	}
}
