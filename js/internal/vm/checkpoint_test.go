package vm

import (
	"reflect"
	"testing"
	"unsafe"
)

// TestFeatures: all features work with the engine of go.mod. If one fails after an update, compare the
// engine's structures with the mirrors.
func TestFeatures(t *testing.T) {
	for _, f := range Features() {
		if f.On != unsafeAllowed {
			t.Errorf("%s is on: %v, want %v", f.Name, f.On, unsafeAllowed)
		}
		if f.Without == "" {
			t.Errorf("%s does not say what its absence costs", f.Name)
		}
	}
	if unsafeAllowed && !seesSource() {
		t.Error("the source of eval is not seen")
	}
}

// TestOtherLayouts: a structure with any difference is not known.
func TestOtherLayouts(t *testing.T) {
	for name, engine := range map[string]reflect.Type{
		"a field less":  reflect.TypeFor[struct{ promise, resolveObj *Object }](),
		"a field more":  reflect.TypeFor[struct{ promise, resolveObj, rejectObj, more *Object }](),
		"another name":  reflect.TypeFor[struct{ promise, resolve, rejectObj *Object }](),
		"another order": reflect.TypeFor[struct{ promise, rejectObj, resolveObj *Object }](),
		"another type": reflect.TypeFor[struct {
			promise, resolveObj *Object
			rejectObj           *Promise
		}](),
		"no structure": reflect.TypeFor[*Object](),
	} {
		if mirrors(reflect.TypeFor[capability](), engine) {
			t.Errorf("%s: known", name)
		}
	}
	if !mirrors(reflect.TypeFor[capability](), reflect.TypeFor[struct{ promise, resolveObj, rejectObj *Object }]()) {
		t.Error("the same fields are not known")
	}
	if runtimeField[[]int](newEngine(), "jobQueue") != nil || runtimeField[[]func()](newEngine(), "jobs") != nil {
		t.Error("a field of another type or name was found")
	}
}

// needRepairs ends a test in a build that cannot repair stacks. Where one can, a probe that fails is a
// fault of the code under test.
func needRepairs(t *testing.T) {
	t.Helper()
	switch {
	case !unsafeAllowed:
		t.Skip("NOT RUN: stacks cannot be repaired in this build")
	case !Repairs():
		t.Error("the probe of the checkpoints has failed")
	}
}

// TestCheckpoint: an interrupted generator leaves frames on the stacks, and the checkpoint removes
// them.
func TestCheckpoint(t *testing.T) {
	needRepairs(t)
	rt := New()
	m := machineOf(rt)
	if err := rt.Set("interrupt", func() { rt.Interrupt("enough") }); err != nil {
		t.Fatal(err)
	}
	const source = `function* g() { try { interrupt(); for (;;); } finally { } } [...g()]`
	if _, err := rt.RunString(source); err == nil {
		t.Fatal("the script was not interrupted")
	}
	if depth(m) == 0 {
		t.Error("the engine has repaired its stacks by itself: there is no need of checkpoints any more")
	}
	rt = New()
	m = machineOf(rt)
	if err := rt.Set("interrupt", func() { rt.Interrupt("enough") }); err != nil {
		t.Fatal(err)
	}
	err := Try(rt, func() error {
		_, err := rt.RunString(source)
		return err
	})
	if err == nil || depth(m) != 0 || m.callStack.len != 0 || m.iterStack.len != 0 {
		t.Errorf("after %v there are %d handlers, %d calls and %d iterators", err, depth(m), m.callStack.len, m.iterStack.len)
	}
	rt.ClearInterrupt()
	if v, err := rt.RunString(`function* h() { yield 1; yield 2 } [...h()].join()`); err != nil || v.String() != "1,2" {
		t.Errorf("another script: %v, %v", v, err)
	}
}

// TestRestore: each register returns to its saved value, and each stack to its saved length. The
// engine repairs some of them by itself after what the other tests do.
func TestRestore(t *testing.T) {
	var words [10]int
	at := func(i int) unsafe.Pointer { return unsafe.Pointer(&words[i]) }
	rt := New()
	saved := machine{
		prg: at(0), pc: 1, sp: 2, sb: 3, args: 4, stash: at(1), privEnv: at(2),
		callStack: stack{at(3), 1, 9}, iterStack: stack{at(4), 2, 9}, refStack: stack{at(5), 3, 9}, tryStack: stack{at(6), 4, 9},
		newTarget: rt.ToValue(1), result: rt.ToValue(2),
	}
	now := machine{
		prg: at(7), pc: 11, stack: stack{at(8), 5, 9}, sp: 12, sb: 13, args: 14, stash: at(7), privEnv: at(7),
		callStack: stack{at(3), 5, 9}, iterStack: stack{at(4), 6, 9}, refStack: stack{at(5), 7, 9}, tryStack: stack{at(6), 8, 9},
		newTarget: rt.ToValue(3), result: rt.ToValue(4),
	}
	want := saved
	want.stack = now.stack
	c := Checkpoint{machine: &now, saved: saved}
	if c.Restore(); now != want {
		t.Errorf("%+v, want %+v", now, want)
	}
	c.saved.iterStack.len = 0
	if c.Restore(); now.iterStack != (stack{}) {
		t.Errorf("an empty stack keeps its memory: %+v", now.iterStack)
	}
	new(Checkpoint).Restore() // of a build without repairs: nothing happens
}

// TestCheckpointWithinAScript: a function of Go runs a script that is interrupted in a generator, or
// that panics in Go there, and the script that has called the function goes on where it was.
func TestCheckpointWithinAScript(t *testing.T) {
	needRepairs(t)
	for _, end := range []string{"interrupt(), spin()", "explode()"} {
		t.Run(end, func(t *testing.T) { checkpointWithinAScript(t, end) })
	}
}

func checkpointWithinAScript(t *testing.T, end string) {
	rt := New()
	for name, fn := range map[string]func(){
		"interrupt": func() { rt.Interrupt("enough") },
		"explode":   func() { panic("planted") },
		"interrupted": func() {
			err := Try(rt, func() error {
				_, err := rt.RunString(`
					function* g(a, b) { try { for (const x of [1, 2]) with ({ y: 1 }) y = (` + end + `); } finally { } }
					function spin() { for (;;); }
					(function () { const inner = [...g(1, 2)]; return inner })()`)
				return err
			})
			if err == nil {
				t.Error("the script has not ended early")
			}
			rt.ClearInterrupt()
		},
	} {
		if err := rt.Set(name, fn); err != nil {
			t.Fatal(err)
		}
	}
	v, err := rt.RunString(`
		class Base { constructor(a) { interrupted(); this.target = new.target.name; this.a = a; } }
		class Derived extends Base {
			#secret = 7;
			go(b) {
				let local = 1, seen = [];
				for (const x of [10, 20]) {
					interrupted();
					seen.push(x + local + b + this.#secret + arguments.length);
				}
				return seen.join();
			}
		}
		const d = new Derived(5);
		function sloppy(o) { with (o) { p = (interrupted(), p + 1); } return o.p; }
		[d.target, d.a, d.go(100), sloppy({ p: 3 })].join(" ")`)
	if err != nil || v.String() != "Derived 5 119,129 4" {
		t.Errorf("%v, %v", v, err)
	}
	if m := machineOf(rt); depth(m) != 0 || m.callStack.len != 0 || m.iterStack.len != 0 || m.refStack.len != 0 {
		t.Errorf("there are %d handlers, %d calls, %d iterators and %d references left", depth(m), m.callStack.len, m.iterStack.len, m.refStack.len)
	}
}
