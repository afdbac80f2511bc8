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

// The lanes of the best one that polls are those that poll one of Go's primitives.
func TestTheLanesThatPoll(t *testing.T) {
	var polling []string
	for _, l := range latency.Lanes() {
		if l.Spins && l.Kind == "floor" {
			polling = append(polling, l.Name)
		}
	}
	if got := (decide.Bound{Contestant: "x", Against: decide.BestSpinning}).Lanes()[1:]; !slices.Equal(got, polling) {
		t.Errorf("%q are compared, and %q poll", got, polling)
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
