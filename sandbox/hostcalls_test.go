package sandbox

// Fuzz tests of the functions of the host that an engine calls, without scripts: an engine in which a
// script has broken out gives them any bytes.

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/sandbox/internal/codec"
	"github.com/wakeful-go/wakeful/sandbox/internal/prelude"
)

// engineless is a call for the functions of the host.
func engineless(config Config) *call {
	s := &Sandbox{config: config}
	return &call{sandbox: s, ctx: context.Background(), begun: time.Now(), timerDue: math.Inf(1), modules: s.newModules(config.Modules)}
}

func argumentsOf(t testing.TB, values ...any) []byte {
	text, err := codec.Encode(nil, values)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// FuzzHostCalls calls each function of the prelude with any bytes. It must answer with a value.
func FuzzHostCalls(f *testing.F) {
	for id, values := range map[int][]any{
		prelude.Arm: {5.5}, prelude.Print: {"log", "text"}, prelude.ParseURL: {"../a?b#c", "http://[::1]:80/x/"}, prelude.ChangeURL: {"http://a/", "host", "b:1"},
		prelude.RandomBytes: {16.0}, prelude.Resolve: {"a/main.js", "./b.js"}, prelude.Load: {"a/b.js", true}, prelude.Abort: {3.0}, prelude.Fetch: {map[string]any{"id": 1.0}},
	} {
		f.Add(uint8(id), -1, argumentsOf(f, values...))
	}
	f.Fuzz(func(t *testing.T, id uint8, slot int, text []byte) {
		printed := 0
		c := engineless(Config{Output: 1000, Memory: minimumMemory, Modules: Files{"a/b.js": "1", "a/main.js": "2"}, Console: func(l Line) { printed += len(l.Method) + len(l.Text) }})
		result, _ := c.Call(int(id), slot, text)
		if _, err := codec.Decode(result); err != nil {
			t.Errorf("function %d answers %x: %v", id, result, err)
		}
		if printed > 1000 {
			t.Errorf("%d bytes were printed", printed)
		}
	})
}

// opened is a file system that remembers what it was asked for.
type opened struct {
	files Files
	names []string
}

func (o *opened) Open(name string) (fs.File, error) {
	o.names = append(o.names, name)
	return o.files.Open(name)
}

// FuzzModules imports any name from any module. Only paths that fs.FS allows are opened, and what was
// resolved can be loaded.
func FuzzModules(f *testing.F) {
	for _, name := range []string{"./b.js", "../b.js", "../../etc/passwd", "/b", "lib/b.ts", "", ".", "..\\b.js", "a\x00.js", "node:fs", "b.js?x", "//b.js", "\xff", "./lib/../b.js", "http://x/b.js"} {
		f.Add("lib/main.js", name, true)
		f.Add("", name, false)
	}
	f.Fuzz(func(t *testing.T, importer, specifier string, translated bool) {
		files := &opened{files: Files{"b.js": "export {}", "lib/b.ts": "import {x} from './c.js'", "lib/c.js": "1", "lib/index.ts": "", "x": ""}}
		config := Config{Memory: minimumMemory, Modules: files}
		if translated {
			config.Translate = func(_, source string) (string, error) { return source, nil }
		}
		c := engineless(config)
		if _, err := c.modules.add(importer, "import {x} from '"+specifier+"'"); err != nil {
			t.Fatal(err)
		}
		result, failed := c.Call(prelude.Resolve, -1, argumentsOf(t, importer, specifier))
		answer, err := codec.Decode(result)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files.names {
			if !fs.ValidPath(name) {
				t.Errorf("%q was opened", name)
			}
		}
		if failed {
			c.modules.locate(thrown(answer))
			return
		}
		name, _ := answer.(string)
		_, loadFailed := c.Call(prelude.Load, -1, argumentsOf(t, name, false))
		if _, ok := files.files[name]; ok == loadFailed {
			t.Errorf("%q from %q is %q, and loading it failed: %v", specifier, importer, name, loadFailed)
		}
		script := &ScriptError{Name: "SyntaxError", Message: "Could not find export 'x' in module '" + name + "'"}
		c.modules.locate(script)
	})
}

// FuzzURL parses any texts as URLs, and sets each part to another text. What comes out is parsed as itself.
func FuzzURL(f *testing.F) {
	for _, input := range []string{"http://a/", "../b?c#d", "https://u:p@[::1]:8443/x y", "file:///c|/x", "mailto:a@b", "blob:https://a/1", "http://0x7f.1/", "//x", "\\\\x\\y", "javascript:1", "http://xn--/", "http://ä.example/"} {
		f.Add(input, "http://base/x/y", "c")
	}
	parts := []string{"protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash", "other"}
	f.Fuzz(func(t *testing.T, input, base, value string) {
		c := engineless(Config{})
		ask := func(id int, values ...any) string {
			result, failed := c.Call(id, -1, argumentsOf(t, values...))
			v, err := codec.Decode(result)
			if failed || err != nil {
				t.Fatal(v, err)
			}
			parts, _ := v.(map[string]any)
			href, _ := parts["href"].(string)
			return href
		}
		for _, values := range [][]any{{input}, {input, base}} {
			href := ask(prelude.ParseURL, values...)
			if href == "" {
				continue
			}
			if again := ask(prelude.ParseURL, href); again != href {
				t.Errorf("%q is %q, which is %q", values, href, again)
			}
			for _, part := range parts {
				changed := ask(prelude.ChangeURL, href, part, value)
				if again := ask(prelude.ParseURL, changed); again != changed {
					t.Errorf("%q with %s %q is %q, which is %q", href, part, value, changed, again)
				}
			}
		}
	})
}

// FuzzRandom asks for any number of random bytes.
func FuzzRandom(f *testing.F) {
	for _, n := range []float64{0, 1, 16, maxRandom, maxRandom + 1, -1, 0.5, math.NaN(), math.Inf(1), math.MaxFloat64} {
		f.Add(n)
	}
	f.Fuzz(func(t *testing.T, n float64) {
		result, failed := engineless(Config{}).Call(prelude.RandomBytes, -1, argumentsOf(t, n))
		v, err := codec.Decode(result)
		if failed || err != nil {
			t.Fatal(err)
		}
		b, ok := v.([]byte)
		if want := n >= 0 && n <= maxRandom; ok != want || ok && len(b) != int(n) || len(b) >= 16 && string(b) == strings.Repeat("\x00", len(b)) {
			t.Errorf("%v: %d bytes, %v", n, len(b), ok)
		}
	})
}

var errNotConnected = errors.New("the test connects to nothing")

// FuzzFetch requests any URL with any method and header, and notes to which hosts connections would be
// made: those of the list only. It gives the check of addresses any address.
func FuzzFetch(f *testing.F) {
	for _, address := range []string{"http://a.example.com/", "https://a.example.com:443", "http://a.example.com@evil/", "http://evil#a.example.com", "http://a.example.com:81/", "http://A.EXAMPLE.COM./", "http://example.com/",
		"http://[::1]/", "http://evil\\a.example.com", "//a.example.com", "http://a.example.com%2eevil/", "http://x。a.example.com/", "ftp://a.example.com", "http://evil.a.example.com.evil/", "http:a.example.com", "http://ａ.example.com"} {
		f.Add("*.example.com", address, "GET", "X-A", []byte{127, 0, 0, 1})
		f.Add("a.example.com:81", address, "CONNECT", "Host", []byte("\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\x7f\x00\x00\x01"))
	}
	f.Fuzz(func(t *testing.T, pattern, address, method, header string, ip []byte) {
		// The addresses that are public are not those that package netip has names for.
		if to, ok := netip.AddrFromSlice(ip); ok && isPublic(to.Unmap()) {
			if u := to.Unmap(); !u.IsGlobalUnicast() || u.IsPrivate() || u.IsLoopback() || u.IsMulticast() || u.IsLinkLocalUnicast() || u.IsUnspecified() {
				t.Errorf("%s is public", to)
			}
		}
		if strings.ContainsFunc(pattern, func(r rune) bool { return r > 126 || r < 33 }) {
			return // no pattern that matches: names are asked for in ASCII
		}
		fetcher, err := newFetcher(Fetch{Allow: []string{pattern}})
		if err != nil {
			return
		}
		var connected []string
		fetcher.transport.DialContext = func(_ context.Context, _, to string) (net.Conn, error) {
			connected = append(connected, to)
			return nil, errNotConnected
		}
		_, _ = fetcher.send(t.Context(), fetchRequest{URL: address, Method: method, Headers: []string{header, "evil"}, Body: []byte("body")})
		for _, to := range connected {
			if !mayConnect(strings.ToLower(pattern), to) {
				t.Errorf("%q with the list %q connects to %q", address, pattern, to)
			}
		}
	})
}

// mayConnect is the plain reading of Fetch.Allow for a host with a port.
func mayConnect(pattern, to string) bool {
	host, port, err := net.SplitHostPort(to)
	if err != nil {
		return false
	}
	allowed := &url.URL{Host: pattern}
	if want := allowed.Port(); want != port && (want != "" || port != "80" && port != "443") {
		return false
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	name := allowed.Hostname()
	below, isWildcard := strings.CutPrefix(name, "*.")
	return name == "*" || name == host || isWildcard && strings.HasSuffix(host, "."+below)
}
