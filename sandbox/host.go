package sandbox

// The functions of the host that the JavaScript of every instance uses: what it cannot do by itself.

import (
	"crypto/rand"
	"net/url"
	"time"

	whatwg "github.com/nlnwa/whatwg-url/url"

	"github.com/wakeful-go/wakeful/sandbox/internal/codec"
	"github.com/wakeful-go/wakeful/sandbox/internal/prelude"
)

// Call is called by the engine: a script calls a function of the host, on the coroutine.
func (c *call) Call(id, slot int, arguments []byte) (result []byte, failed bool) {
	start := time.Now()
	if start.Sub(c.sliceBegan) > slice && c.coroutine != nil { // a script may do nothing else than call the host
		if !c.leave(start) {
			return encodedError(&ScriptError{Name: "Error", Message: errCallEnded.Error()}), true // it ends at the next check
		}
		start = time.Now()
	}
	if id >= prelude.Resolve { // the time of modules, fetch and tools is not the script's
		defer func() { c.since = c.since.Add(time.Since(start)) }()
	}
	if c.sandbox.link != nil && forwarded(id) {
		return c.forward(id, slot, arguments, start)
	}
	switch id {
	case prelude.Now:
		return encoded(c.now()), false
	case prelude.LoopTime:
		return encoded(c.loopTime), false
	case prelude.Arm:
		if values, err := codec.DecodeArguments(arguments); err == nil && len(values) == 1 {
			if due, ok := values[0].(float64); ok {
				c.timerDue = due
			}
		}
		return null, false
	case prelude.Print:
		c.print(arguments, start)
		return null, false
	case prelude.ParseURL:
		return encoded(parseURL(arguments)), false
	case prelude.ChangeURL:
		return encoded(changeURL(arguments)), false
	case prelude.RandomBytes:
		return encoded(randomBytes(arguments)), false
	case prelude.Resolve, prelude.Load:
		return c.module(id, arguments)
	case prelude.Abort:
		c.abortFetch(arguments)
		return null, false
	case prelude.Fetch:
		if c.sandbox.fetcher != nil && slot >= 0 {
			return c.fetch(slot, arguments, start)
		}
		return encoded(nil), true
	}
	n := id - prelude.FirstTool
	if n < 0 || n >= len(c.sandbox.tools) || (slot < 0) != c.sandbox.tools[n].direct {
		return encoded(nil), true
	}
	return c.callTool(c.sandbox.tools[n], slot, arguments, start)
}

// null is null, encoded.
var null = encoded(nil)

func encoded(v any) []byte {
	b, _ := codec.Encode(nil, v) // of values that have no errors
	return b
}

func (c *call) print(arguments []byte, now time.Time) {
	if !c.emit(len(arguments)) {
		c.reach(ErrOutput, now)
		return
	}
	values, err := codec.DecodeArguments(arguments)
	if err != nil || len(values) != 2 || c.sandbox.config.Console == nil {
		return
	}
	method, _ := values[0].(string)
	text, _ := values[1].(string)
	text = c.modules.original(text)
	c.sandbox.config.Console(Line{c.program, method, text})
}

// maxURL is the length of URLs that are parsed. Parsing takes the host's time.
const maxURL = 64 << 10

// texts returns the arguments if they are strings, and not too long for a URL.
func texts(arguments []byte) []string {
	values, err := codec.DecodeArguments(arguments)
	if err != nil {
		return nil
	}
	var all []string
	for _, v := range values {
		s, ok := v.(string)
		if !ok || len(s) > maxURL {
			return nil
		}
		all = append(all, s)
	}
	return all
}

// parseURL returns the parts of a URL, or null.
func parseURL(arguments []byte) any {
	var u *whatwg.Url
	var err error
	switch all := texts(arguments); len(all) {
	case 1:
		u, err = whatwg.Parse(all[0])
	case 2:
		u, err = whatwg.ParseRef(all[1], all[0])
	default:
		return nil
	}
	if err != nil {
		return nil
	}
	return partsOf(u)
}

// changeURL returns the parts of a URL after one of them was set.
func changeURL(arguments []byte) any {
	all := texts(arguments)
	if len(all) != 3 {
		return nil
	}
	u, err := whatwg.Parse(all[0])
	if err != nil {
		return nil
	}
	set := map[string]func(string){
		"protocol": u.SetProtocol, "username": u.SetUsername, "password": u.SetPassword, "host": u.SetHost,
		"hostname": u.SetHostname, "port": u.SetPort, "pathname": u.SetPathname, "search": u.SetSearch, "hash": u.SetHash,
	}[all[1]]
	if set != nil {
		set(all[2])
	}
	return partsOf(u)
}

func partsOf(u *whatwg.Url) map[string]any {
	return map[string]any{
		"href": u.Href(false), "origin": originOf(u), "protocol": u.Protocol(), "username": u.Username(), "password": u.Password(),
		"host": u.Host(), "hostname": u.Hostname(), "port": u.Port(), "pathname": u.Pathname(), "search": u.Search(), "hash": u.Hash(),
	}
}

// originOf returns the origin, which is opaque for schemes without hosts.
func originOf(u *whatwg.Url) string {
	switch u.Scheme() {
	case "http", "https", "ws", "wss", "ftp":
		return u.Protocol() + "//" + u.Host()
	case "blob":
		if inner, err := url.Parse(u.Pathname()); err == nil && (inner.Scheme == "http" || inner.Scheme == "https") {
			return inner.Scheme + "://" + inner.Host
		}
	}
	return "null"
}

// maxRandom is the number of random bytes that scripts get at once.
const maxRandom = 65536

func randomBytes(arguments []byte) any {
	values, err := codec.DecodeArguments(arguments)
	if err != nil || len(values) != 1 {
		return nil
	}
	n, ok := values[0].(float64)
	if !ok || !(n >= 0 && n <= maxRandom) { // also NaN
		return nil
	}
	b := make([]byte, int(n))
	_, _ = rand.Read(b) // never fails
	return b
}
