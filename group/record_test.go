package group_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/internal/recording"
	"github.com/wakeful-go/wakeful/telemetry"
)

// TestRecorded: the recordings of a group's loops say for which key a callback ran, and which keys have
// moved.
func TestRecorded(t *testing.T) {
	g := running(t, 2)
	loops := g.Loops()
	for _, l := range loops {
		r, err := telemetry.Record(l, 1<<20)
		check(t, err)
		t.Cleanup(func() { check(t, r.Close()) })
	}
	k, err := group.NewKeyedState[string, int](g)
	check(t, err)
	key := "a"
	for k.Loop(key) != loops[1] {
		key += "a"
	}
	done := make(chan struct{})
	for range 20 {
		check(t, k.Submit(key, func(n *int) { *n++; done <- struct{}{} }))
		<-done
	}
	check(t, g.Resize(context.Background(), 1))
	check(t, k.Submit(key, func(*int) { done <- struct{}{} }))
	<-done
	var b bytes.Buffer
	check(t, telemetry.Dump(&b))
	all, err := recording.Read(&b)
	check(t, err)
	var moves []recording.Event // out, in
	hash, named := uint32(0), 0
	for _, loop := range all.Loops {
		for _, e := range loop.Events {
			switch {
			case e.Kind == recording.Tag && e.Detail == recording.TagKey:
				if hash != 0 && hash != e.A {
					t.Errorf("the key has the hashes %#x and %#x", hash, e.A)
				}
				hash = e.A
				if e.C > 0 {
					named++
					if text := loop.Labels[e.C-1]; text != key {
						t.Errorf("the key is called %q, want %q", text, key)
					}
				}
			case e.Kind == recording.Move && e.Detail&^recording.MovedIn == recording.TagKey:
				moves = append(moves, e)
			}
		}
	}
	if named < 2 {
		t.Errorf("the key was named %d times", named)
	}
	if len(moves) != 2 {
		t.Fatalf("%d moves are recorded, want 2", len(moves))
	}
	in, out := moves[0], moves[1]
	if in.Detail&recording.MovedIn == 0 {
		in, out = out, in
	}
	if in.A>>20 != hash>>20 || out.A>>20 != hash>>20 || in.C != 1 || out.Detail&recording.MovedIn != 0 || in.Start != out.Start {
		t.Errorf("out %+v, in %+v, hash %#x", out, in, hash)
	}
	if ids := [2]uint32{uint32(all.Loops[0].ID), uint32(all.Loops[1].ID)}; out.B != ids[0] || in.B != ids[1] {
		t.Errorf("from %d to %d, want from and to %v", in.B, out.B, ids)
	}
}
