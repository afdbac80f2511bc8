package web

import (
	"crypto/hmac"

	"github.com/wakeful-go/wakeful/js/internal/digest"
	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// subtleNatives are the Go functions of crypto.subtle and of KeyObject. What fails gives undefined.
func subtleNatives(h host.Host) lib.Natives {
	rt := h.VM()
	keys := &keys{rt: rt}
	return lib.Natives{
		"kind": lib.KindNative(rt),
		"digest": func(call vm.FunctionCall) vm.Value {
			made, ok, err := digest.New(call.Argument(0).String(), -1)
			if !ok || err != nil {
				return vm.Undefined()
			}
			_, _ = made.Write(input(call.Argument(1))) // never returns an error
			return keys.buffer(made.Sum(nil))
		},
		"hmac": func(call vm.FunctionCall) vm.Value {
			constructor, ok := digest.Constructor(call.Argument(0).String())
			if !ok {
				return vm.Undefined()
			}
			mac := hmac.New(constructor, input(call.Argument(1)))
			_, _ = mac.Write(input(call.Argument(2)))
			return keys.buffer(mac.Sum(nil))
		},
		"pbkdf2": func(call vm.FunctionCall) vm.Value {
			a := call.Arguments
			if !h.Open() && a[3].ToFloat()*(a[4].ToFloat()/16+1) > digest.Most {
				panic(h.ToError(digest.ErrTooMuch))
			}
			out, err := digest.PBKDF2(a[0].String(), input(a[1]), input(a[2]), int(a[3].ToInteger()), int(a[4].ToInteger()))
			return keys.orUndefined(out, err)
		},
		"hkdf": func(call vm.FunctionCall) vm.Value {
			a := call.Arguments
			out, err := digest.HKDF(a[0].String(), input(a[1]), input(a[2]), input(a[3]), int(a[4].ToInteger()))
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
	}
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
