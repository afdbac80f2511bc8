package web

import (
	"encoding/base64"
	"strings"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// base64Natives are the Go functions of atob and btoa. They return undefined for invalid input.
func base64Natives(h host.Host) lib.Natives {
	rt := h.VM()
	return lib.Natives{
		"encode": func(call vm.FunctionCall) vm.Value {
			text := call.Argument(0).String()
			raw := make([]byte, 0, len(text))
			for _, r := range text {
				if r > 0xff {
					return vm.Undefined()
				}
				raw = append(raw, byte(r))
			}
			return rt.ToValue(base64.StdEncoding.EncodeToString(raw))
		},
		"decode": func(call vm.FunctionCall) vm.Value {
			raw, ok := forgiving(call.Argument(0).String())
			if !ok {
				return vm.Undefined()
			}
			runes := make([]rune, len(raw))
			for i, b := range raw {
				runes[i] = rune(b)
			}
			return rt.ToValue(string(runes))
		},
	}
}

// forgiving is the Infra Standard's forgiving-base64 decode: it ignores white space, padding is
// optional, and unused bits are ignored.
func forgiving(text string) ([]byte, bool) {
	text = strings.Map(func(r rune) rune {
		if strings.ContainsRune("\t\n\f\r ", r) {
			return -1
		}
		return r
	}, text)
	if len(text)%4 == 0 {
		if trimmed, ok := strings.CutSuffix(text, "=="); ok {
			text = trimmed
		} else {
			text = strings.TrimSuffix(text, "=")
		}
	}
	if len(text)%4 == 1 {
		return nil, false
	}
	raw, err := base64.RawStdEncoding.DecodeString(text)
	return raw, err == nil
}
