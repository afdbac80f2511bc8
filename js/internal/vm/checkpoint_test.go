package vm

import "testing"

// TestEngineIsKnown: a new version of the engine may need another layout. With a wrong layout, an
// interrupt can leave a runtime unusable.
func TestEngineIsKnown(t *testing.T) {
	if !unsafeAllowed {
		t.Skip("NOT RUN: built with the tag wakeful_purego, with which stacks are not repaired")
	}
	if !Repairs() {
		t.Fatalf("%s %s has a stack that is not known", Name, Version())
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
