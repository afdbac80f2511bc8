package js

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/jsprogram"
	"github.com/wakeful-go/wakeful/js/internal/files"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file runs files and whole programs.

// RunFile loads a file as the main module and returns its exports. It is a CommonJS or an ES
// module, in JavaScript, TypeScript or JSON, depending on its name, its package.json and its
// content. A name without extension, or a directory, is resolved as by require. Required modules
// are found as in Node. Everything else is as for RunString. An ES module with top-level await may
// still be running when RunFile returns. Wait waits for it.
func (r *Runtime) RunFile(ctx context.Context, path string) (Value, error) {
	return r.script(ctx, func() (Value, error) {
		rec := r.loadMain(path)
		if rec == nil {
			return vm.Undefined(), nil
		}
		return r.exportsOf(rec.file), nil
	})
}

func init() {
	jsprogram.File = func(ctx context.Context, runtime any, path string) (int, error) {
		r := runtime.(*Runtime)
		return r.program(ctx, func() { r.loadMain(path) })
	}
	jsprogram.String = func(ctx context.Context, runtime any, name, source string) (int, error) {
		r := runtime.(*Runtime)
		return r.program(ctx, func() { r.recordMain(r.loadSource(filepath.Join(r.cwd(), name), source, true)) })
	}
}

func (r *Runtime) loadMain(path string) *record {
	if r.settings.files == nil {
		panic(r.fileError(&files.DeniedError{
			Permission: string(files.Read), Resource: path, Option: "give the runtime files with js.WithFS, js.WithRoot or js.WithFullAccess",
		}))
	}
	file := r.modules.fileOrDir(r.resolvePath(path), false)
	if file == "" {
		o := r.newError("Error", (&notFoundError{specifier: r.resolvePath(path)}).Error())
		_ = o.Set("code", moduleNotFound)
		panic(o)
	}
	return r.recordMain(r.loadFile(file, true))
}

func (r *Runtime) recordMain(rec *record) *record {
	if rec != nil {
		r.idle.main = rec.promise
	}
	return rec
}

// errGoexit is the error of a program if a Go function that it called in its first run has called
// runtime.Goexit.
var errGoexit = fmt.Errorf("a Go function that the program called has called runtime.Goexit: %w", ErrEnded)

func (r *Runtime) program(ctx context.Context, load func()) (int, error) {
	if ctx == nil {
		return 1, wakeful.ErrNilContext
	}
	r.isProgram.Store(true)
	r.idle.waiting.Store(true)
	keep := r.keepAlive()
	if err := r.loop.SubmitUnlimited(func() {
		run := func() {
			returned := false
			defer func() {
				if !returned { // otherwise the program would never end
					r.end(1, errGoexit)
					keep()
				}
			}()
			r.enter(&one{task: task{run: load}, after: checkPhase})
			returned = true
			keep()
			if !r.busy() && !r.ending.stopped.Load() {
				r.leave() // before the loop reaches timers that do not keep it running
			}
		}
		if r.loop.AtTurnEnd(run) != nil {
			run() // the loop is ending and has accepted the program
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
