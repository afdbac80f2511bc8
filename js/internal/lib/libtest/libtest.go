// Package libtest runs programs for the tests of the built-in modules, here and in
// Node.
package libtest

import (
	"bytes"
	"context"
	"sync"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/jsprogram"
	"github.com/wakeful-go/wakeful/js"
	_ "github.com/wakeful-go/wakeful/js/esbuild" // TypeScript and ES modules
)

// output collects a program's output from any goroutine.
type output struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}

// Result is the result of a program.
type Result struct {
	Stdout, Stderr string
	Uncaught       []string
}

// nodesStack is the number of nested calls that a script may make. It is about Node's, because the
// results are compared.
const nodesStack = 10_000

// Run runs a script in its own runtime until nothing is left to do.
func Run(t testing.TB, source string, options ...js.Option) Result {
	t.Helper()
	loop, err := wakeful.New()
	if err != nil {
		t.Fatal(err)
	}
	var out, errs output
	var result Result
	options = append([]js.Option{js.WithFullAccess(), js.WithStdout(&out), js.WithStderr(&errs), js.WithUncaught(func(e *js.Error) bool {
		thrown := e.Error()
		if v := e.Value(); v != nil { // nil for calls that are nested too deep
			thrown = v.String()
		}
		result.Uncaught = append(result.Uncaught, thrown)
		return true
	}), js.WithLimits(js.Limits{Stack: nodesStack})}, options...)
	runtime, err := js.New(loop, options...)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- loop.Run(context.Background()) }()
	if _, err := jsprogram.String(t.Context(), runtime, "test.js", source); err != nil {
		t.Error(err)
	}
	if err := loop.Close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	result.Stdout, result.Stderr = out.String(), errs.String()
	return result
}
