//go:build unix

package telemetry_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/recording"
	"github.com/wakeful-go/wakeful/telemetry"
)

// channelHandler sends what is logged to a channel.
type channelHandler struct {
	slog.Handler
	records chan slog.Record
}

func (h channelHandler) Handle(_ context.Context, r slog.Record) error {
	h.records <- r
	return nil
}

// TestDumpOnSignal: each signal writes a file, whose name is logged, while a callback blocks the loop.
func TestDumpOnSignal(t *testing.T) {
	before := slog.Default()
	t.Cleanup(func() { slog.SetDefault(before) })
	records := make(chan slog.Record, 10)
	slog.SetDefault(slog.New(channelHandler{before.Handler(), records}))
	l := unrun(t, wakeful.WithName("orders"))
	record(t, l)
	launch(t, l)
	on(t, l, func() {})
	entered, release := make(chan struct{}), make(chan struct{})
	check(t, l.Submit(func() { blockedCallback(entered, release) }))
	defer close(release)
	<-entered
	dir := t.TempDir()
	stop, err := telemetry.DumpOnSignal(dir, syscall.SIGUSR1, syscall.SIGUSR2)
	check(t, err)
	for _, s := range []syscall.Signal{syscall.SIGUSR1, syscall.SIGUSR2} {
		check(t, syscall.Kill(os.Getpid(), s))
		attributes := map[string]string{}
		(<-records).Attrs(func(a slog.Attr) bool {
			attributes[a.Key] = a.Value.String()
			return true
		})
		if attributes["signal"] != s.String() {
			t.Errorf("logged %v, want signal %v", attributes, s)
		}
		f, err := os.Open(attributes["recording"])
		check(t, err)
		all, err := recording.Read(f)
		check(t, errors.Join(err, f.Close()))
		if len(all.Loops) != 1 || all.Loops[0].Name != "orders" || !strings.Contains(all.Loops[0].Current.Name, "TestDumpOnSignal") {
			t.Errorf("the recording is %+v", all)
		}
	}
	check(t, os.RemoveAll(dir))
	check(t, syscall.Kill(os.Getpid(), syscall.SIGUSR1))
	if r := <-records; r.Level != slog.LevelWarn {
		t.Errorf("without the directory it logged %v", r)
	}
	stop()
	stop()
	for _, signals := range [][]os.Signal{nil, {syscall.SIGHUP}} {
		if _, err := telemetry.DumpOnSignal(dir, signals...); !errors.Is(err, wakeful.ErrInvalidOption) {
			t.Errorf("%v in %s: error %v", signals, dir, err)
		}
	}
}
