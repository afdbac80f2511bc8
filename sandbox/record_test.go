package sandbox_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/recording"
	"github.com/wakeful-go/wakeful/sandbox"
	"github.com/wakeful-go/wakeful/telemetry"
)

// TestRecorded: a recording of the sandbox's loop says for which instance of which program a callback
// ran.
func TestRecorded(t *testing.T) {
	loop, err := wakeful.New()
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- loop.Run(context.Background()) }()
	t.Cleanup(func() {
		if err := loop.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
		<-ended
	})
	r, err := telemetry.Record(loop, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	sb := open(t, sandbox.Config{Loops: []*wakeful.Loop{loop}})
	program, err := sb.Compile("prices.js", `export function price() { return 7 }`)
	if err != nil {
		t.Fatal(err)
	}
	numbers := map[uint32]bool{}
	for range 2 {
		instance, err := program.Instance()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := instance.Call(context.Background(), "price"); err != nil {
			t.Fatal(err)
		}
		if err := instance.Close(); err != nil {
			t.Error(err)
		}
	}
	var b bytes.Buffer
	if _, err := r.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	all, err := recording.Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	l := all.Loops[0]
	for _, e := range l.Events {
		if e.Kind == recording.Tag && e.Detail == recording.TagTenant && e.A != 0 {
			numbers[e.A] = true
			if e.C == 0 || l.Labels[e.C-1] != "prices.js" {
				t.Errorf("%+v, labels %q", e, l.Labels)
			}
		}
	}
	if len(numbers) != 2 {
		t.Errorf("the calls of %d instances are recorded, want 2", len(numbers))
	}
}
