package node

import (
	"io"
	"os"
	"reflect"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
	"golang.org/x/term"
)

// stdio holds a program's standard streams: process.stdin, process.stdout and process.stderr. Loop
// goroutine only.
//
// Most programs only write to process.stdout, and loading the module stream would be most of their
// cost. So an output is a plain object with a method write until a program uses anything else of
// it. Then it becomes a stream.Writable in place, see dist/node_output.js.
type stdio struct {
	h       host.Host
	rt      *vm.Runtime
	outputs [3]*output // by descriptor; nil before the first use
	input   *input
}

// output is process.stdout or process.stderr.
type output struct {
	to     io.Writer
	fd     int
	object *vm.Object
	fast   *vm.Object // the function write while the object is not a stream
	// direct are the write functions that write without further effects. console writes to the
	// output directly if process.stdout.write is one of these.
	direct []vm.Value
	stream *vm.Object // the prototype after the object has become a stream
}

// stream loads a standard stream.
func (s *stdio) stream(fd int) vm.Value {
	if fd == 0 {
		return host.Invoke(s.h, "internal/stdio", "stdin")
	}
	return s.newOutput(fd)
}

func (s *stdio) newOutput(fd int) vm.Value {
	o := &output{to: s.h.Stdout(), fd: fd, object: s.rt.NewObject()}
	if fd == 2 {
		o.to = s.h.Stderr()
	}
	s.outputs[fd] = o
	o.fast = lib.Function(s.rt, "write", 3, func(call vm.FunctionCall) vm.Value { return s.write(o, call) })
	o.direct = []vm.Value{o.fast}
	// Not enumerable, because a stream inherits write from its prototype.
	vm.Check(o.object.DefineDataProperty("write", o.fast, vm.FlagTrue, vm.FlagTrue, vm.FlagFalse))
	_ = o.object.Set("fd", fd)
	if file, ok := terminal(o.to); ok {
		_ = o.object.Set("isTTY", true)
		for i, name := range []string{"columns", "rows"} {
			size := func(vm.FunctionCall) vm.Value { return s.rt.ToValue(terminalSize(file)[i]) }
			vm.Check(o.object.DefineAccessorProperty(name, vm.NewFunction(s.rt, size), nil, vm.FlagTrue, vm.FlagTrue))
		}
	}
	lazily, _ := vm.AssertFunction(s.h.Require("internal/output"))
	vm.Must(lazily(vm.Undefined(), o.object, vm.NewFunction(s.rt, func(vm.FunctionCall) vm.Value { return s.upgrade(o) })))
	return o.object
}

// write is process.stdout.write while the object is not a stream.
func (s *stdio) write(o *output, call vm.FunctionCall) vm.Value {
	data, ok := plainChunk(call)
	if !ok {
		write, _ := vm.AssertFunction(s.upgrade(o).Get("write"))
		return vm.Must(write(call.This, call.Arguments...))
	}
	var given []vm.Value
	if _, err := o.to.Write(data); err != nil {
		failure := s.h.ToError(wrap(err, "write", "", ""))
		given = append(given, failure)
		s.upgrade(o)
		destroy, _ := vm.AssertFunction(o.object.Get("destroy"))
		vm.Must(destroy(o.object, failure))
	}
	for _, argument := range call.Arguments[1:] {
		if done, ok := vm.AssertFunction(argument); ok {
			s.h.NextTick(func() {
				vm.Must(done(vm.Undefined(), given...))
			})
			break
		}
	}
	return s.rt.ToValue(given == nil)
}

// plainChunk returns the bytes of a chunk that needs no stream features.
func plainChunk(call vm.FunctionCall) ([]byte, bool) {
	if encoding := call.Argument(1); vm.IsString(encoding) && encoding.String() != "utf8" {
		return nil, false
	}
	chunk := call.Argument(0)
	if s, ok := chunk.(vm.String); ok {
		return []byte(s.String()), true
	}
	if object, ok := chunk.(*vm.Object); ok && object.ExportType() == reflect.TypeFor[[]byte]() {
		return lib.Bytes(chunk)
	}
	return nil, false
}

// upgrade turns an output into a stream, once, and returns its prototype.
func (s *stdio) upgrade(o *output) *vm.Object {
	if o.stream == nil {
		own := o.object.Get("write")
		if own.SameAs(o.fast) {
			_ = o.object.Delete("write")
		}
		o.stream = host.Invoke(s.h, "internal/stdio", "upgrade", o.object, s.rt.ToValue(o.fd)).ToObject(s.rt)
		o.direct = append(o.direct, o.stream.Get("write"))
	}
	return o.stream
}

// replaced returns the program's function write if it has replaced ours.
func (s *stdio) replaced(fd int) (vm.Callable, vm.Value, bool) {
	o := s.outputs[fd]
	if o == nil {
		return nil, nil, false
	}
	write := o.object.Get("write")
	for _, known := range o.direct {
		if known.SameAs(write) {
			return nil, nil, false
		}
	}
	fn, ok := vm.AssertFunction(write)
	return fn, o.object, ok
}

// natives are the Go functions of internal/stdio.
func (s *stdio) natives() lib.Natives {
	s.input = &input{h: s.h, from: s.h.Stdin(), alive: host.Reference{Host: s.h}}
	return lib.Natives{
		// write writes at once and returns the error, if any.
		"write": func(call vm.FunctionCall) vm.Value {
			b, _ := lib.Bytes(call.Argument(1))
			if _, err := s.outputs[call.Argument(0).ToInteger()].to.Write(b); err != nil {
				return s.h.ToError(wrap(err, "write", "", ""))
			}
			return vm.Undefined()
		},
		"terminal": func(vm.FunctionCall) vm.Value {
			_, ok := terminal(s.input.from)
			return s.rt.ToValue(ok)
		},
		"raw": func(call vm.FunctionCall) vm.Value {
			if err := s.input.raw(call.Argument(0).ToBoolean()); err != nil {
				panic(s.h.ToError(wrap(err, "setRawMode", "", "")))
			}
			return vm.Undefined()
		},
		"start": func(call vm.FunctionCall) vm.Value {
			s.input.start(call.Argument(0))
			return vm.Undefined()
		},
		"stop": func(vm.FunctionCall) vm.Value {
			s.input.stop()
			return vm.Undefined()
		},
		"refer": func(call vm.FunctionCall) vm.Value {
			s.input.refer(call.Argument(0).ToBoolean())
			return vm.Undefined()
		},
	}
}

// terminal returns the file of a stream if it is a terminal.
func terminal(stream any) (*os.File, bool) {
	file, ok := stream.(*os.File)
	return file, ok && term.IsTerminal(int(file.Fd()))
}

func terminalSize(file *os.File) [2]int {
	columns, rows, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return [2]int{80, 24}
	}
	return [2]int{columns, rows}
}
