package telemetry_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/wakeful-go/wakeful/telemetry"
)

// A name has at most 256 bytes wherever it is shown. It is cut between characters, and the cut is
// marked.
func TestLongNamesAreCut(t *testing.T) {
	for text, want := range map[string]string{
		strings.Repeat("a", 256):               strings.Repeat("a", 256),
		strings.Repeat("a", 257):               strings.Repeat("a", 253) + "…",
		strings.Repeat("a", 252) + "éé" + "zz": strings.Repeat("a", 252) + "…",
		strings.Repeat("😀", 1<<20):             strings.Repeat("😀", 63) + "…",
		strings.Repeat("\x80", 300):            strings.Repeat("\x80", 249) + "…",
	} {
		synctest.Test(t, func(t *testing.T) {
			var log bytes.Buffer
			var c collected
			l := unrun(t)
			w := watch(t, l, telemetry.WithSampling(1), telemetry.WithStallLimit(100*ms, c.report),
				telemetry.WithLogger(slog.New(slog.NewJSONHandler(&log, nil))))
			launch(t, l)
			check(t, l.Submit(telemetry.Named(text, func() { time.Sleep(200 * ms) })))
			time.Sleep(time.Second)
			synctest.Wait()
			s := w.Snapshot()
			if len(s.Slowest) == 0 || s.Slowest[0].Name != want {
				t.Errorf("the slowest are %.400v, want %q", s.Slowest, want)
			}
			if stalls := c.all(); len(stalls) != 1 || stalls[0].Callback != want || s.RecentStalls[0].Callback != want {
				t.Errorf("the stalls are %.400v, want %q", stalls, want)
			}
			var logged struct{ Callback string }
			check(t, json.Unmarshal(log.Bytes(), &logged))
			if utf8.ValidString(text) && logged.Callback != want {
				t.Errorf("the log has %.400q, want %q", logged.Callback, want)
			}
			page, err := telemetry.PageLoop(s, telemetry.Snapshot{})
			check(t, err)
			if vars := telemetry.Expvar().String(); len(text) > 10_000 && (len(vars) > 50_000 || len(page) > 50_000) {
				t.Errorf("the variable has %d bytes, the page %d", len(vars), len(page))
			}
		})
	}
}

// TestNamedTimer: what keeps a loop alive is listed under its given name.
func TestNamedTimer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := unrun(t)
		w := watch(t, l)
		_, err := l.AfterFunc(time.Hour, telemetry.Named("load prices", func() {}))
		check(t, err)
		if alive := w.Snapshot().AliveEntries; len(alive) != 1 || alive[0].Detail != "load prices" {
			t.Errorf("the loop is kept alive by %+v", alive)
		}
		check(t, l.Close())
	})
}
