package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// This file owns the hooks: functions in a directory of scripts that are called before and after an
// order is created. The scripts are loaded again when they change.
//
// Changes are noticed by reading the directory every second on a loop. Notifications of the
// operating system would come sooner, but they do not come from network file systems and from some
// containers, a save is several of them, and reading a few small files costs nothing.

// A Hooks has the hooks of a directory. Any goroutine may use it.
type Hooks struct {
	dir    string
	store  *Store
	logger *slog.Logger

	mu      sync.Mutex
	current *generation
	closed  bool
}

// A generation is a pool with the scripts as they were at some time.
type generation struct {
	scripts map[string]string // by file name. Immutable
	pool    *js.Pool          // immutable
	names   map[string][]string
	users   sync.WaitGroup // calls in progress
}

// OpenHooks loads the scripts of a directory.
func OpenHooks(ctx context.Context, dir string, store *Store, logger *slog.Logger) (*Hooks, error) {
	h := &Hooks{dir: dir, store: store, logger: logger}
	_, err := h.Reload(ctx)
	return h, err
}

// Reload loads the scripts again if they have changed. Calls in progress keep the old ones. It must
// not be called by two goroutines at the same time.
func (h *Hooks) Reload(ctx context.Context) (changed bool, err error) {
	scripts, err := read(h.dir)
	if err != nil {
		return false, err
	}
	h.mu.Lock()
	old := h.current
	h.mu.Unlock()
	if old != nil && maps.Equal(old.scripts, scripts) {
		return false, nil
	}
	made, err := h.load(ctx, scripts)
	if err != nil {
		return false, err
	}
	h.mu.Lock()
	if h.closed {
		old = made
	} else {
		h.current = made
	}
	h.mu.Unlock()
	old.close()
	return true, nil
}

// Watch reloads every so often, until the loop ends.
func (h *Hooks) Watch(loop *wakeful.Loop, every time.Duration) error {
	type outcome struct{ changed bool }
	var check func()
	check = func() { // on the loop, which does not wait for the files
		_ = loop.RunBlocking(context.Background(), func(ctx context.Context) (outcome, error) {
			changed, err := h.Reload(ctx)
			return outcome{changed}, err
		}, func(o outcome, err error) {
			switch {
			case err != nil:
				h.logger.Error("the hooks stay as they were", "error", err)
			case o.changed:
				h.logger.Info("the hooks were loaded again")
			}
			_, _ = loop.AfterFunc(every, check)
		})
	}
	_, err := loop.AfterFunc(every, check)
	return err
}

// Close waits for the calls in progress and ends the runtimes.
func (h *Hooks) Close() {
	h.mu.Lock()
	last := h.current
	h.current, h.closed = nil, true
	h.mu.Unlock()
	last.close()
}

func (g *generation) close() {
	if g != nil {
		g.users.Wait()
		g.pool.Close()
	}
}

// read returns the scripts of a directory.
func read(dir string) (map[string]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.js"))
	if err != nil {
		return nil, err
	}
	scripts := map[string]string{}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		scripts[filepath.Base(file)] = string(source)
	}
	return scripts, nil
}

// library is what scripts find: they register functions of an order. A function of "before" may
// change the order, and refuses it when it calls refuse.
const library = `
const hooks = { before: [], after: [] };
let file;
function onBeforeCreate(call) { hooks.before.push({ file, call }) }
function onAfterCreate(call) { hooks.after.push({ file, call }) }
class Refusal { constructor(reason) { this.reason = reason } }
function refuse(reason) { throw new Refusal(reason) }
`

