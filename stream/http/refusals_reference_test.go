//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package streamhttp_test

// Requests that are malformed, ambiguous, or fine in a way that another program might read differently:
// the answers of net/http's server and of this one must be the same, byte by byte but for the date and
// the order of fields. A request that one of the two sees and the other does not is a way to smuggle it.

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	streamhttp "github.com/wakeful-go/wakeful/stream/http"
)

// next is a second request, which shows where a server thinks that the first has ended.
const next = "GET /next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

var refusals = []string{
	// Lines and line ends.
	"", "\r\n", "\n", "\r\n\r\n" + next, "GARBAGE\r\n\r\n", "GARBAGE", "GET /\r\n\r\n", "GET / HTTP/1.1\r\n",
	"GET / HTTP/1.1\r\nHost: a\r\n", "GET / HTTP/1.1\nHost: a\n\n" + next, "GET / HTTP/1.1\r\nHost: a\n\r\n" + next,
	"GET / HTTP/1.1\nHost: a\r\n\n" + next, "GET / HTTP/1.1\r\nHost: a\r\r\n\r\n" + next, "GET / HTTP/1.1\r\r\nHost: a\r\n\r\n" + next,
	"GET / HTTP/1.1\r\nHost: a\r\n\r\r\n" + next, "GET / HTTP/1.1\rHost: a\r\n\r\n" + next, "GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n" + next,
	"GET / HTTP/1.1\r\n\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\n\nHost: a\r\n\r\n", " GET / HTTP/1.1\r\nHost: a\r\n\r\n",
	"GET  / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n", "GET / x HTTP/1.1\r\nHost: a\r\n\r\n",
	"GET\t/\tHTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\n Host: a\r\n\r\n", "GET / HTTP/1.1\r\n\tX: a\r\nHost: a\r\n\r\n",
	"GET / HTTP/1.1\r\nHost: a\r\n X: b\r\n\r\n" + next, "GET / HTTP/1.1\r\nX: b\r\n c\r\nHost: a\r\n\r\n" + next,
	"GET / HTTP/1.1\r\nHost: a\r\n \r\n\r\n" + next, "GET / HTTP/1.1\r\nX: b\r\n \r\nHost: a\r\n\r\n" + next,
	"GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX : b\r\n\r\n",
	"GET / HTTP/1.1\r\nHost: a\r\nX\t: b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX y: b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: b\x00c\r\n\r\n",
	"GET / HTTP/1.1\r\nHost: a\r\nX: b\x01c\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: b\x7fc\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: \xff\r\n\r\n",
	"GET / HTTP/1.1\r\nHost: a\r\nX: b\tc\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX(: b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX\x00: b\r\n\r\n",
	// Versions and methods.
	"GET / HTTP/0.9\r\n\r\n", "GET / HTTP/1.0\r\n\r\n" + next, "GET / HTTP/1.2\r\nHost: a\r\n\r\n" + next, "GET / HTTP/2.0\r\nHost: a\r\n\r\n",
	"GET / HTTP/3.0\r\nHost: a\r\n\r\n", "GET / HTTP/1.10\r\nHost: a\r\n\r\n", "GET / HTTP/01.1\r\nHost: a\r\n\r\n", "GET / http/1.1\r\nHost: a\r\n\r\n",
	"GET / HTTP/1\r\nHost: a\r\n\r\n", "GET / HTTP/1.-1\r\nHost: a\r\n\r\n", "G(T / HTTP/1.1\r\nHost: a\r\n\r\n", "get / HTTP/1.1\r\nHost: a\r\n\r\n" + next,
	"\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03\n\r\n\r\n",
	"HEAD / HTTP/1.1\r\nHost: a\r\n\r\n" + next, "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n" + next, "GET * HTTP/1.1\r\nHost: a\r\n\r\n" + next,
	"CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n" + next, "CONNECT a:1 HTTP/1.1\r\n\r\n" + next, "CONNECT /a HTTP/1.1\r\nHost: a\r\n\r\n" + next,
	// Targets and hosts.
	"GET a HTTP/1.1\r\nHost: a\r\n\r\n", "GET /a%zz HTTP/1.1\r\nHost: a\r\n\r\n", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", "GET /#f HTTP/1.1\r\nHost: a\r\n\r\n" + next,
	"GET /\x01 HTTP/1.1\r\nHost: a\r\n\r\n", "GET //b HTTP/1.1\r\nHost: a\r\n\r\n" + next, "GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n" + next,
	"GET http://b/ HTTP/1.1\r\n\r\n" + next, "GET http://b/ HTTP/1.1\r\nHost: a b\r\n\r\n" + next, "GET http://b/ HTTP/1.0\r\n\r\n", "GET http://b/ HTTP/1.1\r\nHost:\r\n\r\n" + next,
	"GET / HTTP/1.1\r\n\r\n" + next, "GET / HTTP/1.1\r\nX: Host: a\r\n\r\n", "GET / HTTP/1.1\r\nHost:\r\n\r\n" + next, "GET / HTTP/1.1\r\nHost: \r\n\r\n" + next,
	"GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n",
	"GET / HTTP/1.1\r\nHost: a b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n",
	"GET / HTTP/1.1\r\nHost: [::1]:8\r\n\r\n" + next, "GET / HTTP/1.1\r\nHost: a,b\r\n\r\n" + next, "GET / HTTP/1.1\r\nHost: a\xffb\r\n\r\n", "GET / HTTP/1.0\r\nHost: a b\r\n\r\n",
	"GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\n\r\n" + next, "GET / HTTP/1.1\r\nhOsT: a\r\n\r\n" + next,
	// The length of the body.
	"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc" + next, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc\r\n\r\n" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc\n\n\n\n\n" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +3\r\n\r\nabc" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -3\r\n\r\nabc" + next, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x3\r\n\r\nabc" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3 \r\n\r\nabc" + next, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3, 3\r\n\r\nabc" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc" + next, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\nabc" + next, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\nabc" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n 4\r\n\r\nabc" + next, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 003\r\n\r\nabc" + next,
	"POST / HTTP/1.1\r\nHost: a\r\n\r\nabc" + next, "POST / HTTP/1.0\r\nContent-Length: 3\r\nConnection: keep-alive\r\n\r\nabc" + next, "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nContent_Length: 3\r\n\r\nabc" + next, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length : 3\r\n\r\nabc" + next,
	// Chunks, and both lengths.
	"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n" + next, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n3\r\nabc\r\n0\r\n\r\n" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n" + next, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + next,
	"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc",
	"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\nabc" + next, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n" + next, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + next, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\nabc" + next, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: CHUNKED\r\n\r\n0\r\n\r\n" + next, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n" + next, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + next, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \"chunked\"\r\n\r\n0\r\n\r\n" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\n\r\n0\r\n\r\n" + next, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked;x\r\n\r\n0\r\n\r\n" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n0\r\n\r\n" + next, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3 \r\nabc\r\n0\r\n\r\n" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n 3\r\nabc\r\n0\r\n\r\n" + next, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0x3\r\nabc\r\n0\r\n\r\n" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\nabc\n0\n\n" + next, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n0\r\n\r\n" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nab\r\n0\r\n\r\n" + next, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc0\r\n\r\n" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\nabc\r\n0\r\n\r\n" + next, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nabc" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\r\nabc\r\n0\r\n\r\n" + next, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n00\r\n\r\n" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3;\n\r\nabc\r\n0\r\n\r\n" + next, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc",
	"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n",
	// Trailers.
	"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTrailer: T\r\n\r\n3\r\nabc\r\n0\r\nT: x\r\n\r\n" + next, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nT: x\r\n\r\n" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTrailer: Content-Length\r\n\r\n0\r\n\r\n" + next, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nbroken\r\n\r\n" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nT: " + strings.Repeat("x", 5000) + "\r\n\r\n" + next, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nT: x\n\n" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nTrailer: T\r\nContent-Length: 0\r\n\r\n" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTrailer: a" + strings.Repeat(",a", 499) + "\r\n\r\n0\r\n\r\n" + next,
	"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTrailer: a" + strings.Repeat(",a", 500) + "\r\n\r\n0\r\n\r\n" + next,
	// Expectations and connections.
	"POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc" + next, "POST / HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\nContent-Length: 3\r\n\r\nabc" + next,
	"POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc", "GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n" + next, "GET / HTTP/1.1\r\nHost: a\r\nExpect:\r\n\r\n" + next,
	"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + next, "GET / HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n" + next, "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n" + next,
	"HEAD / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n" + next, "GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\n\r\n" + next, "GET / HTTP/1.1\r\nHost: a\r\nPragma: no-cache\r\n\r\n" + next,
	// Limits.
	"GET / HTTP/1.1\r\nHost: a\r\n" + strings.Repeat("X: y\r\n", 499) + "\r\n" + next, "GET / HTTP/1.1\r\nHost: a\r\n" + strings.Repeat("X: y\r\n", 500) + "\r\n" + next,
	"GET / HTTP/1.1\r\nHost: a\r\n" + strings.Repeat("X: y\r\n z\r\n", 499) + "\r\n" + next, "GET / HTTP/1.1\r\nHost: a\r\n" + strings.Repeat("X: y\r\n", 500) + "broken\r\n\r\n", "GET / HTTP/1.1\r\n" + strings.Repeat("X: y\r\n", 501) + "\r\n",
	"GET / HTTP/1.1\r\nHost: a\r\nbroken\r\n" + strings.Repeat("X: y\r\n", 500) + "\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: " + strings.Repeat("y", 8<<10) + "\r\n\r\n" + next,
	"GET / HTTP/1.1\r\nHost: a\r\nX: " + strings.Repeat("y", 20<<10) + "\r\n\r\n" + next, "GET /" + strings.Repeat("y", 20<<10) + " HTTP/1.1\r\nHost: a\r\n\r\n",
}

