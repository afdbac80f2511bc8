package telemetry_test

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/recording"
	"github.com/wakeful-go/wakeful/telemetry"
)

// TestDumps: a late loop is dumped while the callback that blocks it still runs, and not again at once.
func TestDumps(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		telemetry.ForgetDumps()
		var log bytes.Buffer
		logger := slog.New(slog.NewTextHandler(&log, nil))
		l := unrun(t, wakeful.WithName("orders"))
		record(t, l)
		watch(t, l, telemetry.WithLogger(logger), telemetry.WithDumps(dir, 100*ms))
		launch(t, l)
		on(t, l, func() {})
		files := func() []string {
			synctest.Wait()
			found, err := filepath.Glob(filepath.Join(dir, "late-orders-*.rec"))
			check(t, err)
			return found
		}
		release := make(chan struct{})
		check(t, l.Submit(faultyHang(make(chan struct{}), release)))
		time.Sleep(90 * ms) // fake time: within the limit
		if len(files()) != 0 {
			t.Errorf("%v after 90 ms", files())
		}
		time.Sleep(40 * ms) // fake time: beyond the limit
		if len(files()) != 1 {
			t.Fatalf("%d files after 130 ms, want one", len(files()))
		}
		f, err := os.Open(files()[0])
		check(t, err)
		defer f.Close()
		all, err := recording.Read(f)
		check(t, err)
		if found := all.Findings(); len(found) != 1 || found[0].Rule != "callback that blocks now" {
			t.Errorf("it found %+v", found)
		}
		time.Sleep(5 * time.Second) // fake time: within the pause between two recordings
		close(release)
		on(t, l, func() { time.Sleep(time.Second) }) // fake time: a late callback
		if len(files()) != 1 {
			t.Errorf("%d files within ten seconds, want one", len(files()))
		}
		time.Sleep(10 * time.Second)                 // fake time: beyond that pause
		on(t, l, func() { time.Sleep(time.Second) }) // a late callback
		if len(files()) != 2 {
			t.Errorf("%d files after ten seconds, want two", len(files()))
		}
		if text := log.String(); strings.Count(text, "the loop is late") != 2 || !strings.Contains(text, files()[0]) {
			t.Errorf("the log is %s", text)
		}
	})
}

func TestDumpsArguments(t *testing.T) {
	l, dir := unrun(t), t.TempDir()
	for _, c := range []struct {
		dir   string
		limit time.Duration
		want  string
	}{
		{filepath.Join(dir, "none"), time.Second, "no such file"},
		{dir, time.Microsecond, "a millisecond at least"},
	} {
		if _, err := telemetry.Watch(l, telemetry.WithDumps(c.dir, c.limit)); !errors.Is(err, wakeful.ErrInvalidOption) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
}
