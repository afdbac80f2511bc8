package node

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/wakeful-go/wakeful/js/internal/files"
	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// fsNatives are the Go functions of fs: each operation by its name, which runs at once; request,
// which runs an operation on a worker and calls a function with an error, or with null and the
// result; and promise, which returns a promise of the result.
func fsNatives(h host.Host) lib.Natives {
	rt := h.VM()
	d := &descriptors{h: h, open: map[int]files.File{}}
	loaderOf(h).files = d
	natives := lib.Natives{
		"text": func(call vm.FunctionCall) vm.Value {
			b, _ := lib.Bytes(call.Argument(0))
			return rt.ToValue(lib.UTF8(b))
		},
		"watch": watch(h),
		"request": func(call vm.FunctionCall) vm.Value {
			h.Admit()
			last := len(call.Arguments) - 1
			complete := call.Arguments[last]
			h.QueueWork(d.begin(call.Argument(0).String(), call.Arguments[1:last]), calling(h, complete))
			return vm.Undefined()
		},
		"promise": func(call vm.FunctionCall) vm.Value {
			h.Admit()
			work := d.begin(call.Argument(0).String(), call.Arguments[1:])
			promise, resolve, reject := h.Promise()
			h.QueueWork(work, func(result any, err error) (vm.Value, []vm.Value) {
				return rt.ToValue(func(vm.FunctionCall) vm.Value {
					if err != nil {
						reject(err)
					} else {
						resolve(toJS(rt, result))
					}
					return vm.Undefined()
				}), nil
			})
			return rt.ToValue(promise)
		},
		// makeFolders is mkdir with all missing parents: path, mode, callback.
		"makeFolders": func(call vm.FunctionCall) vm.Value {
			h.Admit()
			path, mode := call.Argument(0).String(), fs.FileMode(call.Argument(1).ToInteger())
			newFolders(path, mode).later(h, calling(h, call.Argument(2)))
			return vm.Undefined()
		},
	}
	for _, operations := range []map[string]operation{pathOperations, fileOperations} {
		for name := range operations {
			natives[name] = func(call vm.FunctionCall) vm.Value {
				result, err := d.begin(name, call.Arguments)()
				if err != nil {
					panic(h.ToError(err))
				}
				return toJS(rt, result)
			}
		}
	}
	return natives
}

// calling returns the continuation of an operation: it calls complete with an error, or with null
// and the result.
func calling(h host.Host, complete vm.Value) func(any, error) (vm.Value, []vm.Value) {
	return func(result any, err error) (vm.Value, []vm.Value) {
		outcome := []vm.Value{vm.Null()}
		if err != nil {
			outcome[0] = h.ToError(err)
		} else if v := toJS(h.VM(), result); !vm.IsUndefined(v) {
			outcome = append(outcome, v)
		}
		return complete, outcome
	}
}

// arguments are the arguments of an operation: strings, numbers, booleans and copies of bytes. They
// are read on the loop, before the work starts. For an operation on a descriptor the first one is what
// is open under that number.
type arguments []any

func argumentsOf(given []vm.Value) arguments {
	a := make(arguments, len(given))
	for i, v := range given {
		if b, ok := lib.Bytes(v); ok {
			a[i] = bytes.Clone(b)
		} else if vm.IsNumber(v) {
			a[i] = v.ToFloat()
		} else {
			a[i] = v.Export()
		}
	}
	return a
}

// argument returns an argument, or the zero value if it is missing.
func argument[T any](a arguments, i int) (v T) {
	if i < len(a) {
		v, _ = a[i].(T)
	}
	return v
}

func (a arguments) text(i int) string      { return argument[string](a, i) }
func (a arguments) number(i int) float64   { return argument[float64](a, i) }
func (a arguments) flag(i int) bool        { return argument[bool](a, i) }
func (a arguments) bytes(i int) []byte     { return argument[[]byte](a, i) }
func (a arguments) mode(i int) fs.FileMode { return fs.FileMode(a.number(i)) }

// time returns a time that is given in seconds.
func (a arguments) time(i int) time.Time { return time.UnixMilli(int64(a.number(i) * 1000)) }

// fileError is the error of an operation in Node's form: code, errno, syscall, path, dest.
type fileError struct {
	err        error
	call       string
	path, dest string
	short      bool // the message is the call and the code, as for calls that are not of files
}

// FileError returns the error of an operation on files in Node's form.
func FileError(err error, call, path, dest string) error { return wrap(err, call, path, dest) }

func (e *fileError) Error() string {
	if denied, ok := errors.AsType[*files.DeniedError](e.err); ok {
		return denied.Error()
	}
	code, _, message, ok := lib.Errno(e.err)
	if !ok {
		code, message = "EIO", e.err.Error()
	}
	if e.short {
		return e.call + " " + code
	}
	text := fmt.Sprintf("%s: %s, %s", code, message, e.call)
	if e.path != "" {
		text += fmt.Sprintf(" '%s'", e.path)
	}
	if e.dest != "" {
		text += fmt.Sprintf(" -> '%s'", e.dest)
	}
	return text
}

func (e *fileError) Unwrap() error { return e.err }

// JSValue makes the error that a program catches.
func (e *fileError) JSValue(rt *vm.Runtime) vm.Value {
	if denied, ok := errors.AsType[*files.DeniedError](e.err); ok {
		return host.Denied(rt, denied)
	}
	made := vm.NewError(rt, "Error", e.Error())
	code, number, _, ok := lib.Errno(e.err)
	if !ok {
		code, number = "EIO", -5
	}
	for _, property := range []struct {
		name  string
		value any
	}{{"errno", number}, {"code", code}, {"syscall", e.call}, {"path", e.path}, {"dest", e.dest}} {
		if property.value != "" {
			vm.Check(made.Set(property.name, property.value))
		}
	}
	_ = made.DefineDataProperty("value", vm.Hidden(rt, e.err), vm.FlagFalse, vm.FlagTrue, vm.FlagFalse)
	return made
}

// toJS converts the result of an operation.
func toJS(rt *vm.Runtime, result any) vm.Value {
	switch v := result.(type) {
	case nil:
		return vm.Undefined()
	case func() any: // values that only the loop may make
		return toJS(rt, v())
	case []byte:
		return lib.Uint8Array(rt, v)
	case []entry:
		list := make([]any, len(v))
		for i, e := range v {
			list[i] = rt.NewArray(lib.UTF8([]byte(e.name)), lib.UTF8([]byte(e.folder)), e.mode)
		}
		return rt.NewArray(list...)
	case record:
		object := rt.NewObject()
		for _, p := range v {
			vm.Check(object.Set(p.name, toJS(rt, p.value)))
		}
		return object
	case []record:
		list := make([]any, len(v))
		for i, r := range v {
			list[i] = toJS(rt, r)
		}
		return rt.NewArray(list...)
	case facts:
		object := rt.NewObject()
		for name, value := range v {
			if r, ok := value.(record); ok {
				value = toJS(rt, r)
			}
			vm.Check(object.Set(name, value))
		}
		return object
	default:
		return rt.ToValue(v)
	}
}
