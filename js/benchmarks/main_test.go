package main

import (
	"testing"
	"time"
)

// TestScriptsRun: every script counts the same on all sides, with few operations.
func TestScriptsRun(t *testing.T) {
	for _, s := range scripts {
		for name, run := range map[string]func(script) (time.Duration, error){"wakeful": onWakeful, "goja_nodejs": onGojaNodejs} {
			s.many = 1000
			if _, err := run(s); err != nil {
				t.Errorf("%s on %s: %v", s.name, name, err)
			}
		}
	}
}
