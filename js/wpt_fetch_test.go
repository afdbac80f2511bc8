package js_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js"
)

// wptFetch are cases of fetch/api/abort. SERVER is a server that answers "/text" with text, never
// answers "/never", and answers "/half" with half of a body.
var wptFetch = []wptCase{
	{"a signal that has aborted sends nothing", `const signal = AbortSignal.abort(); fetch(SERVER + '/count', { signal }).catch((e) => { L(e.name, e === signal.reason); return fetch(SERVER + '/counted') }).then((r) => r.text()).then(L)`, "AbortError:true 0"},
	{"the reason is what it rejects with", `fetch(SERVER + '/never', { signal: AbortSignal.abort('why') }).catch((e) => L(e)); const reason = new TypeError('mine'); const c = new AbortController(); fetch(SERVER + '/never', { signal: c.signal }).catch((e) => L(e === reason)); setTimeout(() => c.abort(reason), 5)`, "why true"},
	{"while it waits for an answer", `const c = new AbortController(); fetch(SERVER + '/never', { signal: c.signal }).catch((e) => L(e.name, e.code)); setTimeout(() => c.abort(), 20)`, "AbortError:20"},
	{"by a timeout", `fetch(SERVER + '/never', { signal: AbortSignal.timeout(20) }).catch((e) => L(e.name)); setTimeout(() => {}, 200)`, "TimeoutError"},
	{"by one of several", `const c = new AbortController(); fetch(SERVER + '/never', { signal: AbortSignal.any([c.signal, new AbortController().signal]) }).catch((e) => L(e)); setTimeout(() => c.abort('one'), 5)`, "one"},
	{"while a body is read", `const c = new AbortController(); fetch(SERVER + '/half', { signal: c.signal }).then((r) => { L(r.status); setTimeout(() => c.abort(), 5); return r.text() }).catch((e) => L(e.name))`, "200 AbortError"},
	{"while a body is read in parts", `const c = new AbortController(); (async () => { const r = await fetch(SERVER + '/half', { signal: c.signal }); const reader = r.body.getReader(); const first = await reader.read(); L(new TextDecoder().decode(first.value)); c.abort('enough'); try { await reader.read(); L('wrong') } catch (e) { L(e) } })()`, "half enough"},
	{"after all was read", `const c = new AbortController(); fetch(SERVER + '/text', { signal: c.signal }).then((r) => r.text()).then((text) => { L(text); c.abort(); L('end') })`, "text end"},
	{"of a Request", `const c = new AbortController(); const r = new Request(SERVER + '/never', { signal: c.signal }); L(r.signal.aborted); fetch(r).catch((e) => L(e)); c.abort('r'); L(r.signal.aborted)`, "false true r"},
	{"of one request, and another goes on", `const c = new AbortController(); fetch(SERVER + '/never', { signal: c.signal }).catch((e) => { L(e); return fetch(SERVER + '/text') }).then((r) => r.text()).then(L); setTimeout(() => c.abort('gone'), 5)`, "gone text"},
}

// TestWPTFetch runs the cases of fetch here and in Node.
func TestWPTFetch(t *testing.T) {
	for _, c := range wptFetch {
		t.Run(c.name, func(t *testing.T) {
			server := wptServer(t)
			if got := runWPT(t, c.source, js.WithGlobal("SERVER", server)); got != c.want {
				t.Errorf("ran %q\nwant %q", got, c.want)
			}
		})
	}
	t.Run("node", func(t *testing.T) {
		node := newWPTNode(t)
		for _, c := range wptFetch {
			t.Run(c.name, func(t *testing.T) {
				source := "const SERVER = process.env.SERVER; " + c.source
				if got := node.run(t, source, "SERVER="+wptServer(t)); got != c.want {
					t.Errorf("Node prints %q\nwant %q", got, c.want)
				}
			})
		}
	})
}

// wptServer starts the server of wptFetch and returns its address.
func wptServer(t *testing.T) string {
	t.Helper()
	counted := "0"
	mux := http.NewServeMux()
	mux.HandleFunc("/text", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "text") })
	mux.HandleFunc("/count", func(http.ResponseWriter, *http.Request) { counted = "1" })
	mux.HandleFunc("/counted", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, counted) })
	mux.HandleFunc("/never", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	mux.HandleFunc("/half", func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(w, strings.NewReader("half"))
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}
