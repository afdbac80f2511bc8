package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/js/esbuild"
	"github.com/wakeful-go/wakeful/sandbox"
)

// This file owns `wakeful sandbox`, which runs a script that nobody trusts.

// Exit statuses of sandbox, beside statusDone.
const (
	statusThrown   = 1
	statusLimit    = 2
	statusWrongUse = 3
)

func newSandbox(s streams) *cobra.Command {
	var memory string
	var module, asJSON bool
	config := sandbox.Config{}
	cmd := &cobra.Command{
		Use:   "sandbox [flags] FILE [arguments as JSON...]",
		Short: "Run a script that nobody trusts, with limits, and print its result",
		Long: `Runs a script in a memory of its own, without files, network or environment, and
prints its result: the value of its last expression, or what the promise becomes
if it is one. A string is printed as it is, any other value as JSON. With
--module, FILE is an ES module, and its default export is called with the
arguments; it may import others of its folder and below. FILE may be - for
standard input, and TypeScript if its name ends with .ts, .mts or .tsx. All may
import Node's modules that need no access, such as node:path. What the script
prints with console goes to standard error.

With --json the output is one object: {"ok":true,"value":...} or
{"ok":false,"error":...,"message":...,"stack":...}, and in both "cpu_ms" and
"memory_bytes". The error is cpu, memory, wall, stack or output for a limit,
thrown for an error of the script, unsettled if it waits for a promise that
nothing can settle, value if the result is no JSON, and engine for a fault of the
engine.

Exit status: 0 with a result; 1 after an error of the script; 2 after a limit;
3 when the command could not do what was asked for; 130 after Ctrl-C.`,
		Example: `  wakeful sandbox --cpu 100ms --memory 16MB rules.js
  wakeful sandbox --module --json handler.mjs '{"id": 7}'
  echo '6 * 7' | wakeful sandbox -`,
		RunE: func(cmd *cobra.Command, args []string) error {
			script, err := readScript(s, args, module)
			if err == nil {
				config.Memory, err = bytesOf(memory)
			}
			if err == nil && (config.CPU <= 0 || config.Wall <= 0) {
				err = errors.New("--cpu and --wall need more than zero")
			}
			if err != nil {
				return wrongUse(s, err)
			}
			return script.run(cmd.Context(), s, config, asJSON)
		},
	}
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		return wrongUse(s, fmt.Errorf("%w; wakeful sandbox --help shows the flags", err))
	})
	flags := cmd.Flags()
	flags.SetInterspersed(true)
	flags.DurationVar(&config.CPU, "cpu", time.Second, "how long the script may run")
	flags.DurationVar(&config.Wall, "wall", 10*time.Second, "how long it may take, with waiting")
	flags.StringVar(&memory, "memory", "64MB", "its memory: bytes, or a number with KB, MB or GB")
	flags.BoolVar(&module, "module", false, "FILE is an ES module; call its default export")
	flags.BoolVar(&asJSON, "json", false, "print one JSON object, also for errors")
	return cmd
}

func wrongUse(s streams, err error) error {
	fmt.Fprintf(s.err, "wakeful: %v\n", err)
	return statusError(statusWrongUse)
}

// untrusted is a script with its arguments.
type untrusted struct {
	name, source string
	folder       string // of a module that may import others; "": none
	module       bool
	arguments    []any
}

func readScript(s streams, args []string, module bool) (untrusted, error) {
	u := untrusted{module: module}
	switch {
	case len(args) == 0:
		return u, errors.New("wakeful sandbox needs a file, or - for standard input")
	case len(args) > 1 && !module:
		return u, errors.New("arguments need --module: they are those of the default export")
	}
	u.name = args[0]
	var text []byte
	var err error
	if u.name == "-" {
		u.name = "stdin"
		text, err = io.ReadAll(s.in)
	} else {
		text, err = os.ReadFile(u.name)
		if module {
			u.folder, u.name = filepath.Dir(u.name), filepath.Base(u.name)
		}
	}
	if err != nil {
		return u, err
	}
	u.source = string(text)
	for i, arg := range args[1:] {
		var v any
		if err := json.Unmarshal([]byte(arg), &v); err != nil {
			return u, fmt.Errorf("argument %d is no JSON: %w", i+1, err)
		}
		u.arguments = append(u.arguments, v)
	}
	return u, nil
}