// load makes a pool. A script that fails has no hooks and leaves the others alone.
func (h *Hooks) load(ctx context.Context, scripts map[string]string) (*generation, error) {
	var once sync.Once // Setup runs once for each runtime, and the log has each failure once
	setup := func(rt *js.Runtime) error {
		query := rt.Async(func(ctx context.Context, args []any) (any, error) {
			if len(args) == 0 {
				return nil, errors.New("query needs a statement")
			}
			return h.store.Query(ctx, fmt.Sprint(args[0]), args[1:]...)
		})
		err := rt.Do(ctx, func(*goja.Runtime) error { return rt.Set("query", query) })
		if err != nil {
			return err
		}
		if _, err := rt.Eval(ctx, library); err != nil {
			return err
		}
		failures := map[string]error{}
		for _, name := range slices.Sorted(maps.Keys(scripts)) {
			if _, err := rt.Eval(ctx, fmt.Sprintf("file = %q", name)); err != nil {
				return err
			}
			if _, err := rt.RunString(ctx, scripts[name]); err != nil {
				failures[name] = err
				drop := fmt.Sprintf("for (const k in hooks) hooks[k] = hooks[k].filter((h) => h.file !== %q)", name)
				if _, err := rt.Eval(ctx, drop); err != nil {
					return err
				}
			}
		}
		once.Do(func() {
			for name, err := range failures {
				h.logger.Error("a script has no hooks", "file", name, "error", err)
			}
		})
		return nil
	}
	pool, err := js.NewPool(js.PoolConfig{
		Min: 4, Queue: 1000, Fresh: true, Setup: setup,
		Options: []js.Option{js.WithLogger(h.logger), js.WithConsoleLogger(h.logger), js.WithLimits(js.Limits{CPU: time.Second, Wall: 5 * time.Second})},
	})
	if err != nil {
		return nil, err
	}
	g := &generation{scripts: scripts, pool: pool, names: map[string][]string{}}
	for _, kind := range []string{"before", "after"} {
		files, err := pool.Run(ctx, `(kind) => hooks[kind].map((h) => h.file)`, kind)
		if err != nil {
			pool.Close()
			return nil, err
		}
		for _, file := range files.([]any) {
			g.names[kind] = append(g.names[kind], file.(string))
		}
	}
	return g, nil
}

// A RefusedError is the error of an order that a hook refuses.
type RefusedError struct{ File, Reason string }

func (r *RefusedError) Error() string { return r.File + " refuses the order: " + r.Reason }

// call calls a hook and returns what it has made of the order. Pairs keep the order of the columns.
const call = `async (kind, i, order) => {
	try {
		await hooks[kind][i].call(order);
	} catch (e) {
		if (e instanceof Refusal) return { refused: String(e.reason) };
		throw e;
	}
	return { order: Object.entries(order) };
}`

// Create runs the hooks and inserts the order. A hook that fails is logged, and the others run
// nevertheless. Each finds its runtime as the scripts have left it.
func (h *Hooks) Create(ctx context.Context, order js.Fields) (js.Fields, error) {
	h.mu.Lock()
	g := h.current
	if g == nil {
		h.mu.Unlock()
		return nil, js.ErrPoolClosed
	}
	g.users.Add(1)
	h.mu.Unlock()
	defer g.users.Done()
	order, err := h.run(ctx, g, "before", order)
	if err != nil {
		return nil, err
	}
	row, err := h.store.Insert(ctx, order)
	if err != nil {
		return nil, err
	}
	_, err = h.run(ctx, g, "after", row)
	return row, err
}

// run runs the hooks of a kind one after the other.
func (h *Hooks) run(ctx context.Context, g *generation, kind string, order js.Fields) (js.Fields, error) {
	for i, file := range g.names[kind] {
		got, err := g.pool.Run(ctx, call, kind, i, order)
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case err != nil:
			h.logger.Error("a hook has failed", "file", file, "kind", kind, "error", err)
			continue
		}
		result := got.(map[string]any)
		if reason, ok := result["refused"].(string); ok {
			if kind == "before" {
				return nil, &RefusedError{file, reason}
			}
			h.logger.Warn("it is too late to refuse", "file", file, "reason", reason)
			continue
		}
		order = nil
		for _, pair := range result["order"].([]any) {
			order = append(order, js.Field{Name: pair.([]any)[0].(string), Value: pair.([]any)[1]})
		}
	}
	return order, nil
}
