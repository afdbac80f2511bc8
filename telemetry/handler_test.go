package telemetry_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/recording"
	"github.com/wakeful-go/wakeful/telemetry"
)

// ask sends a request to the page's handler, under a path.
func ask(t *testing.T, method, address string) *http.Response {
	t.Helper()
	recorder := httptest.NewRecorder()
	request := httptest.NewRequest(method, address, nil)
	request.Host = "127.0.0.1:6060"
	telemetry.Handler().ServeHTTP(recorder, request)
	return recorder.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestPageParts: the page and its parts, with the headers that prevent a name from being executed
// as code.
func TestPageParts(t *testing.T) {
	for _, c := range []struct {
		method, address string
		status          int
		contentType     string
	}{
		{"GET", "/debug/loops", 200, "text/html; charset=utf-8"},
		{"GET", "/debug/loops/", 200, "text/html; charset=utf-8"},
		{"HEAD", "/", 200, "text/html; charset=utf-8"},
		{"GET", "/debug/loops?part=page.js", 200, "text/javascript; charset=utf-8"},
		{"GET", "/debug/loops?part=page.css", 200, "text/css; charset=utf-8"},
		{"HEAD", "/debug/loops?part=recording", 200, "application/octet-stream"},
		{"HEAD", "/debug/loops?part=events", 200, "text/event-stream"},
		{"GET", "/debug/loops?part=index.html", 404, "text/plain; charset=utf-8"},
		{"GET", "/debug/loops?part=../handler.go", 404, "text/plain; charset=utf-8"},
		{"POST", "/debug/loops", 405, "text/plain; charset=utf-8"},
	} {
		r := ask(t, c.method, c.address)
		if r.StatusCode != c.status || r.Header.Get("Content-Type") != c.contentType {
			t.Errorf("%s %s: %d, %q, want %d, %q", c.method, c.address, r.StatusCode, r.Header.Get("Content-Type"), c.status, c.contentType)
		}
		for key, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"} {
			if got := r.Header.Get(key); got != want {
				t.Errorf("%s %s: %s is %q, want %q", c.method, c.address, key, got, want)
			}
		}
		if policy := r.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s %s: the policy is %q", c.method, c.address, policy)
		}
	}
}

// TestPageIsOffline: the page has no inline script or style, and loads nothing from other servers.
func TestPageIsOffline(t *testing.T) {
	page := body(t, ask(t, "GET", "/"))
	for _, part := range regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if !strings.HasPrefix(part[1], "?part=") {
			t.Errorf("the page asks for %s", part[1])
		}
	}
	if regexp.MustCompile(`<style|style=|\son\w+=|<script>`).MatchString(page) {
		t.Error("the page has inline code")
	}
	for _, name := range []string{"page.js", "page.css"} {
		content := body(t, ask(t, "GET", "/?part="+name))
		if regexp.MustCompile(`https?:|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|@import|url\(`).MatchString(content) {
			t.Errorf("%s asks for something elsewhere, or reads text as markup", name)
		}
	}
}

// TestPageEvents: a stream starts with all watched loops at once, ends with its request, and leaves
// no goroutine.
func TestPageEvents(t *testing.T) {
	loop, err := wakeful.New(wakeful.WithName(`<script>alert(1)</script>`))
	if err != nil {
		t.Fatal(err)
	}
	watcher, err := telemetry.Watch(loop)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = watcher.Close() }()
	server := httptest.NewServer(telemetry.Handler())
	defer server.Close()
	defer server.Client().CloseIdleConnections()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+"/?part=events", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := server.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	line, err := bufio.NewReader(response.Body).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(line, "<") {
		t.Errorf("a name is sent as markup: %s", line)
	}
	data, ok := strings.CutPrefix(line, "data: ")
	var update struct {
		Loops []struct{ Name, State string }
	}
	if err := json.Unmarshal([]byte(data), &update); err != nil || !ok {
		t.Fatalf("%v: %q", err, line)
	}
	found := false
	for _, l := range update.Loops {
		found = found || l.Name == `<script>alert(1)</script>` && l.State == "new"
	}
	if !found {
		t.Errorf("the loop is not in %s", line)
	}
}

// TestPageRecording: the page's link returns the recordings.
func TestPageRecording(t *testing.T) {
	record(t, unrun(t, wakeful.WithName("orders")))
	r := ask(t, "GET", "/debug/loops?part=recording")
	all, err := recording.Read(r.Body)
	check(t, err)
	if len(all.Loops) != 1 || all.Loops[0].Name != "orders" {
		t.Errorf("the recording is %+v", all)
	}
}
