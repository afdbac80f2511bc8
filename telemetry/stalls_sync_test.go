package telemetry_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/telemetry"
)

// collected are the stalls that were reported.
type collected struct {
	mu     sync.Mutex
	stalls []telemetry.Stall
}

func (c *collected) report(s telemetry.Stall) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stalls = append(c.stalls, s)
}

func (c *collected) all() []telemetry.Stall {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.stalls
}

func loadPrices() { time.Sleep(300 * time.Millisecond) }

func TestAStallIsReportedOnceWithItsName(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c collected
		l := unrun(t, wakeful.WithName("orders"))
		w := watch(t, l, telemetry.WithStallLimit(100*time.Millisecond, c.report), telemetry.WithLogger(nil))
		launch(t, l)
		check(t, l.Submit(loadPrices))
		time.Sleep(time.Second)
		stalls := c.all()
		if len(stalls) != 1 {
			t.Fatalf("%d stalls: %+v", len(stalls), stalls)
		}
		s := stalls[0]
		if !strings.HasSuffix(s.Callback, "telemetry_test.loadPrices") || s.Loop != "orders" || s.State != "sleep" ||
			!strings.HasSuffix(s.File, "stalls_sync_test.go") || s.Line == 0 || !s.SameStack || s.Report != 1 ||
			!strings.Contains(s.Stack, "time.Sleep") {
			t.Errorf("reported %+v", s)
		}
		if s.Duration < 100*time.Millisecond || s.Duration > 115*time.Millisecond {
			t.Errorf("reported after %v", s.Duration)
		}
		after := w.Snapshot()
		if after.Stalls != 1 || len(after.RecentStalls) != 1 || !after.RecentStalls[0].Over || after.RecentStalls[0].Duration != 300*time.Millisecond {
			t.Errorf("the snapshot has %+v", after.RecentStalls)
		}
	})
}

var _ = fmt.Sprint
var _ = rand.Int
var _ = context.Background
