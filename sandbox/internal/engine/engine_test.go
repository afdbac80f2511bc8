package engine

import (
	"bytes"
	"errors"
	"slices"
	"sync"
	"testing"
)

// quiet answers the engine.
type quiet struct{}

func (quiet) Yield() Action                        { return Continue }
func (quiet) Call(int, int, []byte) ([]byte, bool) { return []byte{1}, false }

// prelude has the helpers of c/helpers.c that these tests need, and the others in name.
const prelude = `(natives, global) => new Proxy({ completion: async p => (await p).value }, { get: (o, name) => o[name] || (() => undefined) })`

func newSnapshot(t *testing.T, limit uint64) *Snapshot {
	t.Helper()
	e, err := Load(Options{})
	if err != nil {
		t.Fatal(err)
	}
	i, err := e.New(limit, 256<<10, quiet{})
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close()
	if status, err := i.Evaluate("prelude", prelude, Prelude); err != nil || status != Fulfilled {
		t.Fatal(status, err)
	}
	s, err := i.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func contents(i *Instance) []byte {
	all, _ := i.module.Memory().Read(0, i.module.Memory().Size())
	return bytes.Clone(all)
}

// TestReleasedCloneIsTheSnapshot compares all bytes of a clone that was used and released with those
// of a new one: after scripts that write to few pages, and to many.
func TestReleasedCloneIsTheSnapshot(t *testing.T) {
	s := newSnapshot(t, 16<<20)
	first, err := s.Clone(quiet{})
	if err != nil {
		t.Fatal(err)
	}
	want := contents(first)
	seed := first.exchange + exchangeSeed
	clear(want[seed : seed+16])
	for _, source := range []string{"1", "globalThis.secret = 'x'.repeat(100)", "for (let i = 0, o = {}; i < 2000; i++) globalThis[i] = o", "Math.random()"} {
		if status, err := first.Evaluate("test", source, Script); err != nil || status != Fulfilled {
			t.Fatalf("%s: %v, %v", source, status, err)
		}
		if got := contents(first); bytes.Equal(got, want) {
			t.Fatalf("%s changed nothing", source)
		}
		first.Release()
		if first, err = s.Clone(quiet{}); err != nil {
			t.Fatal(err)
		}
		got := contents(first)
		clear(got[seed : seed+16])
		if !bytes.Equal(got, want) {
			t.Errorf("after %s the clone differs from the snapshot", source)
		}
	}
	first.Close()
}

func TestMemoryHasItsLimit(t *testing.T) {
	s := newSnapshot(t, 4<<20)
	i, err := s.Clone(quiet{})
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close()
	if _, err := i.Evaluate("test", "const a = []; for (;;) a.push({})", Script); err == nil && !i.Exhausted() {
		t.Error("a script that needs all memory ended without an error")
	}
	if size := i.MemorySize(); size > 4<<20 {
		t.Errorf("%d bytes, more than the limit", size)
	}
}

// TestImports: the engine can call eight functions of the host, none of which opens anything.
func TestImports(t *testing.T) {
	e, err := Load(Options{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range e.module.ImportedFunctions() {
		module, name, _ := f.Import()
		names = append(names, module+" "+name)
	}
	slices.Sort(names)
	const wasi = "wasi_snapshot_preview1 "
	want := []string{"host call", "host take", "host yield", wasi + "clock_time_get", wasi + "fd_close", wasi + "fd_fdstat_get", wasi + "fd_seek", wasi + "fd_write"}
	if !slices.Equal(names, want) {
		t.Errorf("it imports %q, want %q", names, want)
	}
}

// TestSnapshotClosesWhileClonesAreReleased: the image is not freed while a clone is made or copied back. The
// race detector sees it if it is.
func TestSnapshotClosesWhileClonesAreReleased(t *testing.T) {
	for range 20 {
		s := newSnapshot(t, 16<<20)
		began := make(chan struct{})
		var using sync.WaitGroup
		using.Go(func() {
			for n := 0; ; n++ {
				i, err := s.Clone(quiet{})
				if err != nil {
					return
				}
				if n == 1 {
					close(began)
				}
				i.Release()
				s.Prepare()
			}
		})
		<-began
		s.Close()
		using.Wait()
		if _, err := s.Clone(quiet{}); err == nil {
			t.Fatal("a closed snapshot has made a clone")
		}
	}
}

// TestPreparedCloneIsTheSnapshot compares all bytes of a clone that was made ahead with those of another.
func TestPreparedCloneIsTheSnapshot(t *testing.T) {
	s := newSnapshot(t, 16<<20)
	first, err := s.Clone(quiet{})
	if err != nil {
		t.Fatal(err)
	}
	want := contents(first)
	if status, err := first.Evaluate("test", "globalThis.a = {}", Script); err != nil || status != Fulfilled {
		t.Fatal(status, err)
	}
	first.Release() // says which pages are written to
	used, err := s.Clone(quiet{})
	if err != nil {
		t.Fatal(err)
	}
	used.Close()
	s.Prepare()
	if len(s.unused) != 1 {
		t.Fatalf("%d clones are ready", len(s.unused))
	}
	prepared, err := s.Clone(quiet{})
	if err != nil {
		t.Fatal(err)
	}
	defer prepared.Close()
	got := contents(prepared)
	seed := prepared.exchange + exchangeSeed
	clear(want[seed : seed+16])
	clear(got[seed : seed+16])
	if !bytes.Equal(got, want) {
		t.Error("its memory differs")
	}
	if status, err := prepared.Evaluate("test", "globalThis.a === undefined", Script); err != nil || status != Fulfilled {
		t.Fatal(status, err)
	}
}

// TestEngineIsCompiledOnce loads it from several goroutines.
func TestEngineIsCompiledOnce(t *testing.T) {
	var all [8]*Engine
	var loading sync.WaitGroup
	for n := range all {
		loading.Go(func() { all[n], _ = Load(Options{}) })
	}
	loading.Wait()
	for _, e := range all {
		if e == nil || e != all[0] {
			t.Fatalf("%p instead of %p", e, all[0])
		}
	}
}

// TestInterpreter: where wazero cannot compile, an option accepts that it interprets.
func TestInterpreter(t *testing.T) {
	if _, err := compile(Options{}, false); !errors.Is(err, ErrInterpreted) {
		t.Errorf("without the option: %v", err)
	}
	e, err := compile(Options{Interpret: true}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = e.runtime.Close(t.Context()) }()
	i, err := e.New(16<<20, 256<<10, quiet{})
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close()
	if status, err := i.Evaluate("prelude", prelude, Prelude); err != nil || status != Fulfilled {
		t.Fatal(status, err)
	}
	if status, err := i.Evaluate("test", "6 * 7", Script); err != nil || status != Fulfilled {
		t.Error(status, err)
	}
}
