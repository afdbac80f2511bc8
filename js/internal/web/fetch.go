package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"

	"github.com/wakeful-go/wakeful/js/internal/files"
	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// maxRedirects is the Fetch Standard's limit of redirects.
const maxRedirects = 20

// fetchNatives are the Go functions of fetch. Without a client every request is denied.
func fetchNatives(h host.Host) lib.Natives {
	natives := bodyNatives(h)
	natives["address"] = address(h.VM())
	natives["start"] = func(call vm.FunctionCall) vm.Value {
		client := h.HTTPClient()
		if client == nil {
			panic(host.Denied(h.VM(), &files.DeniedError{
				Permission: "Net", Resource: call.Argument(0).String(), Option: "the Go program gives a client with js.WithFetch",
			}))
		}
		return start(h, client, call)
	}
	return natives
}

// NewClient returns the client for scripts that may send any request. Its idle connections are
// closed when the context ends.
func NewClient(ctx context.Context) *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DisableCompression = true // fetch decodes bodies itself and keeps the headers
	context.AfterFunc(ctx, transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// start starts an exchange. Its arguments are the URL, method, headers, redirect mode, the body's
// bytes if there is one, and whether the body will be streamed. It returns the exchange's
// functions.
func start(h host.Host, given *http.Client, call vm.FunctionCall) vm.Value {
	rt := h.VM()
	ctx, cancel := context.WithCancel(h.Context())
	var body io.Reader
	var pipe *io.PipeWriter
	if streaming := call.Argument(5).ToBoolean(); streaming {
		body, pipe = io.Pipe()
	} else if content, ok := lib.Bytes(call.Argument(4)); ok {
		body = bytes.NewReader(bytes.Clone(content)) // the program may change its own bytes
	}
	exchange := rt.NewObject()
	define(exchange, "abort", vm.NewFunction(rt, func(vm.FunctionCall) vm.Value {
		cancel()
		return vm.Undefined()
	}))
	request, err := http.NewRequestWithContext(ctx, call.Argument(1).String(), call.Argument(0).String(), body)
	if err != nil {
		cancel()
		panic(rt.NewGoError(err))
	}
	setHeaders(request, lib.Strings(call.Argument(2)))
	client := *given
	client.CheckRedirect = redirects(call.Argument(3).String(), pipe != nil, given.CheckRedirect)
	if pipe != nil {
		define(exchange, "write", vm.NewFunction(rt, func(call vm.FunctionCall) vm.Value {
			b, _ := lib.Bytes(call.Argument(0))
			chunk := bytes.Clone(b)
			return rt.ToValue(h.Async(func(context.Context) (any, error) {
				_, err := pipe.Write(chunk)
				return err == nil, nil
			}))
		}))
		define(exchange, "end", vm.NewFunction(rt, func(vm.FunctionCall) vm.Value {
			_ = pipe.Close()
			return vm.Undefined()
		}))
	}
	define(exchange, "response", rt.ToValue(h.Async(func(context.Context) (any, error) {
		response, err := client.Do(request)
		if err != nil {
			cancel()
			return nil, &networkError{err}
		}
		return func(rt *vm.Runtime) vm.Value { return answer(h, response, cancel) }, nil
	})))
	return exchange
}

func define(object *vm.Object, name string, value vm.Value) {
	if err := object.Set(name, value); err != nil {
		panic(err)
	}
}

func setHeaders(request *http.Request, flat []string) {
	for i := 0; i+1 < len(flat); i += 2 {
		if strings.EqualFold(flat[i], "host") {
			request.Host = flat[i+1]
			continue
		}
		request.Header.Add(flat[i], latin1(flat[i+1]))
	}
	for name, value := range map[string]string{
		"Accept": "*/*", "Accept-Language": "*", "Sec-Fetch-Mode": "cors", "User-Agent": "wakeful", "Accept-Encoding": "gzip, deflate",
	} {
		if request.Header.Get(name) == "" {
			request.Header.Set(name, value)
		}
	}
}

// latin1 returns the bytes of a header value, which is a ByteString. text is the inverse.
func latin1(value string) string {
	out := make([]byte, 0, len(value))
	for _, r := range value {
		out = append(out, byte(r))
	}
	return string(out)
}

func text(value string) string {
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

// answer converts a response for the JavaScript of fetch.
func answer(h host.Host, response *http.Response, cancel context.CancelFunc) vm.Value {
	rt := h.VM()
	var flat []string
	for name, values := range response.Header {
		for _, value := range values {
			flat = append(flat, name, text(value))
		}
	}
	if response.Header.Get("Content-Length") == "" && response.ContentLength > 0 {
		flat = append(flat, "Content-Length", fmt.Sprint(response.ContentLength))
	}
	object := rt.NewObject()
	address := *response.Request.URL
	address.Fragment = ""
	define(object, "status", rt.ToValue(response.StatusCode))
	define(object, "statusText", rt.ToValue(text(strings.TrimSpace(strings.TrimPrefix(response.Status, fmt.Sprint(response.StatusCode))))))
	define(object, "url", rt.ToValue(address.String()))
	define(object, "headers", stringArray(rt, flat))
	b := &incoming{body: response.Body, encoding: response.Header.Get("Content-Encoding"), cancel: cancel}
	define(object, "read", vm.NewFunction(rt, func(vm.FunctionCall) vm.Value {
		return rt.ToValue(h.Async(func(context.Context) (any, error) {
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
	}))
	define(object, "readAll", vm.NewFunction(rt, func(vm.FunctionCall) vm.Value {
		return rt.ToValue(h.Async(func(context.Context) (any, error) {
			all, err := b.readAll()
			if err != nil {
				return nil, &networkError{err}
			}
			return func(rt *vm.Runtime) vm.Value { return lib.Uint8Array(rt, all) }, nil
		}))
	}))
	define(object, "close", vm.NewFunction(rt, func(vm.FunctionCall) vm.Value {
		b.close()
		return vm.Undefined()
	}))
	return object
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
