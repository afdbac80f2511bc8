package js_test

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js"
)

// TestWebSocketSuite runs Autobahn's own test suite against the WebSocket of scripts. It takes some
// minutes; with -short it leaves out the cases of large and many messages.
func TestWebSocketSuite(t *testing.T) {
	wstest, err := exec.LookPath("wstest")
	if err != nil {
		t.Skip("NOT RUN: Autobahn's suite is not installed: the program wstest of the Python package autobahntestsuite, for Python 2")
	}
	cases := []string{"*"}
	if testing.Short() {
		cases = []string{"1.*", "2.*", "3.*", "4.*", "5.*", "6.*", "7.*", "10.*", "12.1.1", "13.1.1"}
	}
	folder := t.TempDir()
	address := suiteServer(t, wstest, folder, cases)
	got, err := bare(t, js.WithWebSocket(&http.Client{Transport: &http.Transport{}})).Eval(t.Context(), `(async () => {
		const run = (path, heard) => new Promise((done) => { const ws = new WebSocket('`+address+`' + path); ws.binaryType = 'arraybuffer';
			ws.onmessage = (e) => heard(e.data, ws); ws.onclose = done });
		let n = 0; await run('/getCaseCount', (text) => n = Number(text));
		for (let i = 1; i <= n; i++) await run('/runCase?case=' + i + '&agent=wakeful', (data, ws) => ws.send(data));
		await run('/updateReports?agent=wakeful'); return n })()`)
	if err != nil {
		t.Fatal(err)
	}
	report, err := os.ReadFile(filepath.Join(folder, "index.json"))
	if err != nil {
		t.Fatal(err)
	}
	var results map[string]map[string]struct{ Behavior, BehaviorClose string }
	if err := json.Unmarshal(report, &results); err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for name, c := range results["wakeful"] {
		counts[c.Behavior]++
		for _, behavior := range []string{c.Behavior, c.BehaviorClose} {
			switch behavior {
			case "OK", "NON-STRICT", "INFORMATIONAL", "UNIMPLEMENTED":
			default:
				t.Errorf("case %s: %s, at the end %s", name, c.Behavior, c.BehaviorClose)
			}
		}
	}
	if n := fmt.Sprint(len(results["wakeful"])); n != fmt.Sprint(got) || counts["OK"] < 200 {
		t.Errorf("the report has %s cases of %v, %d are OK", n, got, counts["OK"])
	}
	t.Logf("cases: %v", counts)
}

// suiteServer starts the suite's server, and returns its address.
func suiteServer(t *testing.T, wstest, folder string, cases []string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	free := listener.Addr().String()
	_ = listener.Close() // the server cannot choose a port by itself
	spec, err := json.Marshal(map[string]any{
		"url": "ws://" + free, "outdir": folder, "cases": cases, "exclude-cases": []string{}, "exclude-agent-cases": map[string]any{},
	})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "spec.json")
	if err := os.WriteFile(file, spec, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), wstest, "-m", "fuzzingserver", "-w", "0", "-s", file)
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // it is killed
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-ended
	})
	for {
		conn, err := net.Dial("tcp", free)
		if err == nil {
			_ = conn.Close()
			return "ws://" + free
		}
		select {
		case <-ended:
			t.Fatalf("wstest has ended: %s", out.String())
		default:
			runtime.Gosched()
		}
	}
}
