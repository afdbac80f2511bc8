package node

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"hash"

	"github.com/wakeful-go/wakeful/js/internal/digest"
	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// cryptoNatives are the Go functions of crypto. A name of a hash that is unknown gives undefined.
func cryptoNatives(h host.Host) lib.Natives {
	rt := h.VM()
	return lib.Natives{
		"names": func(vm.FunctionCall) vm.Value { return rt.ToValue(digest.Names) },
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
			key, _ := lib.Bytes(call.Argument(1))
			return running(rt, hmac.New(constructor, key), nil)
		},
		"fill": func(call vm.FunctionCall) vm.Value {
			_, _ = rand.Read(bytesOf(call.Argument(0), call.Argument(1), call.Argument(2))) // never returns an error
			return vm.Undefined()
		},
		"equal": func(call vm.FunctionCall) vm.Value {
			a, _ := lib.Bytes(call.Argument(0))
			b, _ := lib.Bytes(call.Argument(1))
			return rt.ToValue(subtle.ConstantTimeCompare(a, b) == 1)
		},
		// derive runs a key derivation at once, deriveLater on a worker, which calls the last
		// argument.
		"derive": func(call vm.FunctionCall) vm.Value {
			out, err := derivation(h, call.Arguments)()
			if err != nil {
				panic(h.ToError(err))
			}
			return rt.ToValue(rt.NewArrayBuffer(out))
		},
		"deriveLater": func(call vm.FunctionCall) vm.Value {
			last := len(call.Arguments) - 1
			complete := call.Arguments[last] // the slice is the engine's stack, which changes
			work := derivation(h, call.Arguments[:last])
			h.QueueWork(func() (any, error) { return work() }, func(result any, err error) (vm.Value, []vm.Value) {
				if err != nil {
					return complete, []vm.Value{h.ToError(err)}
				}
				out, _ := result.([]byte)
				return complete, []vm.Value{vm.Null(), rt.ToValue(rt.NewArrayBuffer(out))}
			})
			return vm.Undefined()
		},
		// later calls a function in a callback of its own.
		"later": func(call vm.FunctionCall) vm.Value {
			complete := call.Argument(0)
			h.QueueWork(func() (any, error) { return nil, nil }, func(any, error) (vm.Value, []vm.Value) { return complete, nil })
			return vm.Undefined()
		},
	}
}

// bytesOf returns a part of the memory of a view: size bytes from offset.
func bytesOf(view, offset, size vm.Value) []byte {
	b, _ := lib.Bytes(view)
	from := min(max(int(offset.ToInteger()), 0), len(b))
	return b[from:min(max(from+int(size.ToInteger()), from), len(b))]
}

// derivation returns the work of a key derivation by its name and arguments.
func derivation(h host.Host, arguments []vm.Value) func() ([]byte, error) {
	a := arguments
	bytes := func(i int) []byte {
		b, _ := lib.Bytes(a[i])
		return append([]byte(nil), b...)
	}
	number := func(i int) int { return int(a[i].ToInteger()) }
	switch a[0].String() {
	case "pbkdf2":
		name, password, salt, rounds, size := a[1].String(), bytes(2), bytes(3), number(4), number(5)
		if !h.Open() && float64(rounds)*float64(size/16+1) > digest.Most {
			return tooMuch
		}
		return func() ([]byte, error) { return digest.PBKDF2(name, password, salt, rounds, size) }
	case "hkdf":
		name, secret, salt, info, size := a[1].String(), bytes(2), bytes(3), bytes(4), number(5)
		return func() ([]byte, error) { return digest.HKDF(name, secret, salt, info, size) }
	case "scrypt":
		password, salt, n, r, p, size := bytes(1), bytes(2), number(3), number(4), number(5), number(6)
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
			input := call.Argument(0)
			b, _ := lib.Bytes(input)
			if vm.IsString(input) {
				b = []byte(input.String())
			}
			_, _ = h.Write(b) // never returns an error
			return vm.Undefined()
		},
		"sum":  func(vm.FunctionCall) vm.Value { return rt.ToValue(rt.NewArrayBuffer(h.Sum(nil))) },
		"copy": func(call vm.FunctionCall) vm.Value { return duplicate(int(call.Argument(0).ToInteger())) },
	} {
		vm.Check(object.Set(name, vm.Guard(rt, fn)))
	}
	return object
}
