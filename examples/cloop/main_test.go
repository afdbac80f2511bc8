//go:build cgo && unix

package main

import (
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	var out strings.Builder
	if err := run(&out); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != "3 ticks, 5 bytes\n" {
		t.Errorf("%q", got)
	}
}
