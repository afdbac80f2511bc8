package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	loops "github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/jsprogram"
	"github.com/wakeful-go/wakeful/js"
	_ "github.com/wakeful-go/wakeful/js/esbuild" // TypeScript and ES modules
)

// This file owns `wakeful run`, which runs a JavaScript program on the loop, from its start to its
// exit code.

// Exit statuses of run beyond the program's own.
const statusTimeout = 124 // as of timeout(1)

// stackSize is how many nested calls a program may make, about as many as in Node. The user chose
// to run this program, so it gets more than the default of package js for scripts.
const stackSize = 10_000

// statusError ends a command with the exit status of the program that it ran.
type statusError int

func (s statusError) Error() string { return fmt.Sprintf("the program's exit code is %d", int(s)) }

func newRun(s streams) *cobra.Command {
	var source, expression string
	var limit time.Duration
	var why bool
	var allowed permission
	cmd := &cobra.Command{
		Use:   "run [flags] FILE [arguments...]",
		Short: "Run a JavaScript or TypeScript program on the loop",
		Long: `Runs a program as "node FILE" does, until nothing is left to do: JavaScript or
TypeScript, a CommonJS or an ES module. Without FILE, or with -, the program is
read from standard input. Everything after FILE is for the program. The word run
may be left out before a file with the name of a program, before -e and before -p.

Exit status: that of the program (process.exit, process.exitCode); 1 after an
exception or rejection that nothing has handled; 13 when a top-level await never
ends; 124 when --timeout ended it; 130 when Ctrl-C did. A program that listens to a
signal, as by process.on('SIGINT'), gets it instead.

With --permission the program may do nothing outside of it, except what the
flags --allow-... say. It may always read its own file.`,
		Example: `  wakeful run server.ts --port 8080
  wakeful run -e 'setTimeout(() => console.log("later"), 10)'
  wakeful run --permission --allow-fs-read=data --allow-net report.ts
  wakeful -p 'process.version'
  echo 'console.log(process.version)' | wakeful run`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if limit < 0 {
				return fmt.Errorf("--timeout %v is negative", limit)
			}
			p := program{streams: s, limit: limit, why: why, args: args, allowed: allowed}
			switch {
			case cmd.Flags().Changed("print"):
				p.name, p.source = "[eval]", printing(expression)
			case cmd.Flags().Changed("eval"):
				p.name, p.source = "[eval]", source
			case len(args) == 0 || args[0] == "-":
				text, err := io.ReadAll(s.in)
				if err != nil {
					return fmt.Errorf("reading the program from standard input: %w", err)
				}
				p.name, p.source = "[stdin]", string(text)
				p.args = args[min(1, len(args)):]
			default:
				p.file, p.args = args[0], args[1:]
			}
			return p.run(cmd.Context())
		},
	}
	cmd.Flags().SetInterspersed(false)
	allowed.flags(cmd)
	cmd.Flags().StringVarP(&source, "eval", "e", "", "run this `program` instead of a file")
	cmd.Flags().StringVarP(&expression, "print", "p", "", "run this `expression` instead of a file, and print its value")
	cmd.Flags().DurationVar(&limit, "timeout", 0, "end the program after this `duration`, with exit status 124")
	cmd.Flags().BoolVar(&why, "why", false, "say what keeps the program alive when --timeout or Ctrl-C ends it")
	return cmd
}

// asProgram puts run before a command line that begins with a program: a file of JavaScript or
// TypeScript, or one of run's flags --eval and --print.
func asProgram(args []string) []string {
	if len(args) == 0 {
		return args
	}
	switch first := args[0]; {
	case slices.Contains([]string{".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"}, filepath.Ext(first)) && !strings.HasPrefix(first, "-"):
	case slices.Contains([]string{"-e", "--eval", "-p", "--print"}, first):
	default:
		return args
	}
	return append([]string{"run"}, args...)
}

// printing returns a program that prints the value of another one.
func printing(source string) string {
	text, _ := json.Marshal(source) // a string always has JSON
	return "console.log((0, eval)(" + string(text) + "))"
}

// program is the JavaScript that one command line asks to run.
type program struct {
	streams
	file         string // or
	name, source string
	args         []string
	limit        time.Duration
	why          bool
	allowed      permission
}

// errTimeout is the cause when --timeout ended a program.
var errTimeout = errors.New("the program ran into --timeout")

func (p program) run(ctx context.Context) error {
	paceCollector()
	if p.limit > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeoutCause(ctx, p.limit, errTimeout)
		defer stop()
	}
	loop, err := loops.New()
	if err != nil {
		return err
	}
	if p.why {
		var stop func()
		if ctx, stop, err = p.explainAtInterrupt(ctx, loop); err != nil {
			return err
		}
		defer stop()
	}
	argv := []string{"wakeful"}
	if path, err := os.Executable(); err == nil {
		argv[0] = path
	}
	if p.file != "" {
		file, err := filepath.Abs(p.file)
		if err != nil {
			return err
		}
		argv = append(argv, file)
	} else if p.name == "[stdin]" && len(p.args) > 0 {
		argv = append(argv, "-")
	}
	options, err := p.allowed.options(p.file)
	if err != nil {
		_ = loop.Close()
		return err
	}
	rt, err := js.New(loop, append(options,
		js.WithArgs(append(argv, p.args...)...), js.WithStdin(p.in), js.WithStdout(p.out), js.WithStderr(p.err), js.WithSignals(setSignalHandled), js.WithLimits(js.Limits{Stack: stackSize}),
		js.WithUncaught(func(e *js.Error) bool {
			fmt.Fprintf(p.err, "%s\n\nwakeful: uncaught, the program ends (%s)\n", e.Report(), e.Origin)
			return false
		}))...)
	if err != nil {
		return err
	}
	go func() {
		_ = loop.Run(ctx) // its error only says that ctx has ended
	}()
	var code int
	if p.file != "" {
		code, err = jsprogram.File(ctx, rt, p.file)
	} else {
		code, err = jsprogram.String(ctx, rt, p.name, p.source)
	}
	_ = rt.Close() // interrupts the running script
	_ = loop.Close()
	<-loop.Done()
	switch {
	case errors.Is(context.Cause(ctx), errTimeout) && err != nil:
		fmt.Fprintf(p.err, "wakeful: %v of %v\n", errTimeout, p.limit)
		return statusError(statusTimeout)
	case ctx.Err() != nil && err != nil:
		return errInterrupted
	case code != 0:
		return statusError(code)
	}
	return nil
}
