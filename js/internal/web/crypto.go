package web

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"errors"
	"hash"
	"uuid"

	"github.com/wakeful-go/wakeful/js/internal/digest"
	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns random values, hashes and key derivations, of crypto and of Node's module of that name.

// cryptoNatives are the Go functions of crypto.
func cryptoNatives(h host.Host) lib.Natives {
	rt := h.VM()
	return lib.Natives{
		"kind": lib.KindNative(rt),
		"fill": func(call vm.FunctionCall) vm.Value {
			b, _ := lib.Bytes(call.Argument(0))
			_, _ = rand.Read(b) // never returns an error
			return vm.Undefined()
		},
		"uuid": func(vm.FunctionCall) vm.Value { return rt.ToValue(uuid.NewV4().String()) },
	}
}

// HashNatives make hashes, which have update, sum and copy. The name of an unknown hash gives
// undefined, and a size that the hash cannot have gives null.
func HashNatives(h host.Host) lib.Natives {
	rt := h.VM()
	return lib.Natives{
		"hash": func(call vm.FunctionCall) vm.Value {
			made, ok, err := digest.New(call.Argument(0).String(), int(call.Argument(1).ToInteger()))
			switch {
			case err != nil:
				return vm.Null()
			case !ok:
				return vm.Undefined()
			}
			return runningHash(rt, made)
		},
		"hmac": func(call vm.FunctionCall) vm.Value {
			constructor, ok := digest.Constructor(call.Argument(0).String())
			if !ok {
				return vm.Undefined()
			}
			return running(rt, hmac.New(constructor, input(call.Argument(1))), nil)
		},
	}
}

// Derivation returns the work of a key derivation by its name and arguments. Any goroutine may do it.
func Derivation(h host.Host, arguments []vm.Value) func() ([]byte, error) {
	a := arguments
	content := func(i int) []byte { return bytes.Clone(input(a[i])) }
	number := func(i int) int { return int(a[i].ToInteger()) }
	switch a[0].String() {
	case "pbkdf2":
		name, password, salt, rounds, size := a[1].String(), content(2), content(3), number(4), number(5)
		if !h.Open() && float64(rounds)*float64(size/16+1) > digest.Most {
			return tooMuch
		}
		return func() ([]byte, error) { return digest.PBKDF2(name, password, salt, rounds, size) }
	case "hkdf":
		name, secret, salt, info, size := a[1].String(), content(2), content(3), content(4), number(5)
		return func() ([]byte, error) { return digest.HKDF(name, secret, salt, info, size) }
	case "scrypt":
		password, salt, n, r, p, size := content(1), content(2), number(3), number(4), number(5), number(6)
		if !h.Open() && float64(n)*float64(r)*float64(p) > digest.Most {
			return tooMuch
		}
		return func() ([]byte, error) { return digest.Scrypt(password, salt, n, r, p, size) }
	}
	return func() ([]byte, error) { return nil, errors.New("there is no such key derivation") }
}

func tooMuch() ([]byte, error) { return nil, digest.ErrTooMuch }

func runningHash(rt *vm.Runtime, made *digest.Hash) vm.Value {
	return running(rt, made, func(size int) vm.Value {
		other, ok := made.Copy(size)
		if !ok {
			return vm.Undefined()
		}
		return runningHash(rt, other)
	})
}

// running returns an object with update, sum and copy. update takes a string, which is hashed as
// UTF-8, or a view.
func running(rt *vm.Runtime, h hash.Hash, duplicate func(int) vm.Value) vm.Value {
	object := rt.NewObject()
	for name, fn := range map[string]func(vm.FunctionCall) vm.Value{
		"update": func(call vm.FunctionCall) vm.Value {
			_, _ = h.Write(input(call.Argument(0))) // never returns an error
			return vm.Undefined()
		},
		"sum":  func(vm.FunctionCall) vm.Value { return rt.ToValue(rt.NewArrayBuffer(h.Sum(nil))) },
		"copy": func(call vm.FunctionCall) vm.Value { return duplicate(int(call.Argument(0).ToInteger())) },
	} {
		vm.Check(object.Set(name, vm.Guard(rt, fn)))
	}
	return object
}