// mirror answers with what it sees of a request.
func mirror(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	fields := make([]string, 0, len(r.Header))
	for name, values := range r.Header {
		fields = append(fields, fmt.Sprintf("%s=%q", name, values))
	}
	slices.Sort(fields)
	fmt.Fprintf(w, "%s %q %s host %q %v length %d coding %v close %v trailer %v body %q error %v\n", r.Method, r.RequestURI, r.Proto, r.Host,
		fields, r.ContentLength, r.TransferEncoding, r.Close, r.Trailer, body, err)
}

// normal returns an answer without dates, and with the fields of each head in order.
func normal(answer string) string {
	var lines, fields []string
	for line := range strings.SplitSeq(answer, "\r\n") {
		switch {
		case strings.HasPrefix(line, "Date: "):
		case fields != nil && line != "":
			fields = append(fields, line)
		case strings.Contains(line, "HTTP/1."):
			lines, fields = append(lines, line), []string{}
		default:
			slices.Sort(fields)
			lines, fields = append(append(lines, fields...), line), nil
		}
	}
	return strings.Join(append(lines, fields...), "\n")
}

// reference returns the address of a server of net/http.
func reference(t testing.TB, handler http.Handler) string {
	t.Helper()
	ts := httptest.NewUnstartedServer(handler)
	ts.Config.MaxHeaderBytes = 16 << 10
	ts.Config.ErrorLog = new(logged).logger()
	ts.Start()
	t.Cleanup(ts.Close)
	return ts.Listener.Addr().String()
}

