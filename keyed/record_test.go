package keyed_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/internal/recording"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/telemetry"
)

// TestRecorded: the recordings of the group's loops say which record of which partition a callback has
// handled, and of which key.
func TestRecorded(t *testing.T) {
	b := newBroker(2, 64, 5, rand.New(rand.NewPCG(1, 2)))
	s := member(b)
	g := running(t)
	for _, l := range g.Loops() {
		r, err := telemetry.Record(l, 1<<20)
		check(t, err)
		t.Cleanup(func() { check(t, r.Close()) })
	}
	handle := func(_ *int, _ keyed.Record, done func(error)) { done(nil) }
	c, err := keyed.Consume(g, s, keyOf, handle, keyed.WithAcknowledgeInterval(time.Millisecond))
	check(t, err)
	<-s.began
	b.assign(0, s)
	b.assign(1, s)
	b.waitCommitted(t)
	check(t, c.Drain(context.Background()))
	var written bytes.Buffer
	check(t, telemetry.Dump(&written))
	all, err := recording.Read(&written)
	check(t, err)
	keys, records := 0, 0
	for _, l := range all.Loops {
		for _, e := range l.Events {
			switch {
			case e.Kind != recording.Tag:
			case e.Detail == recording.TagKey:
				keys++
			case e.Detail == recording.TagPartition:
				records++
				if e.C == 0 || l.Labels[e.C-1] != "log" || e.A > 1 || int(e.B) >= len(b.logs[e.A]) {
					t.Errorf("record %d of partition %d of %d in %v", e.B, e.A, e.C, l.Labels)
				}
			}
		}
	}
	if keys == 0 || records == 0 {
		t.Errorf("%d keys and %d records are in the recordings", keys, records)
	}
}
