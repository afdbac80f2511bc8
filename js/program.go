package js

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns files and whole programs.

// RunFile loads a file as the main module and returns what it exports. It is a
// CommonJS or an ES module, JavaScript, TypeScript or JSON, as its name, its
// package.json and its content say; a name without extension, or a directory, is
// resolved as by require. What it requires is found as in Node. Everything else is
// as for RunString. An ES module with top-level await may still be running when
// RunFile returns; Wait waits for it.
func (r *Runtime) RunFile(ctx context.Context, path string) (Value, error) {
	return r.script(ctx, func() (Value, error) {
		rec := r.loadMain(path)
		if rec == nil {
			return vm.Undefined(), nil
		}
		return r.exportsOf(rec.file), nil
	})
}

// Main runs a file as `node FILE` does, and returns the exit code as Wait does:
// errors of the file itself are uncaught like those of its callbacks. When ctx ends,
// so does the program, as by Close, with the exit code 1.
func (r *Runtime) Main(ctx context.Context, path string) (code int, err error) {
	return r.program(ctx, func() { r.loadMain(path) })
}

// MainString is Main for a program that is no file, as `node -e` runs it. The name
// is what stacks show; its extension says in which language the program is. What
// it requires is found from the runtime's directory.
func (r *Runtime) MainString(ctx context.Context, name, source string) (code int, err error) {
	return r.program(ctx, func() {
		r.begunMain(r.loadSource(filepath.Join(r.cwd(), name), source, true))
	})
}

func (r *Runtime) loadMain(path string) *record {
	file := r.modules.fileOrDir(r.resolvePath(path), false)
	if file == "" {
		o := r.newError("Error", (&notFoundError{specifier: r.resolvePath(path)}).Error())
		_ = o.Set("code", moduleNotFound)
		panic(o)
	}
	return r.begunMain(r.loadFile(file, true))
}

func (r *Runtime) begunMain(rec *record) *record {
	if rec != nil {
		r.idle.main = rec.promise
	}
	return rec
}

// errGoexit is the error of a program in whose first run a Go function has called
// runtime.Goexit.
var errGoexit = fmt.Errorf("a Go function that the program called has called runtime.Goexit: %w", ErrEnded)

func (r *Runtime) program(ctx context.Context, load func()) (int, error) {
	if ctx == nil {
		return 1, wakeful.ErrNilContext
	}
	r.idle.waiting.Store(true)
	keep := r.KeepAlive()
	if err := r.loop.Submit(func() {
		run := func() {
			returned := false
			defer func() {
				if !returned { // or nobody would ever end it
					r.end(1, errGoexit)
					keep()
				}
			}()
			r.enter(&one{task: task{run: load}, after: checkPhase})
			returned = true
			keep()
			if !r.busy() && !r.ending.over.Load() {
				r.leave() // before the loop comes to timers that do not keep it
			}
		}
		if r.loop.QueueCloseCallback(run) != nil {
			run() // the loop is ending, and this was accepted
		}
	}); err != nil {
		keep()
		return 1, err
	}
	code, err := r.Wait(ctx)
	if ctx.Err() != nil {
		r.end(1, context.Cause(ctx))
	}
	return code, err
}
