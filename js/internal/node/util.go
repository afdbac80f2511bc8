package node

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
	"golang.org/x/net/idna"
)

// utilNatives are the Go functions of util.
func utilNatives(h host.Host) lib.Natives {
	rt := h.VM()
	return lib.Natives{"errorName": func(call vm.FunctionCall) vm.Value {
		number := int(call.Argument(0).ToInteger())
		if name, ok := lib.ErrnoName(number); ok {
			return rt.ToValue(name)
		}
		return rt.ToValue(fmt.Sprintf("Unknown system error %d", number))
	}}
}

// urlNatives and queryNatives are the Go functions of url and querystring.
func urlNatives(h host.Host) lib.Natives {
	rt := h.VM()
	toASCII := idna.New(idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false))
	return lib.Natives{
		"toUnicode": func(call vm.FunctionCall) vm.Value {
			name, err := idna.Display.ToUnicode(call.Argument(0).String())
			if err != nil {
				name = call.Argument(0).String()
			}
			return rt.ToValue(name)
		},
		// toASCII returns "" for an invalid host name.
		"toASCII": func(call vm.FunctionCall) vm.Value {
			host := call.Argument(0).String()
			if strings.ContainsFunc(host, func(r rune) bool { return r > unicode.MaxASCII }) {
				var err error
				if host, err = toASCII.ToASCII(host); err != nil {
					host = ""
				}
			}
			return rt.ToValue(host)
		},
	}
}

func queryNatives(h host.Host) lib.Natives {
	rt := h.VM()
	return lib.Natives{
		"unescape": func(call vm.FunctionCall) vm.Value {
			return rt.ToValue(lib.UTF8(lib.PercentDecode(call.Argument(0).String(), false)))
		},
		"unescapeBytes": func(call vm.FunctionCall) vm.Value {
			return lib.Uint8Array(rt, lib.PercentDecode(call.Argument(0).String(), false))
		},
	}
}

// contextNatives are the Go functions of async_hooks: swap sets the context of the running callback
// and returns the one before, and current returns it.
func contextNatives(h host.Host) lib.Natives {
	return lib.Natives{
		"swap": func(call vm.FunctionCall) vm.Value { return h.SwapAsyncContext(call.Argument(0)) },
		"current": func(vm.FunctionCall) vm.Value {
			context := h.SwapAsyncContext(vm.Undefined())
			h.SwapAsyncContext(context)
			return context
		},
	}
}
