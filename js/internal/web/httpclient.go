package web

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the requests of the modules http and https, which the client of fetch sends.

// requestHTTP sends a request: URL, method, headers, the body's bytes if it is known or whether it
// will be streamed, settings, and a function that gets an error or null and the response. It returns
// the functions of the exchange.
func requestHTTP(h host.Host, call vm.FunctionCall) vm.Value {
	rt := h.VM()
	given := h.HTTPClient()
	if given == nil {
		host.Deny(rt, "Net", call.Argument(0).String(), withFetch)
	}
	_, isObject := call.Argument(3).(*vm.Object)
	x := newExchange(h, given, call, call.Argument(3), !isObject && call.Argument(3).ToBoolean())
	pipe, cancel := x.pipe, x.cancel
	setRaw(x.request, lib.Strings(call.Argument(2)), pipe != nil)
	x.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	own := ownTransport(h, &x.client, call.Argument(4).ToObject(rt))
	done, _ := vm.AssertFunction(call.Argument(5))
	inBackground(h, func() func() {
		response, err := x.client.Do(x.request)
		return func() {
			if err != nil {
				cancel()
				h.Call(done, vm.Undefined(), (&networkError{err}).JSValue(rt))
				return
			}
			h.Call(done, vm.Undefined(), vm.Null(), rawAnswer(h, response, func() {
				cancel()
				if own != nil {
					own.CloseIdleConnections()
				}
			}))
		}
	})
	exchange := rt.NewObject()
	define(exchange, "abort", vm.NewFunction(rt, func(vm.FunctionCall) vm.Value { cancel(); return vm.Undefined() }))
	if pipe != nil {
		define(exchange, "write", vm.NewFunction(rt, func(call vm.FunctionCall) vm.Value {
			b, _ := lib.Bytes(call.Argument(0))
			written, _ := vm.AssertFunction(call.Argument(1))
			chunk := bytes.Clone(b)
			inBackground(h, func() func() {
				_, _ = pipe.Write(chunk) // why it fails is what the response fails with
				return func() { h.Call(written, vm.Undefined()) }
			})
			return vm.Undefined()
		}))
		define(exchange, "end", vm.NewFunction(rt, func(vm.FunctionCall) vm.Value { _ = pipe.Close(); return vm.Undefined() }))
	}
	return exchange
}

// setRaw sets headers as they are written, and none that the program has not given.
func setRaw(request *http.Request, flat []string, streams bool) {
	request.Header["User-Agent"] = nil // net/http would add its own
	for i := 0; i+1 < len(flat); i += 2 {
		switch name, value := flat[i], latin1(flat[i+1]); strings.ToLower(name) {
		case "host":
			request.Host = value
		case "user-agent":
			request.Header["User-Agent"] = []string{value}
		case "content-length":
			if n, err := strconv.ParseInt(value, 10, 64); err == nil && streams {
				request.ContentLength = n
			}
		case "transfer-encoding":
		case "connection":
			request.Close = strings.EqualFold(value, "close")
			if !request.Close {
				request.Header[name] = append(request.Header[name], value)
			}
		case "accept-encoding":
			request.Header["Accept-Encoding"] = append(request.Header["Accept-Encoding"], value)
		default:
			request.Header[name] = append(request.Header[name], value)
		}
	}
}

// ownTransport gives the client a transport of its own if a request has settings that its transport
// does not have: the path of a socket, certificates. Only scripts with full access can have them.
func ownTransport(h host.Host, client *http.Client, settings *vm.Object) *http.Transport {
	path, authorities, trusting := settings.Get("socketPath"), settings.Get("ca"), !vm.IsNullish(settings.Get("rejectUnauthorized"))
	base, ok := client.Transport.(*http.Transport)
	if !ok || !h.Open() || vm.IsNullish(path) && vm.IsNullish(authorities) && !trusting {
		return nil
	}
	transport := base.Clone()
	transport.DisableKeepAlives = true
	if !vm.IsNullish(path) {
		name := path.String()
		transport.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, "unix", name)
		}
	}
	transport.TLSClientConfig = &tls.Config{InsecureSkipVerify: trusting} //nolint:gosec // the program says so: rejectUnauthorized
	if !vm.IsNullish(authorities) {
		transport.TLSClientConfig.RootCAs = x509.NewCertPool()
		transport.TLSClientConfig.RootCAs.AppendCertsFromPEM([]byte(authorities.String()))
	}
	client.Transport = transport
	return transport
}

// rawAnswer makes the object of a response: as it came, with its content codings.
func rawAnswer(h host.Host, response *http.Response, release func()) vm.Value {
	rt := h.VM()
	object := rt.NewObject()
	flat := flatten(response.Header)
	for _, coding := range response.TransferEncoding {
		flat = append(flat, "Transfer-Encoding", coding)
	}
	if response.Close && response.Header.Get("Connection") == "" {
		flat = append(flat, "Connection", "close")
	}
	define(object, "status", rt.ToValue(response.StatusCode))
	define(object, "minor", rt.ToValue(response.ProtoMinor))
	define(object, "statusText", rt.ToValue(text(strings.TrimPrefix(strings.TrimPrefix(response.Status, fmt.Sprint(response.StatusCode)), " "))))
	define(object, "headers", lib.StringArray(rt, flat))
	if raw, ok := response.Body.(io.ReadWriteCloser); ok && response.StatusCode == http.StatusSwitchingProtocols {
		define(object, "socket", connection(h, &upgraded{raw}, nil))
		return object
	}
	b := &incoming{response: response, cancel: release}
	define(object, "read", vm.NewFunction(rt, func(vm.FunctionCall) vm.Value { return readNext(h, b) }))
	define(object, "ended", vm.NewFunction(rt, func(vm.FunctionCall) vm.Value {
		b.mu.Lock()
		defer b.mu.Unlock()
		return rt.ToValue(b.ended)
	}))
	define(object, "trailers", vm.NewFunction(rt, func(vm.FunctionCall) vm.Value { return lib.StringArray(rt, flatten(response.Trailer)) }))
	define(object, "close", vm.NewFunction(rt, func(vm.FunctionCall) vm.Value { b.close(); return vm.Undefined() }))
	return object
}

// upgraded is a connection after its protocol was switched. Its addresses are not known.
type upgraded struct{ io.ReadWriteCloser }

func (upgraded) LocalAddr() net.Addr  { return nil }
func (upgraded) RemoteAddr() net.Addr { return nil }

// CloseWrite ends what is written, where the transport can do that.
func (u upgraded) CloseWrite() error {
	if half, ok := u.ReadWriteCloser.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
