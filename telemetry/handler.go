package telemetry

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// This file owns the live page: its files, and its stream of events.

//go:embed page/index.html page/page.css page/page.js
var pageFiles embed.FS

const (
	// pagePeriod is the interval between two updates of the page.
	pagePeriod = time.Second
	// pageWriteTimeout is the time limit for sending one event to a browser.
	pageWriteTimeout = 10 * time.Second
)

// pageHeaders are the headers of all responses. The page has no inline script or style, so it also
// works with a stricter policy of the server that allows 'self'.
var pageHeaders = map[string]string{
	"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
	"X-Content-Type-Options": "nosniff",
	"Referrer-Policy":        "no-referrer",
	"Cache-Control":          "no-store",
}

// Handler returns a page with all watched loops of the process: utilization, a heat map of the
// delay, the queue, the findings of `wakeful trace`, the slowest callbacks, stalls with their stacks,
// and the keep-alives of each loop. The page loads nothing from other servers and may be served under any path:
//
//	http.Handle("/debug/loops", telemetry.Handler())
//
// The query "?part=recording" returns the recordings of all recorded loops, as Dump writes them; the page
// has a link. They contain names of functions and stacks too.
//
// The page shows names of functions and stacks. Put it behind authentication, as you do with
// net/http/pprof. A request is refused with status 403 unless its host is an IP address, localhost
// or a name of WithHosts. So a page of another site cannot read the figures by resolving its own
// name to this server.
//
// While a page is open, the handler takes a Snapshot of each loop once a second and sends it as a
// server-sent event. Every five seconds or less often it takes the recordings of the recorded loops, for
// the findings. While no page is open, the handler does nothing and has no goroutine. The
// observation that Watch started continues either way, see Watch.
//
// A stream ends with the context of its request. http.Server.Shutdown waits for open streams. To
// end at once, a server cancels its BaseContext first, or calls Close.
func Handler(options ...HandlerOption) http.Handler {
	h := &handler{hosts: map[string]bool{}}
	for _, option := range options {
		if option.apply != nil {
			option.apply(h)
		}
	}
	return h
}

// handler serves the page. It does not change after Handler.
type handler struct{ hosts map[string]bool }

// ServeHTTP selects the response by the query, so that the page works under any path, with or
// without a trailing slash.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	for key, value := range pageHeaders {
		header.Set(key, value)
	}
	if !h.serves(r.Host) {
		refuse(w)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		header.Set("Allow", "GET, HEAD")
		http.Error(w, "the page of the loops is only read", http.StatusMethodNotAllowed)
		return
	}
	name, contentType := "index.html", "text/html; charset=utf-8"
	switch part := r.URL.Query().Get("part"); part {
	case "":
	case "page.css":
		name, contentType = part, "text/css; charset=utf-8"
	case "page.js":
		name, contentType = part, "text/javascript; charset=utf-8"
	case "recording":
		header.Set("Content-Type", "application/octet-stream")
		header.Set("Content-Disposition", `attachment; filename="loops.rec"`)
		if r.Method == http.MethodGet {
			_ = Dump(w) // the browser is gone, if there is an error
		}
		return
	case "events":
		header.Set("Content-Type", "text/event-stream")
		if r.Method == http.MethodGet {
			streamLoops(w, r)
		}
		return
	default:
		http.Error(w, "the page of the loops has no such part", http.StatusNotFound)
		return
	}
	content, err := pageFiles.ReadFile("page/" + name)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	header.Set("Content-Type", contentType)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

// streamLoops sends the watched loops once a second until the browser disconnects.
func streamLoops(w http.ResponseWriter, r *http.Request) {
	control := http.NewResponseController(w)
	ticks := time.NewTicker(pagePeriod)
	defer ticks.Stop()
	var found findings
	for before := map[uint64]Snapshot{}; ; {
		now := map[uint64]Snapshot{}
		update := pageUpdate{Loops: []pageLoop{}}
		watchers := Watchers()
		found.update(watchers)
		for _, watcher := range watchers {
			s := watcher.Snapshot()
			now[s.ID] = s
			l := newPageLoop(s, before[s.ID])
			l.Findings, l.Recorded = append([]pageFinding{}, found.by[s.ID]...), found.recorded[s.ID]
			update.Loops = append(update.Loops, l)
		}
		before = now
		text, err := json.Marshal(update)
		if err != nil {
			return // it has no value that JSON cannot encode
		}
		// The server's write timeout is for whole responses, and this response has no end.
		_ = control.SetWriteDeadline(time.Now().Add(pageWriteTimeout))
		if _, err := fmt.Fprintf(w, "data: %s\n\n", text); err != nil {
			return
		}
		if err := control.Flush(); err != nil {
			return
		}
		select {
		case <-ticks.C:
		case <-r.Context().Done():
			return
		}
	}
}
