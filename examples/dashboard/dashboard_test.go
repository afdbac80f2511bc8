package main

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/wakeful-go/wakeful/telemetry"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// firstLine is the output of a log that tells of its first line: the report of the first stall.
type firstLine struct {
	once sync.Once
	line chan string
}

func (f *firstLine) Write(b []byte) (int, error) {
	f.once.Do(func() { f.line <- string(b) })
	return len(b), nil
}

// service is the service in the state that the tests check: inside the planted stall, after the
// planted slow callback was sampled.
type service struct {
	*server
	logged string // the report of the stall
	url    string
	client *http.Client
}

func startService(t *testing.T) *service {
	t.Helper()
	log, blocked := &firstLine{line: make(chan string, 1)}, make(chan struct{})
	s, err := start("127.0.0.1:0", slog.New(slog.NewTextHandler(log, nil)), func() { <-blocked })
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{}}
	t.Cleanup(func() {
		close(blocked)
		client.CloseIdleConnections()
		if err := s.shutdown(); err != nil {
			t.Error(err)
		}
	})
	for sampled := false; !sampled; {
		if err := s.shop.loop.Submit(s.shop.recomputePrices); err != nil {
			t.Fatal(err)
		}
		if _, err := s.shop.loop.Call(t.Context(), func() (int, error) { s.shop.order(); return 0, nil }); err != nil {
			t.Fatal(err)
		}
		for _, c := range telemetry.WatcherOf(s.shop.loop).Snapshot().Slowest {
			sampled = sampled || strings.Contains(c.Name, "recomputePrices")
		}
	}
	if err := s.shop.loop.Submit(s.shop.reloadCatalogue); err != nil {
		t.Fatal(err)
	}
	return &service{s, <-log.line, "http://" + s.listener.Addr().String(), client}
}

// get returns the body of a page, or the first line of a stream.
func (s *service) get(t *testing.T, path string, firstLine bool) string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := s.client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		t.Errorf("%s: %s", path, response.Status)
	}
	if firstLine {
		line, err := bufio.NewReader(response.Body).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		return line
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// TestPlantedFunctionsAreNamed: the page, the log and a scrape name the planted functions.
func TestPlantedFunctionsAreNamed(t *testing.T) {
	s := startService(t)
	for _, want := range []string{"loop=orders ", "reloadCatalogue", "shop.go"} {
		if !strings.Contains(s.logged, want) {
			t.Errorf("the log does not name %s: %s", want, s.logged)
		}
	}
	scrape := s.get(t, "/metrics", false)
	event := s.get(t, "/debug/loops?part=events", true)
	for name, metric := range map[string]string{"reloadCatalogue": "wakeful_loop_recent_stall_seconds", "recomputePrices": "wakeful_loop_slowest_callback_seconds"} {
		found := false
		for line := range strings.Lines(scrape) {
			found = found || strings.HasPrefix(line, metric+"{") && strings.Contains(line, name) && strings.Contains(line, `loop="orders"`)
		}
		if !found {
			t.Errorf("%s does not name %s:\n%s", metric, name, scrape)
		}
		if !strings.Contains(event, name) {
			t.Errorf("the page is not sent %s: %s", name, event)
		}
	}
}
