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
		if r, ok := lib.As[*record](v); ok {
			return r.url
		}
		panic(rt.NewTypeError(`Value of "this" must be of type URL`))
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
			return rt.ToValue(attribute(of(call.Argument(0)), call.Argument(1).String()))
		},
		"set": func(call vm.FunctionCall) vm.Value {
			setAttribute(of(call.Argument(0)), call.Argument(1).String(), call.Argument(2).String())
			return vm.Undefined()
		},
		"parseForm": func(call vm.FunctionCall) vm.Value {
			return stringArray(rt, parseForm(call.Argument(0).String()))
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

func stringArray(rt *vm.Runtime, list []string) vm.Value {
	values := make([]any, len(list))
	for i, s := range list {
		values[i] = s
	}
	return rt.NewArray(values...)
}

func attribute(u *whatwg.Url, name string) string {
	switch name {
	case "href":
		return u.Href(false)
	case "origin":
		return origin(u)
	case "protocol":
		return u.Protocol()
	case "username":
		return u.Username()
	case "password":
		return u.Password()
	case "host":
		return u.Host()
	case "hostname":
		return u.Hostname()
	case "port":
		return u.Port()
	case "pathname":
		return u.Pathname()
	case "search":
		return u.Search()
	default:
		return u.Hash()
	}
}

func setAttribute(u *whatwg.Url, name, value string) {
	switch name {
	case "protocol":
		u.SetProtocol(value)
	case "username":
		u.SetUsername(value)
	case "password":
		u.SetPassword(value)
	case "host":
		u.SetHost(value)
	case "hostname":
		u.SetHostname(value)
	case "port":
		u.SetPort(value)
	case "pathname":
		u.SetPathname(value)
	case "search":
		u.SetSearch(value)
	case "hash":
		u.SetHash(value)
	}
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
