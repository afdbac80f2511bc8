package web

import (
	whatwg "github.com/nlnwa/whatwg-url/url"
	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// record is a parsed URL for JavaScript. It has no exported fields, so a program that gets hold of
// one cannot change it.
type record struct{ url *whatwg.Url }

// urlNatives are the Go functions of URL and URLSearchParams.
func urlNatives(h host.Host) lib.Natives {
	rt := h.VM()
	of := func(v vm.Value) *whatwg.Url {
		return lib.Receiver[*record](rt, v, `Value of "this" must be of type URL`).url
	}
	return lib.Natives{
		"scalar": scalar(rt),
		"parse": func(call vm.FunctionCall) vm.Value {
			var parsed *whatwg.Url
			var err error
			if base := call.Argument(1); vm.IsUndefined(base) {
				parsed, err = whatwg.Parse(call.Argument(0).String())
			} else {
				parsed, err = whatwg.ParseRef(base.String(), call.Argument(0).String())
			}
			if err != nil {
				return vm.Undefined()
			}
			return rt.ToValue(&record{parsed})
		},
		"get": func(call vm.FunctionCall) vm.Value {
			return rt.ToValue(attributes[call.Argument(1).String()].get(of(call.Argument(0))))
		},
		"set": func(call vm.FunctionCall) vm.Value {
			attributes[call.Argument(1).String()].set(of(call.Argument(0)), call.Argument(2).String())
			return vm.Undefined()
		},
		"parseForm": func(call vm.FunctionCall) vm.Value {
			return lib.StringArray(rt, parseForm(call.Argument(0).String()))
		},
		"formatForm": func(call vm.FunctionCall) vm.Value {
			return rt.ToValue(formatForm(lib.Strings(call.Argument(0))))
		},
	}
}

// scalar replaces lone surrogates. The conversion to a Go string and back does that.
func scalar(rt *vm.Runtime) func(vm.FunctionCall) vm.Value {
	return func(call vm.FunctionCall) vm.Value { return rt.ToValue(call.Argument(0).String()) }
}

// attributes read and write the parts of a URL. A part without set cannot be written.
var attributes = map[string]struct {
	get func(*whatwg.Url) string
	set func(*whatwg.Url, string)
}{
	"href":     {get: func(u *whatwg.Url) string { return u.Href(false) }},
	"origin":   {get: origin},
	"protocol": {(*whatwg.Url).Protocol, (*whatwg.Url).SetProtocol},
	"username": {(*whatwg.Url).Username, (*whatwg.Url).SetUsername},
	"password": {(*whatwg.Url).Password, (*whatwg.Url).SetPassword},
	"host":     {(*whatwg.Url).Host, (*whatwg.Url).SetHost},
	"hostname": {(*whatwg.Url).Hostname, (*whatwg.Url).SetHostname},
	"port":     {(*whatwg.Url).Port, (*whatwg.Url).SetPort},
	"pathname": {(*whatwg.Url).Pathname, (*whatwg.Url).SetPathname},
	"search":   {(*whatwg.Url).Search, (*whatwg.Url).SetSearch},
	"hash":     {(*whatwg.Url).Hash, (*whatwg.Url).SetHash},
}

// origin returns the origin of a URL, which the library does not compute.
func origin(u *whatwg.Url) string {
	switch u.Protocol() {
	case "http:", "https:", "ftp:", "ws:", "wss:":
		return u.Protocol() + "//" + u.Host()
	case "blob:":
		inner, err := whatwg.Parse(u.Pathname())
		if err == nil && (inner.Protocol() == "http:" || inner.Protocol() == "https:") {
			return origin(inner)
		}
	}
	return "null"
}
