//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package streamhttp_test

// Handlers whose answers must be those of net/http's server, byte by byte but for the date and the
// order of fields.

import (
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	streamhttp "github.com/wakeful-go/wakeful/stream/http"
)

var answering = map[string]http.HandlerFunc{
	"nothing": func(http.ResponseWriter, *http.Request) {},
	"short":   func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>short") },
	"empty":   func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(nil) },
	"2048":    func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 2048)) },
	"2049":    func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 2049)) },
	"pieces": func(w http.ResponseWriter, _ *http.Request) {
		for range 300 {
			_, _ = io.WriteString(w, "0123456789")
		}
	},
	"long": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 30_000)) },
	"flush": func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "a")
		w.(http.Flusher).Flush()
		_, _ = io.WriteString(w, "b")
	},
	"flush at once": func(w http.ResponseWriter, _ *http.Request) { w.(http.Flusher).Flush() },
	"length": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "3")
		_, _ = io.WriteString(w, "abc")
	},
	"length, long": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", strconv.Itoa(30_000))
		_, _ = w.Write(make([]byte, 30_000))
	},
	"length, too little": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "9")
		_, _ = io.WriteString(w, "abc")
	},
	"length, too much": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "3")
		if _, err := io.WriteString(w, "abcd"); err == http.ErrContentLength { //nolint:errorlint // it is returned as it is
			_, _ = io.WriteString(w, "err")
		}
	},
	"length, none": func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Length", "0") },
	"204": func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNoContent)
		_, _ = io.WriteString(w, "abc")
	},
	"204 and length": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "3")
		w.WriteHeader(http.StatusNoContent)
	},
	"304": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/x")
		w.Header().Set("Content-Length", "3")
		w.Header().Set("Etag", "x")
		w.WriteHeader(http.StatusNotModified)
	},
	"404": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusNotFound) },
	"599": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(599) },
	"early": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Link", "x")
		w.WriteHeader(http.StatusEarlyHints)
		w.WriteHeader(http.StatusOK)
		_, _ = io.WriteString(w, "a")
	},
	"twice": func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusCreated)
		w.WriteHeader(http.StatusInternalServerError)
	},
	"later": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK); w.Header().Set("X", "y") },
	"fields": func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["X"] = []string{"a", "b\r\nY: c"}
		w.Header().Set("Date", "D")
	},
	"no date": func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Date"] = nil
		w.Header()["Content-Type"] = nil
		_, _ = io.WriteString(w, "a")
	},
	"type": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "")
		_, _ = io.WriteString(w, "a")
	},
	"gzip": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = io.WriteString(w, "a")
	},
	"close": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Connection", "close")
		_, _ = io.WriteString(w, "a")
	},
	"upgrade": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Connection", "upgrade")
		_, _ = io.WriteString(w, "a")
	},
	"alive": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Connection", "keep-alive")
		w.Header().Set("Content-Length", "1")
		_, _ = io.WriteString(w, "a")
	},
	"101": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Connection", "Upgrade")
		w.Header().Set("Upgrade", "x")
		w.WriteHeader(http.StatusSwitchingProtocols)
	},
	"identity": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Transfer-Encoding", "identity")
		_, _ = io.WriteString(w, "a")
	},
	"chunked": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Transfer-Encoding", "chunked")
		_, _ = io.WriteString(w, "a")
	},
	"chunked and length": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Transfer-Encoding", "chunked")
		w.Header().Set("Content-Length", "1")
		_, _ = io.WriteString(w, "a")
	},
	"trailers": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Trailer", "A, b, Content-Length")
		_, _ = io.WriteString(w, "a")
		w.Header().Set("A", "1")
		w.Header().Set("B", "2")
		w.Header().Set("C", "3")
	},
	"more trailers": func(w http.ResponseWriter, _ *http.Request) {
		w.(http.Flusher).Flush()
		_, _ = io.WriteString(w, "a")
		w.Header().Set(http.TrailerPrefix+"A", "1")
	},
	"prefix before": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set(http.TrailerPrefix+"A", "1")
		_, _ = io.WriteString(w, "a")
	},
	"body": func(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(w, r.Body) },
	"closed body": func(w http.ResponseWriter, r *http.Request) {
		_ = r.Body.Close()
		_, err := r.Body.Read(make([]byte, 1))
		_, _ = io.WriteString(w, err.Error())
	},
	"unread body": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 5000)) },
	"part of body": func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.ReadFull(r.Body, make([]byte, 2))
		_, _ = io.WriteString(w, "a")
	},
	"copy": func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.Copy(w, strings.NewReader(strings.Repeat("x", 1000)))
	},
	"panic": func(http.ResponseWriter, *http.Request) { panic("planted") },
	"late panic": func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "a")
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	},
	"bad status": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(99) },
	"file": func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, "a.txt", time.Time{}, strings.NewReader("content"))
	},
	"cancel": func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.RemoteAddr[:4]) },
}

var questions = []string{
	"GET / HTTP/1.1\r\nHost: a\r\n\r\n" + next, "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n" + next, "GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n" + next,
	"HEAD / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n" + next, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n",
	"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcde" + next, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nabcde" + next, "POST / HTTP/1.0\r\nContent-Length: 5\r\n\r\nabcde",
	"GET / HTTP/1.1\r\nHost: a\r\nRange: bytes=1-3\r\n\r\n" + next,
}

func TestAnswers(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(answering)) {
		t.Run(name, func(t *testing.T) {
			handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/next" {
					_, _ = io.WriteString(w, "next")
					return
				}
				answering[name](w, r)
			})
			theirs := reference(t, handler)
			eachWay(t, func(t *testing.T, onLoop func(*http.Request) bool) {
				ours := serve(t, running(t), &streamhttp.Server{Handler: handler, OnLoop: onLoop, ErrorLog: new(logged).logger()})
				for _, text := range questions {
					if onLoop != nil && strings.Contains(text, "Expect") {
						continue // the body is read before the handler is called, so no Continue is left out
					}
					differs(t, ours, theirs, text, onLoop != nil)
				}
			})
		})
	}
}
