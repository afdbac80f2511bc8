package web_test

import (
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js"
	"github.com/wakeful-go/wakeful/js/internal/lib/libtest"
)

// server answers the requests of the test programs. The second half of /slow waits for gate.
func server(t *testing.T, gate <-chan struct{}) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/text", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Twice", "a")
		w.Header().Add("X-Twice", "b")
		w.Header().Add("Set-Cookie", "c=1")
		w.Header().Add("Set-Cookie", "d=2")
		_, _ = io.WriteString(w, "héllo")
	})
	mux.HandleFunc("/echo", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var names []string
		for name := range r.Header {
			if strings.HasPrefix(name, "X-") || name == "Content-Type" {
				names = append(names, name+"="+r.Header.Get(name))
			}
		}
		sort.Strings(names)
		_, _ = fmt.Fprintf(w, "%s %s %q %v %d", r.Method, r.URL.RequestURI(), body, names, r.ContentLength)
	})
	mux.HandleFunc("/status/", func(w http.ResponseWriter, r *http.Request) {
		var code int
		_, _ = fmt.Sscan(strings.TrimPrefix(r.URL.Path, "/status/"), &code)
		w.WriteHeader(code)
	})
	mux.HandleFunc("/redirect/", func(w http.ResponseWriter, r *http.Request) {
		var n, code int
		_, _ = fmt.Sscanf(strings.TrimPrefix(r.URL.Path, "/redirect/"), "%d/%d", &n, &code)
		if n == 0 {
			body, _ := io.ReadAll(r.Body)
			_, _ = fmt.Fprintf(w, "%s %q", r.Method, body)
			return
		}
		http.Redirect(w, r, fmt.Sprintf("/redirect/%d/%d", n-1, code), code)
	})
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "first ")
		w.(http.Flusher).Flush()
		select {
		case <-gate:
			_, _ = io.WriteString(w, "second")
		case <-r.Context().Done():
		}
	})
	mux.HandleFunc("/hang", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	mux.HandleFunc("/gzip", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = io.WriteString(z, strings.Repeat("zipped ", 1000))
		_ = z.Close()
	})
	mux.HandleFunc("/deflate", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "deflate")
		z := zlib.NewWriter(w)
		_, _ = io.WriteString(z, "deflated")
		_ = z.Close()
	})
	mux.HandleFunc("/big", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write(make([]byte, 1<<20))
	})
	mux.HandleFunc("/cut", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		_, _ = io.WriteString(w, "only this")
		w.(http.Flusher).Flush()
		connection, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			_ = connection.Close()
		}
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

// fetchPrograms print the same in Node and here. BASE is the server's address.
var fetchPrograms = []string{
	`fetch(BASE + '/text#frag').then(async (r) => {
		console.log(r.status, r.statusText, r.ok, r.type, r.redirected, r.url === BASE + '/text', r.bodyUsed)
		console.log(r.headers.get('x-twice'), r.headers.getSetCookie(), r.headers.get('content-length'), r.headers.get('content-type'))
		try { r.headers.set('a', 'b') } catch (e) { console.log(e.name, e.message) }
		console.log(await r.text(), r.bodyUsed)
		await r.text().catch((e) => console.log(e.name, e.message))
	})`,
	`(async () => {
		for (const init of [{}, { method: 'POST', body: 'text' }, { method: 'put', body: new Uint8Array([104, 105]) }, { method: 'POST', body: new URLSearchParams('a=1&b=%20') },
			{ method: 'PATCH', headers: { 'X-Custom': 'ü', 'content-type': 'a/b' }, body: 'x' }, { method: 'DELETE' }, { method: 'POST' }, { method: 'POST', body: new Blob(['blob'], { type: 'x/y' }) },
			{ headers: [['X-List', '1'], ['X-List', '2']] }, { method: 'POST', body: '' }]) {
			console.log(await (await fetch(BASE + '/echo?q=1', init)).text())
		}
	})()`,
	`(async () => {
		for (const code of [204, 304, 404, 500]) { const r = await fetch(BASE + '/status/' + code); console.log(r.status, r.statusText, r.ok, JSON.stringify(await r.text())) }
		const r = await fetch(BASE + '/text', { method: 'HEAD' }); console.log(r.status, await r.text())
	})()`,
	`(async () => {
		for (const code of [301, 302, 303, 307, 308]) {
			const r = await fetch(BASE + '/redirect/2/' + code, { method: 'POST', body: 'again' })
			console.log(code, r.redirected, r.url.slice(BASE.length), await r.text())
		}
		const m = await fetch(BASE + '/redirect/1/302', { redirect: 'manual' }); console.log(m.status, m.headers.get('location'), m.redirected)
		await fetch(BASE + '/redirect/1/302', { redirect: 'error' }).catch((e) => console.log(e.name, e.message, e.cause.message))
		await fetch(BASE + '/redirect/21/302').catch((e) => console.log(e.name, e.message, e.cause.message))
		console.log((await fetch(BASE + '/redirect/20/302')).status)
	})()`,
	`(async () => {
		const z = await fetch(BASE + '/gzip'); console.log(z.headers.get('content-encoding'), (await z.text()).length)
		console.log(await (await fetch(BASE + '/deflate')).text())
		console.log((await (await fetch(BASE + '/big')).arrayBuffer()).byteLength)
		let n = 0; const reader = (await fetch(BASE + '/big')).body.getReader()
		for (let r = await reader.read(); !r.done; r = await reader.read()) { if (!(r.value instanceof Uint8Array)) throw 1; n += r.value.length }
		console.log(n)
		const r = await fetch(BASE + '/text'); const copy = r.clone(); console.log(await r.text(), await copy.text())
		const j = await fetch(BASE + '/text'); await j.json().catch((e) => console.log(e.name))
		const b = await (await fetch(BASE + '/text')).blob(); console.log(b.size, b.type)
	})()`,
	`(async () => {
		const chunks = ['one ', 'two ', 'three']
		const body = new ReadableStream({ pull(c) { const x = chunks.shift(); if (x) c.enqueue(new TextEncoder().encode(x)); else c.close() } })
		console.log(await (await fetch(BASE + '/echo', { method: 'POST', body, duplex: 'half' })).text())
		await fetch(BASE + '/echo', { method: 'POST', body: new ReadableStream() }).catch((e) => console.log(e.name))
		const form = new FormData(); form.append('a', '1'); form.append('f', new File(['content'], 'n.txt', { type: 't/p' }))
		const sent = await (await fetch(BASE + '/echo', { method: 'POST', body: form })).text()
		console.log(sent.includes('name=\\"a\\"\\r\\n\\r\\n1\\r\\n'), sent.includes('filename=\\"n.txt\\"\\r\\nContent-Type: t/p\\r\\n\\r\\ncontent'), sent.includes('multipart/form-data; boundary='))
	})()`,
	`(async () => {
		const c = new AbortController()
		setTimeout(() => c.abort(), 20)
		await fetch(BASE + '/hang', { signal: c.signal }).catch((e) => console.log(e.name, e.message, e === c.signal.reason))
		await fetch(BASE + '/hang', { signal: AbortSignal.timeout(20) }).catch((e) => console.log(e.name, e.message))
		const d = new AbortController()
		const r = await fetch(BASE + '/hang-never-mind', { signal: d.signal }); console.log(r.status); await r.text()
		d.abort(); console.log('aborted after the end')
	})()`,
	`(async () => {
		const c = new AbortController()
		const r = await fetch(BASE + '/slow', { signal: c.signal })
		const reader = r.body.getReader()
		console.log(new TextDecoder().decode((await reader.read()).value))
		setTimeout(() => c.abort(), 5)
		await reader.read().catch((e) => console.log(e.name, e.message))
	})()`,
	`(async () => {
		const r = await fetch(BASE + '/cut'); console.log(r.status)
		await r.text().catch((e) => console.log(e.name, e.message, e.cause instanceof Error))
		const s = await fetch(BASE + '/slow'); await s.body.cancel(); console.log('cancelled', s.bodyUsed)
	})()`,
}

