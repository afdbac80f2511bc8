package telemetry_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/telemetry"
)

// The page and its events are served for addresses, localhost and listed names, however they are
// written, and for no other host.
func TestPageIsServedForKnownHostsOnly(t *testing.T) {
	listed := telemetry.Handler(telemetry.WithHosts("Metrics.example.com.", "other"), telemetry.HandlerOption{}, telemetry.WithHosts("a.b", ""))
	for _, c := range []struct {
		host            string
		anybody, listed bool
	}{
		{"", true, true}, // HTTP/1.0
		{"127.0.0.1", true, true},
		{"127.0.0.1.:80", true, true},
		{"10.1.2.3:8080", true, true},
		{"[::1]", true, true},
		{"[::1]:8080", true, true},
		{"::1", true, true},
		{"[fe80::1%eth0]:8080", true, true},
		{"[fe80::1%25eth0]", true, true},
		{"[FE80::1]:80", true, true},
		{"localhost", true, true},
		{"LocalHost.:6060", true, true},
		{"metrics.example.com", false, true},
		{"METRICS.EXAMPLE.COM.:443", false, true},
		{"other:80", false, true},
		{"a.b", false, true},
		{"example.com", false, false},
		{"x.metrics.example.com", false, false},
		{"127.0.0.1.attacker.example", false, false},
		{"localhost.attacker.example:80", false, false},
		{"a.localhost", false, false},
		{"1.2.3", false, false},
		{"[::1", true, true}, // net/http refuses it before
		{"[attacker.example]:80", false, false},
		{":80", false, false},
		{".", false, false},
	} {
		for _, part := range []string{"/", "/?part=page.js", "/?part=events"} {
			for i, handler := range []http.Handler{telemetry.Handler(), listed} {
				request := httptest.NewRequest(http.MethodHead, part, nil)
				request.Host = c.host
				recorder := httptest.NewRecorder()
				handler.ServeHTTP(recorder, request)
				want := http.StatusForbidden
				if []bool{c.anybody, c.listed}[i] {
					want = http.StatusOK
				}
				if recorder.Code != want {
					t.Errorf("host %q, %s, handler %d: status %d, want %d", c.host, part, i, recorder.Code, want)
				}
				if want == http.StatusForbidden && !strings.Contains(recorder.Body.String(), "WithHosts") {
					t.Errorf("host %q: the answer is %q", c.host, recorder.Body)
				}
			}
		}
	}
}
