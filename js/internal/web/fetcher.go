package web

import (
	"net/http"
	"slices"

	whatwg "github.com/nlnwa/whatwg-url/url"
	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the function fetch. Go makes the request for a text alone, which nearly all calls
// give, and settles the program's promise with the response. JavaScript makes all other requests.

type fetcherKey struct{}

// fetcher is the function fetch of one runtime. Loop goroutine only.
type fetcher struct {
	h host.Host
	// general is fetch for all arguments. answered makes a Response of Go's response, its status,
	// the URL of the request, and whether it has a body.
	general, answered vm.Callable
	last              *target // of the last request: programs often send several to the same URL
}

// target is the URL of a request.
type target struct {
	text string // as the program has written it
	url  *whatwg.Url
	// address is the URL without its fragment.
	address string
}

// function returns the function fetch. Its arguments are those of a fetcher.
func (f *fetcher) function(call vm.FunctionCall) vm.Value {
	f.general, _ = vm.AssertFunction(call.Argument(0))
	f.answered, _ = vm.AssertFunction(call.Argument(1))
	return lib.Function(f.h.VM(), "fetch", 1, func(call vm.FunctionCall) vm.Value {
		if len(call.Arguments) == 1 && vm.IsString(call.Arguments[0]) {
			if promise := f.get(call.Arguments[0].String()); promise != nil {
				return promise
			}
		}
		return vm.Must(f.general(vm.Undefined(), call.Arguments...))
	})
}

// parse parses the URL of a request, or returns nil. So a request does not load URL.
func (f *fetcher) parse(text string) *target {
	if f.last == nil || f.last.text != text {
		u, err := whatwg.Parse(text)
		if err != nil {
			return nil
		}
		f.last = &target{text, u, u.Href(true)}
	}
	return f.last
}

// value returns a target for JavaScript: the URL, its protocol, the URL without its fragment and
// whether it has a user or a password.
func (t *target) value(rt *vm.Runtime) vm.Value {
	if t == nil {
		return vm.Undefined()
	}
	object := rt.NewObject()
	define(object, "href", rt.ToValue(t.url.Href(false)))
	define(object, "protocol", rt.ToValue(t.url.Protocol()))
	define(object, "address", rt.ToValue(t.address))
	define(object, "credentials", rt.ToValue(t.credentials()))
	return object
}

func (t *target) credentials() bool { return t.url.Username() != "" || t.url.Password() != "" }

// get sends the request for a text, and returns nil if that is no plain request.
func (f *fetcher) get(text string) vm.Value {
	client, t := f.h.HTTPClient(), f.parse(text)
	if client == nil || t == nil || t.credentials() || t.url.Protocol() != "http:" && t.url.Protocol() != "https:" {
		return nil
	}
	request, err := http.NewRequestWithContext(f.h.Context(), http.MethodGet, t.address, nil)
	if err != nil {
		return nil
	}
	request.Header = headersOf(request, nil)
	x := &exchange{client: *client, request: request}
	x.client.CheckRedirect = redirects("follow", false, client.CheckRedirect)
	return f.send(x, t.address)
}

// withoutBody are the statuses of responses that have no body.
var withoutBody = []int{http.StatusSwitchingProtocols, http.StatusNoContent, http.StatusResetContent, http.StatusNotModified}

// send sends a request and returns a promise of the Response.
func (f *fetcher) send(x *exchange, address string) vm.Value {
	return f.h.VM().ToValue(f.h.AsyncEarly(func(early func(any)) (any, error) {
		response, err := x.client.Do(x.request)
		if err != nil {
			if x.cancel != nil {
				x.cancel()
			}
			return nil, &failedError{networkError{err}}
		}
		b := &incoming{response: response, encoding: response.Header.Get("Content-Encoding"), cancel: x.cancel}
		made := func(*vm.Runtime) vm.Value { return f.response(b, address) }
		if x.request.Method != http.MethodHead && !slices.Contains(withoutBody, response.StatusCode) {
			b.readAhead(func() { early(made) })
		}
		return made, nil
	}))
}

// response makes the Response.
func (f *fetcher) response(b *incoming, address string) vm.Value {
	rt, status := f.h.VM(), b.response.StatusCode
	hasBody := b.response.Request.Method != http.MethodHead && !slices.Contains(withoutBody, status)
	if !hasBody {
		b.close()
	}
	return vm.Must(f.answered(vm.Undefined(), rt.ToValue(b), rt.ToValue(status), rt.ToValue(address), rt.ToValue(hasBody)))
}

// failedError is a networkError of fetch. In JavaScript it is the cause of a TypeError.
type failedError struct{ networkError }

// JSValue makes the TypeError.
func (e *failedError) JSValue(rt *vm.Runtime) vm.Value {
	failed := vm.NewError(rt, "TypeError", "fetch failed")
	vm.Check(failed.DefineDataProperty("cause", e.networkError.JSValue(rt), vm.FlagTrue, vm.FlagTrue, vm.FlagFalse))
	return failed
}