func TestFetch(t *testing.T) {
	gate := make(chan struct{})
	s := server(t, gate)
	var programs []string
	for _, program := range fetchPrograms {
		programs = append(programs, "const BASE = '"+s.URL+"';\n"+program)
	}
	for i, program := range programs {
		t.Run(strconv.Itoa(i), func(t *testing.T) { libtest.Differ(t, []string{program}) })
	}
}

// A request and a response of bytes need no globals, which a program can replace.
func TestFetchNeedsNoGlobals(t *testing.T) {
	result := libtest.Run(t, `
		const { Request: R } = globalThis
		globalThis.URL = globalThis.AbortController = globalThis.Headers = globalThis.Request = globalThis.Response = globalThis.Blob = globalThis.FormData = undefined
		console.log(new R('http://x/a#b').url, new R('http://x/').signal.aborted)
		try { new R('relative') } catch (e) { console.log(e.cause.code) }
		fetch('data:,text').then(async (r) => console.log(r.status, await r.text()))`)
	if want := "http://x/a#b false\nERR_INVALID_URL\n200 text\n"; result.Stdout != want {
		t.Errorf("standard output %q, want %q; %q %q", result.Stdout, want, result.Stderr, result.Uncaught)
	}
}

// A response's stream returns the first data before the rest has arrived.
func TestFetchStreams(t *testing.T) {
	gate := make(chan struct{})
	s := server(t, gate)
	open := js.WithGlobal("open", func() { close(gate) })
	result := libtest.Run(t, `(async () => {
		const reader = (await fetch('`+s.URL+`/slow')).body.getReader(), decoder = new TextDecoder()
		console.log(decoder.decode((await reader.read()).value))
		open()
		let rest = ''
		for (let r = await reader.read(); !r.done; r = await reader.read()) rest += decoder.decode(r.value)
		console.log(rest)
	})()`, open)
	if want := "first \nsecond\n"; result.Stdout != want {
		t.Errorf("standard output %q, want %q; %q %q", result.Stdout, want, result.Stderr, result.Uncaught)
	}
}

func TestFetchRefused(t *testing.T) {
	libtest.Differ(t, []string{`fetch('http://` + refusing(t) + `/').catch((e) => {
		const c = e.cause
		console.log(e.name, e.message, c.message, c.code, c.errno, c.syscall, c.address, c.port)
	})`})
}

// refusing returns an address that refuses connections. Its port cannot be reused meanwhile,
// because it is the local end of an open connection.
func refusing(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	connection, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(connection.Close(), listener.Close()); err != nil {
			t.Error(err)
		}
	})
	return connection.LocalAddr().String()
}
