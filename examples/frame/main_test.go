package main

import (
	"strings"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestPlay(t *testing.T) {
	var out strings.Builder
	if err := play(&out, 70); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); !strings.HasPrefix(got, "70 frames, 1 seconds") || !strings.Contains(got, `news: ["the scene was loaded"]`) {
		t.Error(got)
	}
}
