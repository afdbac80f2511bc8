package js

import (
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/dop251/goja"
	"github.com/wakeful-go/wakeful"
)

// An Option changes how New makes a runtime. The functions of this package make options. For an
// invalid value, and for the zero Option, New returns an error that matches
// wakeful.ErrInvalidOption.
type Option struct{ apply func(*settings) error }

// settings are the values that options set.
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
	stack          int // 0: 2000, or the host's for an adopted runtime
	engineThen     bool
	signals        func(os.Signal, bool) // nil: programs get no signals
	globals        []global
	given          []module // modules of WithModule
	fileWorkers    int
	environ        bool // process.env is that of the Go program, unless env is set
	limits         Limits
	access
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
	return settings{stdout: os.Stdout, stderr: os.Stderr, logger: slog.Default(), args: []string{"wakeful"}, fileWorkers: defaultFileWorkers}
}

func invalid(option string, value any, want string) error {
	return fmt.Errorf("%w: js.%s(%v): %s", wakeful.ErrInvalidOption, option, value, want)
}

// checked returns an option that sets something. Unless ok, New returns the error of invalid.
func checked(ok bool, set func(*settings), option string, value any, want string) Option {
	return Option{func(s *settings) error {
		if !ok {
			return invalid(option, value, want)
		}
		set(s)
		return nil
	}}
}

// errZeroOption is the error for an option that no function of this package made.
var errZeroOption = invalid("New", "zero value", "use the functions that make options")

// WithStdin sets the reader for process.stdin. The default is an empty input, and os.Stdin with
// WithFullAccess. Nothing is read before a
// program uses process.stdin. Then a goroutine of its own calls the reader. A call that does not
// return outlives the runtime, unless the reader has a method SetReadDeadline that ends it, as
// connections and pipes of os.Pipe have.
func WithStdin(r io.Reader) Option {
	set := func(s *settings) { s.stdin = r }
	return checked(r != nil, set, "WithStdin", "nil", "use strings.NewReader(\"\") for an empty input")
}

// WithStdout sets the writer for process.stdout and console. The default is os.Stdout.
func WithStdout(w io.Writer) Option {
	set := func(s *settings) { s.stdout = w }
	return checked(w != nil, set, "WithStdout", "nil", "use io.Discard to write nowhere")
}

// WithStderr sets the writer for process.stderr and for console's warnings and errors. The default
// is os.Stderr.
func WithStderr(w io.Writer) Option {
	set := func(s *settings) { s.stderr = w }
	return checked(w != nil, set, "WithStderr", "nil", "use io.Discard to write nowhere")
}

// WithLogger sets the logger for unhandled events: uncaught exceptions, unhandled rejections and
// warnings. The default is slog's default logger.
func WithLogger(logger *slog.Logger) Option {
	set := func(s *settings) { s.logger = logger }
	return checked(logger != nil, set, "WithLogger", "nil", "use slog.New(slog.DiscardHandler) to log nothing")
}

// WithConsoleLogger makes console's methods log to logger, each with the level of its name, instead
// of writing to stdout and stderr.
func WithConsoleLogger(logger *slog.Logger) Option {
	set := func(s *settings) { s.console = logger }
	return checked(logger != nil, set, "WithConsoleLogger", "nil", "leave the option out to have console write to stdout and stderr")
}

// WithFileWorkers sets how many operations of fs run at the same time, each on a goroutine. The
// default is 4, as in Node. Further operations wait. An operation that blocks, such as reading from
// a pipe without a writer, occupies one worker.
//
// With 0, each operation blocks the loop while it runs. Its result still comes in a later turn, and
// results come in the order in which operations were started. A program without other outside input
// then runs in the same order each time, which is meant for tests. Synchronous operations and Async
// do not use workers.
func WithFileWorkers(n int) Option {
	set := func(s *settings) { s.fileWorkers = n }
	return checked(n >= 0, set, "WithFileWorkers", n, "use 0 to work on the loop's goroutine, or more for as many workers")
}

// WithArgs sets process.argv: the program that runs the script, the script, and its arguments. The
// default has one element, "wakeful".
func WithArgs(args ...string) Option {
	return Option{func(s *settings) error {
		s.args = args
		return nil
	}}
}

// WithEnv sets process.env, which scripts see with WithNode. The default is empty, and the
// environment of the Go program with WithFullAccess.
func WithEnv(env map[string]string) Option {
	return Option{func(s *settings) error {
		if env == nil {
			env = map[string]string{}
		}
		s.env = env
		return nil
	}}
}

// WithDir sets the directory that process.cwd returns. Scripts that are not files resolve modules
// from it. The default is the root of the files that scripts see, and the directory of the Go
// program with WithFullAccess.
func WithDir(dir string) Option {
	set := func(s *settings) { s.dir = dir }
	return checked(dir != "", set, "WithDir", `""`, "name a directory, or leave the option out for the program's own")
}

// WithUncaught sets the handler for exceptions and rejections that JavaScript, including
// process.on("uncaughtException"), has not handled. It is called on the loop. If it returns true,
// the runtime continues. If it returns false, the program ends as in Node: with the event exit, and
// the exit code 1.
//
// By default the error is logged with its stack. The runtime continues, unless scripts may end it,
// with WithFullAccess or WithExit.
func WithUncaught(handler func(*Error) bool) Option {
	set := func(s *settings) { s.onUncaught = handler }
	return checked(handler != nil, set, "WithUncaught", "nil", "leave the option out to have errors logged")
}

// WithExit sets a handler that is called once when the program has ended: after process.exit, after
// an uncaught exception, or when Wait has found nothing left to do. It may be called on the loop,
// so it must not wait for the loop. With it scripts may end the runtime.
func WithExit(handler func(code int)) Option {
	set := func(s *settings) { s.onExit = handler }
	return checked(handler != nil, set, "WithExit", "nil", "leave the option out, and use Done or Wait")
}

// WithGlobal sets a global. JavaScript calls a func(js.FunctionCall) js.Value directly. The
// engine's ToValue converts everything else.
func WithGlobal(name string, value any) Option {
	set := func(s *settings) { s.globals = append(s.globals, global{name, value}) }
	return checked(name != "", set, "WithGlobal", `""`, "a global needs a name")
}

// WithModule adds a module that scripts can require and import by its name. At the first use, load
// is called on the loop. Its result is what require returns.
func WithModule(name string, load func(*goja.Runtime) (any, error)) Option {
	set := func(s *settings) { s.given = append(s.given, module{name, load}) }
	return checked(name != "" && load != nil, set, "WithModule", name, "a module needs a name and a function that loads it")
}
