package sandbox

// fetch for scripts: which hosts they may reach, which addresses, and how much they may receive.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/wakeful-go/wakeful/sandbox/internal/codec"
)

// Fetch gives scripts fetch, Headers, Request, Response and FormData. A request must go to a host of
// Allow, which is checked for each redirect too. The address that is connected to, after the name was
// resolved, must be public, or in Addresses. A proxy of the environment is not used. The script's call
// waits for a request as for a tool: Pending counts it, and Audit gets it as the tool "fetch".
type Fetch struct {
	// Allow are the hosts that scripts may reach: "api.example.com", or "*.example.com" for all names
	// below it, or "*" for all. A port may follow, as in "example.com:8443"; without one, those of http
	// and https are meant. An empty list allows none.
	Allow []string
	// Addresses are allowed although they are not public: those of loopback, of private networks,
	// link-local, multicast, reserved and unspecified ones, and IPv6 addresses that contain an IPv4
	// address, such as those of NAT64. An IPv4-mapped address counts as the IPv4 address.
	Addresses []netip.Prefix
	// MaxBytes is the maximum size of a response's body, after it was decompressed. 0 means 4 MB.
	MaxBytes int64
	// Timeout is how long a request may take, with its redirects and the body. 0 means ten seconds.
	Timeout time.Duration
	// MaxRedirects is the number of redirects that a request follows. 0 means 5; a negative number, none.
	MaxRedirects int
	// Resolver looks up names. Nil: that of package net.
	Resolver *net.Resolver
}

// ErrAddress is the error of a request to an address or host that is not allowed. Audit gets it.
var ErrAddress = errors.New("the script may not reach this address")

const (
	defaultResponse   = 4 << 20
	defaultFetchTime  = 10 * time.Second
	defaultRedirects  = 5
	maxResponseHeader = 64 << 10
)

// fetcher is the tool that fetch calls. Any goroutine.
type fetcher struct {
	config    Fetch
	transport *http.Transport
}

func newFetcher(config Fetch) (*fetcher, error) {
	f := &fetcher{config: config}
	for _, pattern := range config.Allow {
		host, _, _ := strings.Cut(pattern, ":")
		if name := strings.TrimPrefix(host, "*."); name == "" || strings.ContainsAny(pattern, "/@") || strings.Contains(name, "*") && host != "*" {
			return nil, fmt.Errorf("%w: Fetch.Allow has %q; give hosts, as in example.com, *.example.com or example.com:8443", ErrInvalidConfig, pattern)
		}
	}
	if err := errors.Join(
		fill("Fetch.MaxBytes", &f.config.MaxBytes, defaultResponse, 1, maximumMemory),
		fill("Fetch.Timeout", (*int64)(&f.config.Timeout), int64(defaultFetchTime), 1, int64(maximumTime)),
	); err != nil {
		return nil, err
	}
	if f.config.MaxRedirects == 0 {
		f.config.MaxRedirects = defaultRedirects
	}
	// The check is after the resolution of names, on the address that is connected to.
	dialer := &net.Dialer{Resolver: config.Resolver, ControlContext: func(_ context.Context, _, address string, _ syscall.RawConn) error {
		return f.checkAddress(address)
	}}
	f.transport = &http.Transport{DialContext: dialer.DialContext, ForceAttemptHTTP2: true, MaxResponseHeaderBytes: maxResponseHeader,
		TLSHandshakeTimeout: f.config.Timeout, MaxIdleConns: 100, IdleConnTimeout: time.Minute}
	return f, nil
}

// checkAddress refuses what Addresses says, on the goroutine that connects.
func (f *fetcher) checkAddress(address string) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%w: %s", ErrAddress, address)
	}
	ip := to.Addr().Unmap().WithZone("")
	if isPublic(ip) || slices.ContainsFunc(f.config.Addresses, func(p netip.Prefix) bool { return p.Contains(ip) }) {
		return nil
	}
	return fmt.Errorf("%w: %s is not public", ErrAddress, ip)
}

// reserved are the networks of IANA's registries of special-purpose addresses that are not reachable
// from everywhere, and those of IPv6 that contain IPv4 addresses.
var reserved = prefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
	"192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
	"::/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
	"5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8",
)

func prefixes(all ...string) []netip.Prefix {
	list := make([]netip.Prefix, len(all))
	for i, text := range all {
		list[i] = netip.MustParsePrefix(text)
	}
	return list
}

func isPublic(ip netip.Addr) bool {
	return !slices.ContainsFunc(reserved, func(p netip.Prefix) bool { return p.Contains(ip) })
}

// checkURL refuses hosts that are not in the list.
func (f *fetcher) checkURL(u *url.URL) error {
	usual, ok := map[string]string{"http": "80", "https": "443"}[u.Scheme]
	if !ok {
		return fmt.Errorf("%w: fetch knows http and https, and not %s", ErrAddress, u.Scheme)
	}
	port := cmp.Or(u.Port(), usual)
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	for _, pattern := range f.config.Allow {
		if allows(strings.ToLower(pattern), host, port, usual) {
			return nil
		}
	}
	return fmt.Errorf("%w: %s is not in the list of allowed hosts", ErrAddress, u.Host)
}

// allows reports whether a pattern allows a host and a port. A pattern without a port means the usual one.
func allows(pattern, host, port, usual string) bool {
	wantPort := usual
	if at := strings.LastIndexByte(pattern, ':'); at >= 0 && !strings.HasSuffix(pattern, "]") {
		pattern, wantPort = pattern[:at], pattern[at+1:]
	}
	pattern = strings.Trim(pattern, "[]")
	if port != wantPort {
		return false
	}
	if pattern == "*" {
		return true
	}
	if suffix, ok := strings.CutPrefix(pattern, "*"); ok {
		return strings.HasSuffix(host, suffix) && len(host) > len(suffix)
	}
	return host == pattern
}

