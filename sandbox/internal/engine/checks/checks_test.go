package main

import (
	"bytes"
	"context"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// part returns a section, or another part that begins with its length.
func part(id byte, body ...byte) []byte { return append([]byte{id, byte(len(body))}, body...) }

// counter is a module with an import check.slow, which check_slow calls, and a function that loops as
// often as its argument says, with constants inside that look like the instruction of a loop.
func counter() []byte {
	m := []byte(header)
	m = append(m, part(1, 2, 0x60, 0, 0, 0x60, 1, 0x7f, 0)...)
	m = append(m, part(2, append(append([]byte{1, 5}, "check\x04slow"...), 0, 0)...)...)
	m = append(m, part(3, 2, 0, 1)...)
	m = append(m, part(6, 1, 0x7f, 1, 0x41, 7, 0x0b)...)
	m = append(m, part(7, append(append([]byte{2, 3}, "run"...), append([]byte{0, 2, 6}, append([]byte("global"), 3, 0)...)...)...)...)
	m = append(m, part(10, 2, 4, 0, 0x10, 0, 0x0b,
		22, 1, 1, 0x7f,
		0x41, 3, 0x1a, // a constant 3, dropped
		0x03, 0x40,
		0x20, 0, 0x41, 0x7f, 0x6a, 0x22, 0, // the argument is counted down
		0x41, 0, 0x4a, 0x0d, 0, // once more while it is greater than 0
		0x0b, 0x0b)...)
	names := append([]byte{4}, "name"...)
	inner := append([]byte{3, 0, 4}, "slow"...)
	inner = append(append(inner, 1, 10), "check_slow"...)
	inner = append(append(inner, 2, 3), "run"...)
	return append(m, part(0, append(names, part(1, inner...)...)...)...)
}

func checksIn(t *testing.T, module []byte, iterations uint64) int {
	t.Helper()
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer r.Close(ctx)
	n := 0
	if _, err := r.NewHostModuleBuilder("check").NewFunctionBuilder().WithGoFunction(api.GoFunc(func(context.Context, []uint64) { n++ }), nil, nil).Export("slow").Instantiate(ctx); err != nil {
		t.Fatal(err)
	}
	m, err := r.Instantiate(ctx, module)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.ExportedFunction("run").Call(ctx, iterations); err != nil {
		t.Fatal(err)
	}
	if v := m.ExportedGlobal("global").Get(); v != 7 {
		t.Errorf("the module's global variable is %d, want 7", v)
	}
	return n
}

func TestChecksInLoops(t *testing.T) {
	checked, err := addChecks(counter(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		iterations uint64
		want       int
	}{{1, 0}, {budget, 0}, {budget + 1, 1}, {10 * (budget + 1), 10}} {
		if n := checksIn(t, checked, row.iterations); n != row.want {
			t.Errorf("%d iterations have called check_slow %d times, want %d", row.iterations, n, row.want)
		}
	}
	if bytes.Contains(checked, []byte("check_slow")) {
		t.Error("the names are still there")
	}
}

func TestUncheckedFunctions(t *testing.T) {
	for _, name := range []string{"run", "ru*"} {
		checked, err := addChecks(counter(), []string{name})
		if err != nil {
			t.Fatal(err)
		}
		if n := checksIn(t, checked, 10*budget); n != 0 {
			t.Errorf("%s: a function without checks has called check_slow %d times", name, n)
		}
	}
	if _, err := addChecks(counter(), []string{"gone"}); err == nil {
		t.Error("a name of no function is no error")
	}
}

// TestCopies: an instruction that copies memory is preceded by a call, and is an error without it.
func TestCopies(t *testing.T) {
	c := checker{bulk: []byte{opCall, 9}}
	body := []byte{0, 0x41, 1, 0x41, opMore, 0, 0x41, 5, opMore, moreCopy, 0, 0, 0x41, 1, 0x41, 2, 0x41, 3, opMore, moreFill, 0, opEnd}
	want := []byte{0, 0x41, 1, 0x41, opMore, 0, 0x41, 5, opCall, 9, opMore, moreCopy, 0, 0, 0x41, 1, 0x41, 2, 0x41, 3, opCall, 9, opMore, moreFill, 0, opEnd}
	if got, err := c.function(body); err != nil || !bytes.Equal(got, want) {
		t.Errorf("% x, %v\nwant % x", got, err, want)
	}
	if _, err := (checker{}).function(body); err == nil {
		t.Error("a copy without check_bytes is no error")
	}
}

// TestBrokenModules: each prefix of a module, and each module with a wrong byte, is an error or a module.
func TestBrokenModules(t *testing.T) {
	whole := counter()
	for n := range whole {
		if _, err := addChecks(whole[:n], nil); err == nil {
			t.Errorf("%d of %d bytes are no error", n, len(whole))
		}
		broken := bytes.Clone(whole)
		broken[n] ^= 0xff
		_, _ = addChecks(broken, nil) // it does not panic
	}
}
