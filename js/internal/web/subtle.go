package web

import (
	"errors"
	"maps"

	"github.com/wakeful-go/wakeful/js/internal/digest"
	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// subtleNatives are the Go functions of crypto.subtle and of KeyObject. What fails gives undefined.
func subtleNatives(h host.Host) lib.Natives {
	rt := h.VM()
	keys := &keys{rt: rt}
	natives := HashNatives(h)
	maps.Copy(natives, lib.Natives{
		"kind": lib.KindNative(rt),
		"derive": func(call vm.FunctionCall) vm.Value {
			out, err := Derivation(h, call.Arguments)()
			if errors.Is(err, digest.ErrTooMuch) {
				panic(h.ToError(err))
			}
			return keys.orUndefined(out, err)
		},
		"parse": func(call vm.FunctionCall) vm.Value {
			return keys.made(digest.ParseKey(input(call.Argument(0)), call.Argument(1).ToBoolean()))
		},
		"raw": func(call vm.FunctionCall) vm.Value {
			return keys.made(digest.RawKey(call.Argument(0).String(), call.Argument(1).String(), input(call.Argument(2))))
		},
		"generate": func(call vm.FunctionCall) vm.Value {
			if !h.Open() && call.Argument(2).ToInteger() > digest.MostBits {
				panic(h.ToError(digest.ErrTooMuch))
			}
			return keys.made(digest.Generate(call.Argument(0).String(), call.Argument(1).String(), int(call.Argument(2).ToInteger())))
		},
	})
	return natives
}

// input returns the bytes of a string in UTF-8, or of a view.
func input(v vm.Value) []byte {
	if vm.IsString(v) {
		return []byte(v.String())
	}
	b, _ := lib.Bytes(v)
	return b
}

// keys makes the objects by which JavaScript uses keys. Loop goroutine only.
type keys struct{ rt *vm.Runtime }

func (k *keys) buffer(b []byte) vm.Value { return k.rt.ToValue(k.rt.NewArrayBuffer(b)) }

func (k *keys) orUndefined(b []byte, err error) vm.Value {
	if err != nil {
		return vm.Undefined()
	}
	return k.buffer(b)
}

// made returns the object of a key.
func (k *keys) made(key *digest.Key, err error) vm.Value {
	if err != nil {
		return vm.Undefined()
	}
	kind, curve, bits := key.Kind()
	if kind == "" {
		return vm.Undefined()
	}
	object := k.rt.NewObject()
	for name, value := range map[string]any{
		"kind": kind, "curve": curve, "bits": bits, "private": key.Private(),
		"public": func(vm.FunctionCall) vm.Value { return k.made(key.Public(), nil) },
		"raw":    func(vm.FunctionCall) vm.Value { return k.orUndefined(key.Raw()) },
		"der": func(call vm.FunctionCall) vm.Value {
			der, _, err := key.Export(call.Argument(0).String())
			return k.orUndefined(der, err)
		},
		"pem": func(call vm.FunctionCall) vm.Value {
			text, err := key.PEM(call.Argument(0).String())
			if err != nil {
				return vm.Undefined()
			}
			return k.rt.ToValue(text)
		},
		"sign": func(call vm.FunctionCall) vm.Value {
			return k.orUndefined(key.Sign(input(call.Argument(0)), scheme(call.Argument(1).ToObject(k.rt))))
		},
		"verify": func(call vm.FunctionCall) vm.Value {
			ok, err := key.Verify(input(call.Argument(0)), input(call.Argument(1)), scheme(call.Argument(2).ToObject(k.rt)))
			if err != nil {
				return vm.Undefined()
			}
			return k.rt.ToValue(ok)
		},
	} {
		vm.Check(object.Set(name, vm.Guarded(k.rt, value)))
	}
	return object
}

// scheme reads the properties hash, pss, salt and p1363.
func scheme(o *vm.Object) digest.Scheme {
	s := digest.Scheme{PSS: truth(o.Get("pss")), P1363: truth(o.Get("p1363"))}
	if v := o.Get("hash"); v != nil && !vm.IsNullish(v) {
		s.Hash = v.String()
	}
	if v := o.Get("salt"); v != nil {
		s.Salt = int(v.ToInteger())
	}
	return s
}

func truth(v vm.Value) bool { return v != nil && v.ToBoolean() }
