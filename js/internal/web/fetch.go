package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// maxRedirects is the Fetch Standard's limit of redirects.
const maxRedirects = 20

// fetchNatives are the Go functions of the modules fetch and fetch_parts. Without a client every request is denied.
func fetchNatives(h host.Host) lib.Natives {
	natives, f := bodyNatives(h), h.Local(fetcherKey{}, func() any { return &fetcher{h: h} }).(*fetcher)
	natives["fetch"] = f.function
	natives["address"] = func(call vm.FunctionCall) vm.Value { return f.parse(call.Argument(0).String()).value(h.VM()) }
	maps.Copy(natives, exchangeNatives(h, f))
	maps.Copy(natives, servedNatives(h))
	natives["start"] = func(call vm.FunctionCall) vm.Value {
		client := h.HTTPClient()
		if client == nil {
			host.Deny(h.VM(), "Net", call.Argument(0).String(), withFetch)
		}
		return start(h, client, call)
	}
	return natives
}

// withFetch says what allows requests.
const withFetch = "the Go program gives a client with js.WithFetch"

// NewClient returns the client for scripts that may send any request. Its idle connections are
// closed when the context ends.
func NewClient(ctx context.Context) *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DisableCompression = true // fetch decodes bodies itself and keeps the headers
	context.AfterFunc(ctx, transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// exchange is a request of fetch, for JavaScript. It has no exported fields, see record.
type exchange struct {
	client  http.Client
	request *http.Request
	cancel  context.CancelFunc
	pipe    *io.PipeWriter // of a streamed body, or nil
}

// start makes an exchange. Its arguments are the URL, method, headers, redirect mode, the body's
// bytes if there is one, and whether the body will be streamed.
func start(h host.Host, given *http.Client, call vm.FunctionCall) vm.Value {
	x := newExchange(h, given, call, call.Argument(4), call.Argument(5).ToBoolean())
	x.request.Header = headersOf(x.request, lib.Strings(call.Argument(2)))
	x.client.CheckRedirect = redirects(call.Argument(3).String(), x.pipe != nil, given.CheckRedirect)
	return h.VM().ToValue(x)
}

// newExchange makes an exchange of the first two arguments of a call, which are the URL and the method.
// Its body will be streamed, or is the bytes of content if it has any.
func newExchange(h host.Host, given *http.Client, call vm.FunctionCall, content vm.Value, streams bool) *exchange {
	x := &exchange{client: *given}
	var ctx context.Context
	ctx, x.cancel = context.WithCancel(h.Context())
	var body io.Reader
	if streams {
		body, x.pipe = io.Pipe()
	} else if content, ok := lib.Bytes(content); ok {
		body = bytes.NewReader(bytes.Clone(content)) // the program may change its own bytes
	}
	var err error
	if x.request, err = http.NewRequestWithContext(ctx, call.Argument(1).String(), call.Argument(0).String(), body); err != nil {
		x.cancel()
		panic(h.VM().NewGoError(err))
	}
	return x
}

// exchangeNatives are the functions of an exchange, and of the response that it gets.
func exchangeNatives(h host.Host, f *fetcher) lib.Natives {
	rt := h.VM()
	of := func(call vm.FunctionCall) *exchange { return argument[*exchange](rt, call) }
	response := func(call vm.FunctionCall) *incoming { return argument[*incoming](rt, call) }
	ofResponse := func(value func(*http.Response) any) func(vm.FunctionCall) vm.Value {
		return func(call vm.FunctionCall) vm.Value { return rt.ToValue(value(response(call).response)) }
	}
	return lib.Natives{
		"answer": func(call vm.FunctionCall) vm.Value { return f.send(of(call), call.Argument(1).String()) },
		"abort": func(call vm.FunctionCall) vm.Value {
			of(call).cancel()
			return vm.Undefined()
		},
		"write": func(call vm.FunctionCall) vm.Value {
			x := of(call)
			b, _ := lib.Bytes(call.Argument(1))
			chunk := bytes.Clone(b)
			return rt.ToValue(h.Async(func() (any, error) {
				_, err := x.pipe.Write(chunk)
				return err == nil, nil
			}))
		},
		"end": func(call vm.FunctionCall) vm.Value {
			_ = of(call).pipe.Close()
			return vm.Undefined()
		},
		"statusText": ofResponse(func(r *http.Response) any {
			return text(strings.TrimSpace(strings.TrimPrefix(r.Status, strconv.Itoa(r.StatusCode))))
		}),
		"responseURL": ofResponse(func(r *http.Response) any {
			address := *r.Request.URL
			address.Fragment = ""
			return address.String()
		}),
		"responseHeaders": func(call vm.FunctionCall) vm.Value {
			r := response(call).response
			flat := flatten(r.Header)
			if r.Header.Get("Content-Length") == "" && r.ContentLength > 0 {
				flat = append(flat, "Content-Length", strconv.FormatInt(r.ContentLength, 10))
			}
			return lib.StringArray(rt, flat)
		},
		"read": func(call vm.FunctionCall) vm.Value { return readNext(h, response(call)) },
		// takeText returns the text of a body that is there already, or undefined.
		"takeText": func(call vm.FunctionCall) vm.Value {
			all, ok := response(call).takeAhead()
			if !ok {
				return vm.Undefined()
			}
			return rt.ToValue(utf8Text(all))
		},
		"readAll": func(call vm.FunctionCall) vm.Value {
			b := response(call)
			if all, ok := b.takeAhead(); ok {
				return lib.Uint8Array(rt, all)
			}
			return rt.ToValue(h.Async(func() (any, error) {
				all, err := b.readAll()
				if err != nil {
					return nil, &networkError{err}
				}
				return func(rt *vm.Runtime) vm.Value { return lib.Uint8Array(rt, all) }, nil
			}))
		},
		"close": func(call vm.FunctionCall) vm.Value {
			response(call).close()
			return vm.Undefined()
		},
	}
}

// readNext returns a promise of the next bytes of a body, null at its end.
func readNext(h host.Host, b *incoming) vm.Value {
	return h.VM().ToValue(h.Async(func() (any, error) {
		chunk, err := b.read()
		if err != nil {
			return nil, &networkError{err}
		}
		return func(rt *vm.Runtime) vm.Value {
			if chunk == nil {
				return vm.Null()
			}
			return lib.Uint8Array(rt, chunk)
		}, nil
	}))
}

// argument returns the first argument of a native, which is a value of Go.
func argument[T any](rt *vm.Runtime, call vm.FunctionCall) T {
	return lib.Receiver[T](rt, call.Argument(0), "Illegal invocation")
}

// flatten returns headers as [name, value, ...], the names in order, because net/http does not keep
// the order in which they came.
func flatten(header http.Header) []string {
	flat := make([]string, 0, 2*len(header)+4)
	for _, name := range slices.Sorted(maps.Keys(header)) {
		for _, value := range header[name] {
			flat = append(flat, name, text(value))
		}
	}
	return flat
}

func define(object *vm.Object, name string, value vm.Value) {
	vm.Check(object.Set(name, value))
}

// usual are the headers of each request that the program has not given.
var usual = http.Header{
	"Accept": {"*/*"}, "Accept-Language": {"*"}, "Sec-Fetch-Mode": {"cors"}, "User-Agent": {"wakeful"}, "Accept-Encoding": {"gzip, deflate"},
}

// headersOf returns the headers of a request: those that the program has given, and the usual ones.
func headersOf(request *http.Request, flat []string) http.Header {
	header := maps.Clone(usual)
	for i := 0; i+1 < len(flat); i += 2 {
		if strings.EqualFold(flat[i], "host") {
			request.Host = flat[i+1]
			continue
		}
		name, value := http.CanonicalHeaderKey(flat[i]), latin1(flat[i+1])
		if _, ok := usual[name]; !ok {
			header[name] = append(header[name], value)
		} else if value != "" {
			header[name] = []string{value}
		}
	}
	return header
}

func isASCII(value string) bool {
	for i := range len(value) {
		if value[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// latin1 returns the bytes of a header value, which is a ByteString. text is the inverse.
func latin1(value string) string {
	if isASCII(value) {
		return value
	}
	out := make([]byte, 0, len(value))
	for _, r := range value {
		out = append(out, byte(r))
	}
	return string(out)
}

func text(value string) string {
	if isASCII(value) {
		return value
	}
	out := make([]rune, len(value))
	for i := range len(value) {
		out[i] = rune(value[i])
	}
	return string(out)
}

// redirects returns the redirect policy for fetch's option redirect. The policy of the client that
// the Go program gave, if it has one, is asked last.
func redirects(mode string, streaming bool, also func(*http.Request, []*http.Request) error) func(*http.Request, []*http.Request) error {
	return func(next *http.Request, via []*http.Request) error {
		switch {
		case mode == "manual":
			return http.ErrUseLastResponse
		case mode == "error":
			return errors.New("unexpected redirect")
		case len(via) > maxRedirects:
			return errors.New("redirect count exceeded")
		case streaming && next.Method == via[0].Method && next.Method != http.MethodGet:
			return errors.New("a streamed body cannot be sent again to where the redirect leads")
		case next.URL.User != nil && next.URL.Host != via[0].URL.Host:
			return errors.New(`URL contains credentials for cross-origin redirect`)
		case also != nil:
			return also(next, via)
		}
		return nil
	}
}

// networkError converts the error of an exchange to Node's form.
type networkError struct{ err error }

func (e *networkError) Error() string { return e.err.Error() }
func (e *networkError) Unwrap() error { return e.err }

// JSValue makes the error that becomes the cause of "fetch failed".
func (e *networkError) JSValue(rt *vm.Runtime) vm.Value {
	message := e.err.Error()
	properties := map[string]any{}
	var operation *net.OpError
	var lookup *net.DNSError
	code, number, meaning, known := lib.Errno(e.err)
	switch {
	case errors.As(e.err, &lookup):
		code = "ENOTFOUND"
		if lookup.Temporary() {
			code = "EAI_AGAIN"
		}
		message = fmt.Sprintf("getaddrinfo %s %s", code, lookup.Name)
		properties = map[string]any{"code": code, "syscall": "getaddrinfo", "hostname": lookup.Name}
	case known && errors.As(e.err, &operation):
		call := operation.Op
		if call == "dial" {
			call = "connect"
		}
		message = fmt.Sprintf("%s %s", call, code)
		if call == "listen" && operation.Addr != nil {
			message += fmt.Sprintf(": %s %s", meaning, operation.Addr)
		}
		properties = map[string]any{"errno": number, "code": code, "syscall": call}
		if address, ok := operation.Addr.(*net.TCPAddr); ok && (call == "connect" || call == "listen") {
			if call == "connect" {
				message += " " + address.String()
			}
			properties["address"], properties["port"] = address.IP.String(), address.Port
		}
	default:
		var wrapped interface{ Unwrap() error }
		if errors.As(e.err, &wrapped) { // net/http adds the URL, which the program knows
			message = wrapped.Unwrap().Error()
		}
	}
	made := vm.NewError(rt, "Error", message)
	for _, name := range []string{"errno", "code", "syscall", "hostname", "address", "port"} {
		if value, ok := properties[name]; ok {
			define(made, name, rt.ToValue(value))
		}
	}
	return made
}
