package main

import (
	"slices"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/decide"
	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// What is measured for the bounds about waiting is what they ask for, once.
func TestLanesForTheBounds(t *testing.T) {
	bounds := decide.Bounds("waiting")
	cells, err := neededLanes(bounds)
	if err != nil || len(bounds) == 0 {
		t.Fatal(err, len(bounds))
	}
	for _, b := range bounds {
		for _, lane := range b.Lanes() {
			if !slices.ContainsFunc(cells, func(c latency.Cell) bool {
				return c.Lane == lane && c.Workload == b.Workload && result.FormatParams(c.Params.Map()) == result.FormatParams(b.Params)
			}) {
				t.Errorf("%s is judged without %s", b.Row(), lane)
			}
			if _, err := latency.Find(lane); err != nil {
				t.Error(err)
			}
		}
	}
	seen := map[string]bool{}
	for _, c := range cells {
		if seen[c.String()] {
			t.Errorf("%s is measured twice", c)
		}
		seen[c.String()] = true
	}
	if cells, _ := neededLanes(decide.Bounds("loops")); len(cells) != 0 {
		t.Errorf("bounds about loops need the lanes %v", cells)
	}
}

// The loop that spins is compared with every lane that polls one of Go's primitives.
func TestTheLanesThatPoll(t *testing.T) {
	var polling []string
	for _, l := range latency.Lanes() {
		if l.Spins && l.Kind == "floor" {
			polling = append(polling, l.Name)
		}
	}
	for _, gap := range []string{"50us", "100ms"} {
		var compared []string
		for _, b := range decide.Bounds("waiting") {
			if b.Contestant == "wakeful-spin" && b.Params["gap"] == gap && len(b.Params) == 1 && slices.Contains(polling, b.Against) {
				compared = append(compared, b.Against)
			}
		}
		if !slices.Equal(compared, polling) {
			t.Errorf("with a gap of %s, %q are compared, and %q poll", gap, compared, polling)
		}
	}
}

// Arguments of check are parts and workloads. Together they choose the bounds of each.
func TestBoundsAboutPartsAndWorkloads(t *testing.T) {
	all, err := boundsAbout(nil)
	if err != nil || len(all) != len(decide.Bounds()) {
		t.Errorf("without arguments: %d bounds, %v", len(all), err)
	}
	waiting := decide.Bounds("waiting")
	some, err := boundsAbout([]string{"ping-pong", "waiting"})
	if err != nil || len(some) <= len(waiting) || len(some) >= len(all) {
		t.Errorf("%d bounds about ping-pong and waiting, %d about waiting, %d in all, %v", len(some), len(waiting), len(all), err)
	}
	for _, b := range some {
		if b.Part != "waiting" && b.Workload != "ping-pong" {
			t.Errorf("%s is about %s", b.Row(), b.Part)
		}
	}
}
