// Package engine runs QuickJS-ng, compiled to WebAssembly, with wazero. It knows instances, their
// memory and the operations of the C files in c; it knows nothing of values, limits of time or
// loops.
//
// An instance is used by one goroutine at a time.
package engine

import (
	"context"
	_ "embed" // engine.wasm
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// The engine. c/build.sh writes it, and make check compares.
//
//go:embed engine.wasm
var code []byte

// Licences are those of what engine.wasm contains.
//
//go:embed LICENSES
var Licences string

// ErrInterpreted is the error of Load where wazero can only interpret.
var ErrInterpreted = errors.New("wazero compiles for amd64 and arm64 only; here it would interpret, about a hundred times slower")

// Options are how the engine is compiled.
type Options struct {
	// CacheDir is a folder that keeps the compiled code between processes. Empty: none.
	CacheDir string
	// Interpret accepts that wazero interprets.
	Interpret bool
}

// Engine is the compiled engine. Any goroutine may use it.
type Engine struct {
	runtime wazero.Runtime
	module  wazero.CompiledModule
}

var engines sync.Map // Options: func() (*Engine, error)

// Load compiles the engine, once in a process for the same options. It stays until the process ends.
func Load(options Options) (*Engine, error) {
	once, ok := engines.Load(options)
	if !ok {
		once, _ = engines.LoadOrStore(options, sync.OnceValues(func() (*Engine, error) { return compile(options, compiles()) }))
	}
	return once.(func() (*Engine, error))()
}

func compiles() bool {
	switch runtime.GOOS {
	case "linux", "darwin", "freebsd", "netbsd", "dragonfly", "windows":
		return runtime.GOARCH == "amd64" || runtime.GOARCH == "arm64"
	}
	return false
}

func compile(options Options, compiles bool) (*Engine, error) {
	ctx := context.Background()
	config := wazero.NewRuntimeConfigInterpreter()
	if compiles {
		config = wazero.NewRuntimeConfigCompiler()
	} else if !options.Interpret {
		return nil, ErrInterpreted
	}
	if options.CacheDir != "" {
		cache, err := wazero.NewCompilationCacheWithDir(options.CacheDir)
		if err != nil {
			return nil, fmt.Errorf("the folder for compiled code: %w", err)
		}
		config = config.WithCompilationCache(cache)
	}
	e := &Engine{runtime: wazero.NewRuntimeWithConfig(ctx, config)}
	if err := e.addHost(ctx); err != nil {
		return nil, err
	}
	var err error
	e.module, err = e.runtime.CompileModule(ctx, code)
	return e, err
}

type instanceKey struct{}

func instanceOf(ctx context.Context) *Instance { return ctx.Value(instanceKey{}).(*Instance) }

const i32, i64 = api.ValueTypeI32, api.ValueTypeI64

// addHost adds the functions that the engine imports. Of WASI it gets a clock, and descriptors that
// do not exist.
func (e *Engine) addHost(ctx context.Context) error {
	host := e.runtime.NewHostModuleBuilder("host")
	add := func(name string, parameters []api.ValueType, f func(ctx context.Context, stack []uint64)) {
		host.NewFunctionBuilder().WithGoFunction(api.GoFunc(f), parameters, []api.ValueType{i32}).Export(name)
	}
	add("yield", nil, func(ctx context.Context, stack []uint64) {
		stack[0] = uint64(instanceOf(ctx).caller.Yield())
	})
	add("call", []api.ValueType{i32, i32, i32}, func(ctx context.Context, stack []uint64) {
		stack[0] = instanceOf(ctx).call(int(int32(stack[0])), int(int32(stack[1])), uint32(stack[2]))
	})
	add("take", nil, func(ctx context.Context, stack []uint64) {
		stack[0] = instanceOf(ctx).take()
	})
	if _, err := host.Instantiate(ctx); err != nil {
		return err
	}
	host = e.runtime.NewHostModuleBuilder("wasi_snapshot_preview1")
	start := time.Now()
	host.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(func(_ context.Context, m api.Module, stack []uint64) {
		stack[0] = clock(m.Memory(), uint32(stack[0]), uint32(stack[2]), start)
	}), []api.ValueType{i32, i64, i32}, []api.ValueType{i32}).Export("clock_time_get")
	for name, parameters := range map[string][]api.ValueType{
		"fd_close": {i32}, "fd_fdstat_get": {i32, i32}, "fd_seek": {i32, i64, i32, i32}, "fd_write": {i32, i32, i32, i32},
	} {
		add(name, parameters, func(_ context.Context, stack []uint64) { stack[0] = badDescriptor })
	}
	_, err := host.Instantiate(ctx)
	return err
}

// Numbers of WASI.
const (
	badDescriptor = 8
	badAddress    = 21
	realtime      = 0
)

// resolution is that of the monotonic clock for scripts.
const resolution = 100 * time.Microsecond

func clock(memory api.Memory, which, address uint32, start time.Time) uint64 {
	ns := uint64(time.Since(start).Truncate(resolution))
	if which == realtime {
		ns = uint64(time.Now().Truncate(resolution).UnixNano())
	}
	var text [8]byte
	binary.LittleEndian.PutUint64(text[:], ns)
	if !memory.Write(address, text[:]) {
		return badAddress
	}
	return 0
}
