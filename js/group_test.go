package js_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// group makes a group and closes it at the end of the test.
func group(t *testing.T, n int, options ...js.Option) *js.Group {
	t.Helper()
	g, err := js.NewGroup(n, func(loop *wakeful.Loop) (*js.Runtime, error) {
		return js.New(loop, append([]js.Option{js.WithFullAccess(), quiet}, options...)...)
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	return g
}

func TestGroupRunsFiles(t *testing.T) {
	dir := files(t, map[string]string{
		"value.js":   `globalThis.loads = (globalThis.loads ?? 0) + 1; module.exports = loads`,
		"promise.js": `module.exports = new Promise((done) => setTimeout(done, 1, 'late'))`,
		"module.mjs": `export const answer = 42`,
		"data.json":  `{"n": 1}`,
		"throws.js":  `throw new RangeError('far')`,
		"rejects.js": `module.exports = new Promise((_, reject) => setTimeout(reject, 1, new Error('no')))`,
	})
	// The promise may be rejected before the caller waits for it.
	g := group(t, 2, js.WithDir(dir), js.WithUncaught(func(*js.Error) bool { return true }))
	run := func(name string) (any, error) { return g.EvalFile(t.Context(), filepath.Join(dir, name)) }
	// A member loads a module once, so each of the two members counts to one.
	for range 4 {
		if v, err := run("value.js"); v != int64(1) || err != nil {
			t.Errorf("value.js: %v, %v; want 1", v, err)
		}
	}
	if v, err := g.EvalFile(t.Context(), "promise"); v != "late" || err != nil {
		t.Errorf("promise, without a folder and an extension: %v, %v", v, err)
	}
	if v, err := run("module.mjs"); err != nil || v.(map[string]any)["answer"] != int64(42) {
		t.Errorf("module.mjs: %v, %v", v, err)
	}
	if v, err := run("data.json"); err != nil || v.(map[string]any)["n"] != int64(1) {
		t.Errorf("data.json: %v, %v", v, err)
	}
	for name, want := range map[string]string{"throws.js": "RangeError: far", "rejects.js": "Error: no", "none.js": "Cannot find module"} {
		var thrown *js.Error
		if v, err := run(name); !errors.As(err, &thrown) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v; want %s", name, v, err, want)
		}
	}
}

// TestGroupMembersThatEnd: a member that has ended gets no more scripts, but Size counts it.
func TestGroupMembersThatEnd(t *testing.T) {
	g := group(t, 3)
	for left := g.Size(); left > 0; left-- {
		if _, err := g.Eval(t.Context(), `process.exit()`); !errors.Is(err, js.ErrEnded) {
			t.Errorf("a script that ends its member: %v, want ErrEnded", err)
		}
		seen := map[*js.Runtime]bool{}
		for range 6 {
			err := g.Use(func(r *js.Runtime) error { seen[r] = true; return nil })
			if ended := left == 1; ended != errors.Is(err, js.ErrEnded) {
				t.Errorf("with %d members left: %v", left-1, err)
			}
		}
		if len(seen) != left-1 || g.Size() != 3 {
			t.Errorf("scripts went to %d members, want %d; the group has %d, want 3", len(seen), left-1, g.Size())
		}
	}
}

// TestGroupSpreads: a busy member gets no scripts while another member is idle.
func TestGroupSpreads(t *testing.T) {
	g := group(t, 3)
	if err := g.Use(func(busy *js.Runtime) error {
		inner := map[*js.Runtime]bool{}
		for range 2 * g.Size() { // more often than members with the same load take turns
			if err := g.Use(func(r *js.Runtime) error {
				inner[r] = true
				return nil
			}); err != nil {
				t.Error(err)
			}
		}
		if inner[busy] || len(inner) != g.Size()-1 {
			t.Errorf("the busy member got a script: %v, of %d members", inner[busy], len(inner))
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}

func TestInvalidGroups(t *testing.T) {
	broken := errors.New("broken")
	loop, err := wakeful.New()
	if err != nil {
		t.Fatal(err)
	}
	defer loop.Close()
	another, err := js.New(loop, quiet)
	if err != nil {
		t.Fatal(err)
	}
	made := []*js.Runtime{}
	for name, c := range map[string]struct {
		n         int
		construct func(*wakeful.Loop) (*js.Runtime, error)
		want      error
	}{
		"no members":     {0, func(loop *wakeful.Loop) (*js.Runtime, error) { return js.New(loop) }, wakeful.ErrInvalidOption},
		"no function":    {1, nil, wakeful.ErrInvalidOption},
		"no runtime":     {1, func(*wakeful.Loop) (*js.Runtime, error) { return nil, nil }, wakeful.ErrInvalidOption},
		"another loop's": {1, func(*wakeful.Loop) (*js.Runtime, error) { return another, nil }, wakeful.ErrInvalidOption},
		"the second one fails": {2, func(loop *wakeful.Loop) (*js.Runtime, error) {
			if len(made) == 1 {
				return nil, broken
			}
			r, err := js.New(loop, quiet)
			made = append(made, r)
			return r, err
		}, broken},
	} {
		if g, err := js.NewGroup(c.n, c.construct); g != nil || !errors.Is(err, c.want) {
			t.Errorf("%s: %v, %v; want %v", name, g, err, c.want)
		}
	}
	<-made[0].Done() // the failed NewGroup ended the first member
}

// TestGroupClose: Close interrupts running scripts.
func TestGroupClose(t *testing.T) {
	begun := make(chan struct{})
	g := group(t, 2, js.WithGlobal("begun", func() { close(begun) }))
	ended := make(chan error)
	go func() {
		_, err := g.Eval(t.Context(), `begun(); for (;;);`)
		ended <- err
	}()
	<-begun
	g.Close()
	if err := <-ended; !errors.Is(err, js.ErrEnded) && !errors.Is(err, wakeful.ErrClosed) {
		t.Errorf("a script that ran: %v, want ErrEnded", err)
	}
	if _, err := g.Eval(t.Context(), `1`); !errors.Is(err, js.ErrEnded) {
		t.Errorf("after Close: %v, want ErrEnded", err)
	}
}
