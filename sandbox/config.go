package sandbox

// Config and its defaults.

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/wakeful-go/wakeful"
)

// Config says what scripts may use. The zero value has the defaults.
type Config struct {
	// Memory is the maximum of an instance's memory in bytes: what the engine needs for itself,
	// about 2.5 MB, and everything that a script makes. 0 means 64 MB. Between 4 MB and 2 GB.
	Memory int64
	// CPU is how long the script of a call may run, with what the host does for URLs, console and random
	// numbers. Time in which it waits, of tools and modules, and of other scripts does not count. It is
	// measured by the clock, so time in which the system runs something else instead counts. 0 means a
	// second.
	CPU time.Duration
	// Wall is how long a call may take, with waiting. 0 means ten seconds.
	Wall time.Duration
	// Stack is what JavaScript may use of the stack, in bytes. 0 means 256 KB, and 512 KB is the
	// maximum. A script that uses more gets a RangeError, which it can catch.
	Stack int
	// Output is the maximum of what a call prints and returns or throws, in bytes, and of the arguments
	// of the tools and requests of fetch that it waits for. 0 means a megabyte.
	Output int
	// Pending is the maximum number of tools that a call waits for at the same time. 0 means 100.
	Pending int

	// Modules has what scripts of Eval and Compile may import: by a path from the importing module, as
	// in "./sum.js", or from the root, as in "lib/sum.js". The file system is read on a loop, so it
	// should be fast: Files, embed.FS, or os.Root.FS, which keeps symbolic links inside. Nil: only
	// Node's modules. See CompileFS.
	Modules fs.FS
	// Translate gets the name and text of each source, and returns JavaScript, with which source maps in
	// stacks may come as its last comment. esbuild.Translate of module js is one for TypeScript. An error
	// becomes a SyntaxError. It runs on a loop, and for Compile and Eval on the caller's goroutine, so at
	// the same time for several sources. Nil: sources are JavaScript.
	Translate func(name, source string) (string, error)

	// Fetch gives scripts fetch. Nil: they have none.
	Fetch *Fetch

	// Process makes scripts run in worker processes. Nil: they run in this one.
	Process *Process

	// Loops run the scripts and their timers. Each call runs on one of them, in turn. The sandbox
	// does not end them. If there are none, New starts one, which Close ends.
	Loops []*wakeful.Loop

	// Console gets each line that a script prints, with the method of console: log, info, warn,
	// error, debug, trace. It runs inside the call, so it must not block. Nil: nothing is printed.
	Console func(Line)
	// Audit gets each call of a tool after it has ended, on a loop. A tool that runs when its loop ends, as
	// by Close, has no loop then, and is not reported. Nil: no audit.
	Audit func(ToolCall)
	// Report gets what each call used, on a loop, before the call returns. Nil: no reports.
	Report func(Usage)

	// CacheDir is a folder that keeps the compiled engine, so that later processes start faster.
	// Empty: each process compiles it once, in about a second. Nobody else may write to the folder.
	CacheDir string
	// Interpret accepts a processor for which the engine cannot be compiled. It is about a hundred
	// times slower then. Without it, New returns ErrInterpreted there.
	Interpret bool
}

// Line is what a script has printed.
type Line struct {
	Program string // the name of the script
	Method  string // of console
	Text    string
}

// Usage is what a call has used.
type Usage struct {
	Program  string        // the name of the script
	Function string        // empty for Compile and Eval
	CPU      time.Duration // in which the script ran
	Wall     time.Duration // from the call's begin on its loop to its end
	Memory   int64         // bytes of the instance's memory at the end, which never shrinks
	Output   int           // bytes that the call printed and returned or threw
	Err      error         // what the call returns
}

const (
	defaultMemory  = 64 << 20
	minimumMemory  = 4 << 20
	maximumMemory  = 2 << 30
	defaultCPU     = time.Second
	defaultWall    = 10 * time.Second
	defaultStack   = 256 << 10
	minimumStack   = 32 << 10
	maximumStack   = 512 << 10
	defaultOutput  = 1 << 20
	defaultPending = 100
)

// withDefaults returns a complete configuration, or what is wrong with this one.
func (c Config) withDefaults() (Config, error) {
	for _, f := range []struct {
		name             string
		value            *int64
		or, least, limit int64
	}{
		{"Memory", &c.Memory, defaultMemory, minimumMemory, maximumMemory},
		{"CPU", (*int64)(&c.CPU), int64(defaultCPU), 1, int64(maximumTime)},
		{"Wall", (*int64)(&c.Wall), int64(defaultWall), 1, int64(maximumTime)},
	} {
		if err := fill(f.name, f.value, f.or, f.least, f.limit); err != nil {
			return c, err
		}
	}
	if err := errors.Join(
		fill("Stack", &c.Stack, defaultStack, minimumStack, maximumStack),
		fill("Output", &c.Output, defaultOutput, 1, maximumMemory-1),
		fill("Pending", &c.Pending, defaultPending, 1, 1<<20),
	); err != nil {
		return c, err
	}
	c.Memory = (c.Memory + pageSize - 1) / pageSize * pageSize
	for i, loop := range c.Loops {
		if loop == nil {
			return c, fmt.Errorf("%w: Loops[%d] is nil", ErrInvalidConfig, i)
		}
	}
	return c, nil
}

// pageSize is that of WebAssembly: memories have whole pages.
const pageSize = 65536

const maximumTime = 365 * 24 * time.Hour

func fill[T int | int64](name string, value *T, or, least, limit T) error {
	if *value == 0 {
		*value = or
	}
	if *value < least || *value > limit {
		return fmt.Errorf("%w: %s is %d; give 0 for the default, or between %d and %d", ErrInvalidConfig, name, *value, least, limit)
	}
	return nil
}
