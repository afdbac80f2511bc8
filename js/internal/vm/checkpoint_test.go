package vm

import (
	"reflect"
	"testing"
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

// TestCheckpoint: an interrupted generator leaves frames on the stacks, and the checkpoint removes
// them.
func TestCheckpoint(t *testing.T) {
	if !Repairs() {
		t.Skip("NOT RUN: stacks cannot be repaired in this build")
	}
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
