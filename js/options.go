package js

import (
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/dop251/goja"
)

// An Option changes how New makes a runtime. An option with a value that cannot
// be makes New return an error that matches ErrInvalidOption and names it.
type Option func(*settings) error

// settings are what options change.
type settings struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	logger         *slog.Logger
	console        *slog.Logger
	args           []string
	env            map[string]string
	dir            string
	onUncaught     func(*Error) bool
	onExit         func(code int)
	stack          int
	engineThen     bool
	signals        func(os.Signal, bool) // nil: no signal is the program's
	globals        []global
	modules        []module
	fileWorkers    int
}

// global is a value for the global object.
type global struct {
	name  string
	value any
}

// module is a module for require.
type module struct {
	name string
	load func(*goja.Runtime) (any, error)
}

func defaults() settings {
	return settings{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, logger: slog.Default(), args: []string{"wakeful"}, stack: 2000, fileWorkers: defaultFileWorkers}
}

func invalid(option string, value any, want string) error {
	return fmt.Errorf("%w: %s(%v): %s", ErrInvalidOption, option, value, want)
}

// WithStdin sets what process.stdin reads from. The default is os.Stdin. Nothing is
// read before a program asks for it; then the reader is called on a goroutine of its
// own. A call that does not return outlives the runtime, unless the reader has a
// method SetReadDeadline that ends it, as connections and pipes of os.Pipe have.
func WithStdin(r io.Reader) Option {
	return func(s *settings) error {
		if r == nil {
			return invalid("WithStdin", "nil", "use strings.NewReader(\"\") for an empty input")
		}
		s.stdin = r
		return nil
	}
}

// WithStdout sets where process.stdout and console write to. The default is
// os.Stdout.
func WithStdout(w io.Writer) Option {
	return func(s *settings) error {
		if w == nil {
			return invalid("WithStdout", "nil", "use io.Discard to write nowhere")
		}
		s.stdout = w
		return nil
	}
}

// WithStderr sets where process.stderr and console's warnings and errors are
// written to. The default is os.Stderr.
func WithStderr(w io.Writer) Option {
	return func(s *settings) error {
		if w == nil {
			return invalid("WithStderr", "nil", "use io.Discard to write nowhere")
		}
		s.stderr = w
		return nil
	}
}

// WithLogger sets where the runtime logs what nobody else handles: uncaught
// exceptions, unhandled rejections and warnings. The default is slog's.
func WithLogger(logger *slog.Logger) Option {
	return func(s *settings) error {
		if logger == nil {
			return invalid("WithLogger", "nil", "use slog.New(slog.DiscardHandler) to log nothing")
		}
		s.logger = logger
		return nil
	}
}

// WithConsoleLogger has console's methods log, each with the level of its name,
// instead of writing to stdout and stderr.
func WithConsoleLogger(logger *slog.Logger) Option {
	return func(s *settings) error {
		if logger == nil {
			return invalid("WithConsoleLogger", "nil", "leave the option out to have console write to stdout and stderr")
		}
		s.console = logger
		return nil
	}
}

// WithFileWorkers sets how many operations of fs go on at once, each on a goroutine. The
// default is 4, as in Node; further ones wait for their turn. An operation that blocks,
// such as reading from a pipe that nobody writes to, keeps one of the workers busy.
//
// With 0, each operation blocks the loop while it goes on, and its result still comes in a
// later turn, in the order in which operations were started. A program that does nothing
// else from outside then does the same in the same order each time: that is for tests.
// Synchronous operations and Async do not count.
func WithFileWorkers(n int) Option {
	return func(s *settings) error {
		if n < 0 {
			return invalid("WithFileWorkers", n, "use 0 to work on the loop's goroutine, or more for as many workers")
		}
		s.fileWorkers = n
		return nil
	}
}

// WithArgs sets process.argv: the program that runs the script, the script, and
// its arguments. The default is one element, "wakeful".
func WithArgs(args ...string) Option {
	return func(s *settings) error {
		s.args = args
		return nil
	}
}

// WithEnv sets process.env. The default is that of the Go program.
func WithEnv(env map[string]string) Option {
	return func(s *settings) error {
		if env == nil {
			env = map[string]string{}
		}
		s.env = env
		return nil
	}
}

// WithDir sets the directory that process.cwd returns, and from which scripts that
// are no files resolve what they require. The default is that of the Go program.
func WithDir(dir string) Option {
	return func(s *settings) error {
		if dir == "" {
			return invalid("WithDir", `""`, "name a directory, or leave the option out for the program's own")
		}
		s.dir = dir
		return nil
	}
}

// WithUncaught sets what is called, on the loop, with an exception or rejection
// that nothing in JavaScript has handled, process.on("uncaughtException")
// included. If it returns true the runtime goes on. If it returns false, the
// program ends as in Node: the event exit, and the exit code 1.
//
// By default the error is logged with its stack, and the program ends.
func WithUncaught(handler func(*Error) bool) Option {
	return func(s *settings) error {
		if handler == nil {
			return invalid("WithUncaught", "nil", "leave the option out to have errors logged")
		}
		s.onUncaught = handler
		return nil
	}
}

// WithExit sets what is called, once, when the program has ended: by process.exit,
// by an uncaught exception, or since Wait found nothing left to do. It may be called on
// the loop, so it must not wait for it.
func WithExit(handler func(code int)) Option {
	return func(s *settings) error {
		if handler == nil {
			return invalid("WithExit", "nil", "leave the option out, and use Done or Wait")
		}
		s.onExit = handler
		return nil
	}
}

// WithStackSize sets how many calls may be nested before a script ends with a RangeError,
// which no script can catch. The default is 2,000; the command wakeful uses 10,000, about
// as many as Node. A getter or a proxy's trap that calls itself takes two of them, and
// leaving n of those takes time with the square of n: about 0.1 s for 1,000. So a larger size
// lets a hostile script go on for long after its context has ended.
func WithStackSize(calls int) Option {
	return func(s *settings) error {
		if calls < 1 {
			return invalid("WithStackSize", calls, "at least one call is needed")
		}
		s.stack = calls
		return nil
	}
}

// WithEngineThen keeps the engine's own Promise.prototype.then. By default the runtime
// replaces it with one that behaves the same and costs about a third, but that accesses
// the engine's structures through package unsafe. The default also keeps the engine's
// own then if the program is built with another version of the engine than the one this
// module was tested with, with a replaced or vendored engine, or with the build tag
// wakeful_purego.
func WithEngineThen() Option {
	return func(s *settings) error {
		s.engineThen = true
		return nil
	}
}

// WithGlobal sets a global. A function func(js.FunctionCall) js.Value is called by
// JavaScript as it is; see ToValue of the engine for everything else.
func WithGlobal(name string, value any) Option {
	return func(s *settings) error {
		if name == "" {
			return invalid("WithGlobal", `""`, "a global needs a name")
		}
		s.globals = append(s.globals, global{name, value})
		return nil
	}
}

// WithModule makes a module that scripts can require and import by its name. It is
// loaded, on the loop, when it is first asked for; what load returns is what
// require returns.
func WithModule(name string, load func(*goja.Runtime) (any, error)) Option {
	return func(s *settings) error {
		if name == "" || load == nil {
			return invalid("WithModule", name, "a module needs a name and a function that loads it")
		}
		s.modules = append(s.modules, module{name, load})
		return nil
	}
}
