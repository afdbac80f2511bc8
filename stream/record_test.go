//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"bytes"
	"testing"

	rec "github.com/wakeful-go/wakeful/internal/recording"
	"github.com/wakeful-go/wakeful/stream"
	"github.com/wakeful-go/wakeful/telemetry"
)

// TestRecorded: a recording says which connection a callback has read, what it has written in how many
// system calls, and that the connection has moved.
func TestRecorded(t *testing.T) {
	from, to := running(t), running(t)
	first, err := telemetry.Record(from, 1<<20)
	check(t, err)
	second, err := telemetry.Record(to, 1<<20)
	check(t, err)
	received := make(chan int)
	c, peer := movable(t, from, func(c *stream.Conn) {
		check(t, c.SetJoinWrites(false))
		check(t, c.OnData(func(p []byte) {
			for range 3 {
				_, err := c.Write(p)
				check(t, err)
			}
			received <- len(p)
		}))
	})
	write := func(n int) {
		_, err := peer.Write(make([]byte, n))
		check(t, err)
		for n > 0 {
			n -= <-received
		}
	}
	write(7)
	check(t, moveTo(t, from, to, c))
	write(9)
	on(t, to, func() {})
	events := func(r *telemetry.Recorder) (read, written, moved []rec.Event) {
		var b bytes.Buffer
		_, err := r.WriteTo(&b)
		check(t, err)
		all, err := rec.Read(&b)
		check(t, err)
		check(t, r.Close())
		for i, e := range all.Loops[0].Events {
			switch {
			case e.Kind == rec.Tag && e.Detail == rec.TagWritten:
				written = append(written, e)
			case e.Kind == rec.Tag:
				if call := all.Loops[0].Events[i-1]; call.Kind != rec.Callback || call.Start != e.Start || call.Phase() != "descriptors" {
					t.Errorf("a tag comes after %+v", call)
				}
				read = append(read, e)
			case e.Kind == rec.Move:
				moved = append(moved, e)
			}
		}
		return read, written, moved
	}
	read1, written1, out := events(first)
	read2, written2, in := events(second)
	if len(read1) != 1 || len(read2) != 1 || read1[0].A != read2[0].A || read1[0].B != 7 || read2[0].B != 9 {
		t.Errorf("read %+v and %+v", read1, read2)
	}
	if len(written1) != 1 || len(written2) != 1 || written1[0].B != 3*7 || written2[0].B != 3*9 || written1[0].C != 3 || written1[0].A != read1[0].A {
		t.Errorf("written %+v and %+v", written1, written2)
	}
	if len(out) != 1 || len(in) != 1 || out[0].A != read1[0].A || in[0].A != out[0].A || in[0].B == out[0].B {
		t.Fatalf("moved %+v, %+v", out, in)
	}
	if out[0].Detail != rec.TagConnection || in[0].Detail != rec.TagConnection|rec.MovedIn || in[0].Duration <= 0 {
		t.Errorf("moved %+v, %+v", out, in)
	}
}