// fetchRequest and fetchResponse are what passes between fetch.js and Go. Header values have a rune for
// each byte, as JavaScript has them.
type fetchRequest struct {
	ID       float64  `json:"id"`
	URL      string   `json:"url"`
	Method   string   `json:"method"`
	Headers  []string `json:"headers"`
	Redirect string   `json:"redirect"`
	Body     []byte   `json:"body"`
}

type fetchResponse struct {
	Status     int      `json:"status"`
	StatusText string   `json:"statusText"`
	URL        string   `json:"url"`
	Headers    []string `json:"headers"`
	Body       []byte   `json:"body"`
}

// withheld are the headers that a script does not choose: they belong to the connection.
var withheld = []string{"Connection", "Content-Length", "Expect", "Host", "Keep-Alive", "Proxy-Authorization", "Proxy-Connection", "Te", "Trailer", "Transfer-Encoding", "Upgrade", "Accept-Encoding"}

// send is the tool.
func (f *fetcher) send(ctx context.Context, in fetchRequest) (fetchResponse, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, f.config.Timeout, fmt.Errorf("the request took longer than %s", f.config.Timeout))
	defer cancel()
	out, err := f.exchange(ctx, in)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if outer, ok := errors.AsType[*url.Error](err); ok { // it repeats the URL
		err = outer.Err
	}
	return out, err
}

func (f *fetcher) exchange(ctx context.Context, in fetchRequest) (out fetchResponse, err error) {
	request, err := http.NewRequestWithContext(ctx, in.Method, in.URL, strings.NewReader(string(in.Body)))
	if err != nil {
		return out, err
	}
	if err := f.checkURL(request.URL); err != nil {
		return out, err
	}
	for i := 0; i+1 < len(in.Headers); i += 2 {
		if name := http.CanonicalHeaderKey(in.Headers[i]); !slices.Contains(withheld, name) {
			request.Header.Add(name, bytesOfRunes(in.Headers[i+1]))
		}
	}
	if request.Header.Get("User-Agent") == "" {
		request.Header.Set("User-Agent", "wakeful")
	}
	client := &http.Client{Transport: f.transport, CheckRedirect: func(next *http.Request, via []*http.Request) error {
		switch {
		case in.Redirect == "manual":
			return http.ErrUseLastResponse
		case in.Redirect == "error":
			return errors.New("unexpected redirect")
		case len(via) > f.config.MaxRedirects:
			return fmt.Errorf("the request was redirected more than %d times", max(f.config.MaxRedirects, 0))
		}
		return f.checkURL(next.URL)
	}}
	response, err := client.Do(request)
	if err != nil {
		return out, err
	}
	defer func() { _ = response.Body.Close() }() // what is left is not wanted
	if out.Body, err = io.ReadAll(io.LimitReader(response.Body, f.config.MaxBytes+1)); err != nil {
		return out, err
	}
	if int64(len(out.Body)) > f.config.MaxBytes {
		return out, fmt.Errorf("the response has more than %d bytes", f.config.MaxBytes)
	}
	address := *response.Request.URL
	address.Fragment = ""
	out.Status, out.StatusText, out.URL = response.StatusCode, runesOfBytes(http.StatusText(response.StatusCode)), address.String()
	if _, text, ok := strings.Cut(response.Status, " "); ok {
		out.StatusText = runesOfBytes(text)
	}
	for name, values := range response.Header {
		for _, value := range values {
			out.Headers = append(out.Headers, name, runesOfBytes(value))
		}
	}
	return out, nil
}

func bytesOfRunes(text string) string {
	out := make([]byte, 0, len(text))
	for _, r := range text {
		out = append(out, byte(r))
	}
	return string(out)
}

func runesOfBytes(text string) string {
	out := make([]rune, len(text))
	for i := range len(text) {
		out[i] = rune(text[i])
	}
	return string(out)
}

var errFetchAborted = errors.New("the script aborted the request")

// fetch begins a request, on the coroutine.
func (c *call) fetch(slot int, arguments []byte, now time.Time) ([]byte, bool) {
	f := c.sandbox.fetcher
	id := firstNumber(arguments)
	aborted, abort := context.WithCancel(context.Background())
	if c.fetches == nil {
		c.fetches = map[float64]context.CancelFunc{}
	}
	c.fetches[id] = abort
	t := *fetchTool
	t.call = func(ctx context.Context, input any) (any, error) {
		defer abort()
		ctx, cancel := context.WithCancelCause(ctx)
		stop := context.AfterFunc(aborted, func() { cancel(errFetchAborted) })
		defer stop()
		defer cancel(nil)
		return f.send(ctx, input.(fetchRequest))
	}
	return c.callTool(&t, slot, arguments, now)
}

func (c *call) abortFetch(arguments []byte) {
	id := firstNumber(arguments)
	if abort := c.fetches[id]; abort != nil {
		abort()
		delete(c.fetches, id)
	}
}

// firstNumber returns the argument, or the field id of it.
func firstNumber(arguments []byte) float64 {
	values, err := codec.DecodeArguments(arguments)
	if err != nil || len(values) == 0 {
		return 0
	}
	if object, ok := values[0].(map[string]any); ok {
		values[0] = object["id"]
	}
	id, _ := values[0].(float64)
	return id
}

// fetchTool has the types of fetch. Each request has a copy of it, with its function.
var fetchTool = Tool("fetch", func(context.Context, fetchRequest) (fetchResponse, error) { return fetchResponse{}, nil }).tool