// brokenBody is the answer to a request for the loop whose body is broken: its handler is not called.
const brokenBody = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n400 Bad Request"

// differs reports a difference between the two answers to a text.
func differs(t *testing.T, ours, theirs, text string, onLoop bool) {
	t.Helper()
	got, want := normal(exchange(t, ours, text)), normal(exchange(t, theirs, text))
	if onLoop && strings.Contains(want, " error ") && !strings.Contains(want, " error <nil>") {
		want = strings.ReplaceAll(brokenBody, "\r\n", "\n")
	}
	if onLoop {
		want = strings.ReplaceAll(want, "HTTP/1.1 100 Continue\n\n", "") // the body was there
	}
	if got != want {
		t.Errorf("%.300q:\nanswer   %.600q\nnet/http %.600q", text, got, want)
	}
}

func TestRefusals(t *testing.T) {
	theirs := reference(t, http.HandlerFunc(mirror))
	eachWay(t, func(t *testing.T, onLoop func(*http.Request) bool) {
		l := running(t)
		ours := serve(t, l, &streamhttp.Server{Handler: http.HandlerFunc(mirror), OnLoop: onLoop, MaxHeaderBytes: 16 << 10})
		for _, text := range refusals {
			differs(t, ours, theirs, text, onLoop != nil)
		}
	})
}

// TestMutatedRequests: requests with bytes that are changed at random.
func TestMutatedRequests(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // a test
	theirs := reference(t, http.HandlerFunc(mirror))
	ours := serve(t, running(t), &streamhttp.Server{Handler: http.HandlerFunc(mirror), MaxHeaderBytes: 16 << 10})
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	pieces := []string{"\r", "\n", "\r\n", "\r\n\r\n", " ", "\t", ":", "\x00", "0", "chunked", "Host: b\r\n", "Content-Length: 4\r\n", ",", "\x7f", "HTTP/1.0"}
	for range rounds {
		text := refusals[random.IntN(len(refusals))]
		if len(text) == 0 || len(text) > 1000 {
			continue
		}
		for range 1 + random.IntN(3) {
			at := random.IntN(len(text))
			cut := min(len(text), at+random.IntN(3))
			text = text[:at] + pieces[random.IntN(len(pieces))] + text[cut:]
		}
		differs(t, ours, theirs, text, false)
	}
}
