package js_test

import (
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/internal/autobahnsuite"
	"github.com/wakeful-go/wakeful/js"
)

// TestWebSocketSuite runs Autobahn's own test suite against the WebSocket of scripts. It takes some
// minutes; with -short it leaves out the cases of large and many messages.
func TestWebSocketSuite(t *testing.T) {
	suite := autobahnsuite.New(t)
	address := suiteServer(t, suite)
	got, err := bare(t, js.WithWebSocket(&http.Client{Transport: &http.Transport{}})).Eval(t.Context(), `(async () => {
		const run = (path, heard) => new Promise((done) => { const ws = new WebSocket('`+address+`' + path); ws.binaryType = 'arraybuffer';
			ws.onmessage = (e) => heard(e.data, ws); ws.onclose = done });
		let n = 0; await run('/getCaseCount', (text) => n = Number(text));
		for (let i = 1; i <= n; i++) await run('/runCase?case=' + i + '&agent=`+autobahnsuite.Agent+`', (data, ws) => ws.send(data));
		await run('/updateReports?agent=`+autobahnsuite.Agent+`'); return n })()`)
	if err != nil {
		t.Fatal(err)
	}
	if n := fmt.Sprint(suite.Check(t)); n != fmt.Sprint(got) {
		t.Errorf("the report has %s cases of %v", n, got)
	}
}

// suiteServer starts the suite's server, and returns its address.
func suiteServer(t *testing.T, suite *autobahnsuite.Suite) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	free := listener.Addr().String()
	_ = listener.Close() // the server cannot choose a port by itself
	cmd := suite.Command(t, map[string]any{"url": "ws://" + free}, "-m", "fuzzingserver", "-w", "0")
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
