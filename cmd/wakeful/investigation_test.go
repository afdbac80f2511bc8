package main

import (
	"context"
	"log/slog"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	loops "github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/telemetry"
)

// This file owns the test of the investigation in docs/observability.md: its program, and what the
// command says about it.

// prices are read by the loop and reloaded by a goroutine.
type prices struct {
	mu  sync.RWMutex
	all map[string]int
}

func (p *prices) of(what string) int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.all[what]
}

type shop struct{ prices prices }

func (s *shop) quote() { s.prices.of("tea") }

// recordingLog sends the names of recordings.
type recordingLog struct{ names chan string }

func (recordingLog) Enabled(context.Context, slog.Level) bool { return true }
func (l recordingLog) WithAttrs([]slog.Attr) slog.Handler     { return l }
func (l recordingLog) WithGroup(string) slog.Handler          { return l }

func (l recordingLog) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "recording" {
			l.names <- a.Value.String()
		}
		return true
	})
	return nil
}

// alike leaves out what differs from run to run, and the paths of packages and files.
func alike(s string) string {
	for _, r := range [][2]string{
		{`[\w./-]*/wakeful\.`, "main."}, {`\([^()]*/([\w-]+\.go)`, "($1"}, {`\w+\.go:\d+`, "FILE"}, {`\d[\d.]*(ms|µs|s)\b`, "TIME"},
	} {
		s = regexp.MustCompile(r[0]).ReplaceAllString(s, r[1])
	}
	return strings.TrimSpace(s)
}

func TestInvestigation(t *testing.T) {
	l, err := loops.New(loops.WithName("orders"))
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(err)
	r, err := telemetry.Record(l, 1<<20)
	check(err)
	defer func() { check(r.Close()) }()
	log := recordingLog{make(chan string, 10)}
	w, err := telemetry.Watch(l, telemetry.WithDumps(t.TempDir(), 100*time.Millisecond), telemetry.WithLogger(slog.New(log)))
	check(err)
	defer func() { check(w.Close()) }()
	go l.Run(context.Background())
	defer func() { check(l.Shutdown(context.Background())) }()
	_, err = l.Call(t.Context(), func() (int, error) { return 0, nil })
	check(err)

	var s shop
	s.prices.mu.Lock() // reloads the prices
	check(l.Submit(s.quote))
	name := <-log.names
	s.prices.mu.Unlock()

	status, out, errOut := here(t, "trace", "--findings", name)
	if status != statusDone {
		t.Fatalf("status %d: %s", status, errOut)
	}
	document, err := os.ReadFile("../../docs/observability.md")
	check(err)
	_, documented, _ := strings.Cut(string(document), "$ wakeful trace --findings late-orders-7.rec\n")
	documented, _, _ = strings.Cut(documented, "```")
	if got, want := alike(out), alike(documented); got != want {
		t.Errorf("the command says\n%s\nand the document\n%s", got, want)
	}
}