// bytesOf reads a size such as 64MB. A KB is 1024 bytes.
func bytesOf(text string) (int64, error) {
	number, factor := strings.ToUpper(strings.TrimSpace(text)), int64(1)
	for i, unit := range []string{"KB", "MB", "GB"} {
		if rest, ok := strings.CutSuffix(number, unit); ok {
			number, factor = strings.TrimSpace(rest), 1024<<(10*i)
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n <= 0 || n > math.MaxInt64/factor {
		return 0, fmt.Errorf("%q is no size: give bytes, or a number with KB, MB or GB, as in 64MB", text)
	}
	return n * factor, nil
}

func (u untrusted) run(ctx context.Context, s streams, config sandbox.Config, asJSON bool) error {
	var cpu time.Duration
	var memory int64
	config.Translate = esbuild.Translate
	config.Console = func(l sandbox.Line) { fmt.Fprintln(s.err, l.Text) }
	config.Report = func(used sandbox.Usage) {
		cpu += used.CPU
		memory = max(memory, used.Memory)
	}
	sb, err := sandbox.New(config)
	if err != nil {
		return wrongUse(s, err)
	}
	value, err := u.evaluate(ctx, sb)
	_ = sb.Close() // it returns nil; after it the reports are complete
	if ctx.Err() != nil {
		return errInterrupted
	}
	var text []byte
	if err == nil {
		if text, err = json.Marshal(printable(value, 0)); err != nil {
			err = fmt.Errorf("%w: %w", errNoJSON, err)
		}
	}
	kind, status := kindOf(err)
	switch plain, isText := value.(string); {
	case asJSON:
		text = object(text, err, kind, cpu, memory)
	case err != nil:
		fmt.Fprintf(s.err, "wakeful: %s\n%s", err, stackOf(err))
		return statusError(status)
	case isText:
		text = []byte(plain)
	}
	fmt.Fprintf(s.out, "%s\n", text)
	if status != statusDone {
		return statusError(status)
	}
	return nil
}

func (u untrusted) evaluate(ctx context.Context, sb *sandbox.Sandbox) (any, error) {
	if !u.module {
		return sb.Eval(ctx, u.name, u.source)
	}
	if u.folder == "" {
		program, err := sb.Compile(u.name, u.source)
		if err != nil {
			return nil, err
		}
		return program.Call(ctx, "default", u.arguments...)
	}
	root, err := os.OpenRoot(u.folder) // no link leads out of it
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }() // it was only read
	program, err := sb.CompileFS(root.FS(), u.name)
	if err != nil {
		return nil, err
	}
	return program.Call(ctx, "default", u.arguments...)
}

var errNoJSON = errors.New("the result is no JSON")

// kindOf returns the word for an error and the exit status.
func kindOf(err error) (string, int) {
	for limit, word := range map[error]string{
		sandbox.ErrCPU: "cpu", sandbox.ErrMemory: "memory", sandbox.ErrWall: "wall", sandbox.ErrStack: "stack", sandbox.ErrOutput: "output",
	} {
		if errors.Is(err, limit) {
			return word, statusLimit
		}
	}
	var script *sandbox.ScriptError
	switch {
	case err == nil:
		return "", statusDone
	case errors.As(err, &script):
		return "thrown", statusThrown
	case errors.Is(err, sandbox.ErrNeverSettles):
		return "unsettled", statusThrown
	case errors.Is(err, errNoJSON):
		return "value", statusThrown
	}
	return "engine", statusThrown
}

func stackOf(err error) string {
	var script *sandbox.ScriptError
	var limit *sandbox.LimitError
	switch {
	case errors.As(err, &script):
		return script.Stack
	case errors.As(err, &limit):
		return limit.Stack
	}
	return ""
}

// failure is the part of --json about an error.
type failure struct {
	Error   string `json:"error"`
	Message string `json:"message"`
	Stack   string `json:"stack"`
}

// object returns the output of --json.
func object(value []byte, err error, kind string, cpu time.Duration, memory int64) []byte {
	var failed *failure // when nil, its fields are left out
	if err != nil {
		failed = &failure{kind, err.Error(), stackOf(err)}
		value = nil
	}
	text, _ := json.Marshal(struct { // of texts and numbers
		OK    bool            `json:"ok"`
		Value json.RawMessage `json:"value,omitempty"`
		*failure
		CPU    float64 `json:"cpu_ms"`
		Memory int64   `json:"memory_bytes"`
	}{err == nil, value, failed, float64(cpu.Microseconds()) / 1000, memory})
	return text
}

// maxPrinted is the depth of values that are printed. Deeper ones may contain themselves.
const maxPrinted = 500

// printable makes JSON's values of others: numbers that JSON lacks are null, as in JSON.stringify, a
// BigInt is its digits as a string, a Map an array of pairs, a Set an array, an error its text.
func printable(v any, depth int) any {
	if depth > maxPrinted {
		return make(chan int) // which json.Marshal refuses
	}
	switch v := v.(type) {
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
	case *big.Int:
		return v.String()
	case error:
		return v.Error()
	case []any:
		all := make([]any, len(v))
		for i := range v {
			all[i] = printable(v[i], depth+1)
		}
		return all
	case map[string]any:
		all := make(map[string]any, len(v))
		for name := range v {
			all[name] = printable(v[name], depth+1)
		}
		return all
	case *sandbox.Map:
		all := make([]any, len(v.Entries))
		for i, e := range v.Entries {
			all[i] = printable(e[:], depth+1)
		}
		return all
	case *sandbox.Set:
		return printable(v.Values, depth+1)
	case *sandbox.RegExp:
		return "/" + v.Source + "/" + v.Flags
	}
	return v
}
