package main

import (
	"strings"
	"testing"
	"time"
)

// TestProgress: a run that takes twice as long as expected says so after its first sample, and
// lines come at most every two seconds.
func TestProgress(t *testing.T) {
	var out strings.Builder
	clock := time.Unix(0, 0)
	p := newProgress(&out, func() time.Time { return clock }, []step{{"long", 3, time.Second}, {"short", 4, 500 * time.Millisecond}})
	p.beginStep()
	clock = clock.Add(time.Minute) // it is prepared
	p.ready()
	for range 3 {
		clock = clock.Add(2 * time.Second)
		p.sampled()
	}
	p.beginStep()
	for range 4 {
		clock = clock.Add(750 * time.Millisecond)
		p.sampled()
	}
	want := `1 of 2, long: 0 of 3 samples, about 5s left
1 of 2, long: 1 of 3 samples, about 8s left
1 of 2, long: 2 of 3 samples, about 6s left
2 of 2, short: 0 of 4 samples, about 4s left
2 of 2, short: 3 of 4 samples, about 1s left
`
	if got := out.String(); got != want {
		t.Errorf("it said\n%s\nwant\n%s", got, want)
	}
}
