package vm

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
)

// sampled returns an engine with a sampler, or skips the test.
func sampled(t *testing.T) (*Runtime, *StackSampler) {
	t.Helper()
	if !unsafeAllowed {
		t.Skip("NOT RUN: built with the tag wakeful_purego, in which engines have no sampler")
	}
	rt := New()
	l := AttachSampler(rt)
	if l == nil {
		t.Fatalf("%s %s has trackers that are not known", Name, Version())
	}
	return rt, l
}

// TestSampleRunningEngines: a sampler finds the stack of its own engine while others run, again and
// again, and the engine continues.
func TestSampleRunningEngines(t *testing.T) {
	const engines = 2
	var stop atomic.Bool
	ended := make(chan error, engines)
	samplers := make([]*StackSampler, engines)
	for i := range engines {
		rt, s := sampled(t)
		samplers[i] = s
		go func() {
			if err := rt.Set("stopped", stop.Load); err != nil {
				ended <- err
				return
			}
			_, err := rt.RunScript(fmt.Sprintf("engine%d.js", i), `
function inner() {
	for (let i = 0; i < 1e4; i++) ;
}
function outer() { while (!stopped()) inner() }
outer();`)
			ended <- err
		}()
	}
	never := func() bool { return false }
	for range 4 {
		for i, s := range samplers {
			for found := false; !found; { // before it runs, and between the calls, inner is not on the stack
				frames := s.Stack(never)
				for j, f := range frames {
					if f.SrcName() != fmt.Sprintf("engine%d.js", i) && f.SrcName() != "<native>" {
						t.Fatalf("engine %d is in %s", i, f.SrcName())
					}
					if f.FuncName() == "inner" {
						found = true
						if j > 1 || frames[j+1].FuncName() != "outer" || frames[j+1].Position().Line != 5 {
							t.Fatalf("frame %d of %v", j, frames)
						}
					}
				}
			}
		}
	}
	stop.Store(true)
	for range engines {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// TestSampleGivenUp: a goroutine that gives up gets no sample. An engine that takes the sample later
// runs at full speed after DropUnused.
func TestSampleGivenUp(t *testing.T) {
	rt, s := sampled(t)
	asked := 0
	if frames := s.Stack(func() bool { asked++; return asked > 3 }); frames != nil {
		t.Errorf("an engine that does not run is in %v", frames)
	}
	atomic.StoreInt32(&s.tracker.req, sampleTaken)
	s.DropUnused()
	if req := atomic.LoadInt32(&s.tracker.req); req != sampleNever {
		t.Errorf("the engine is asked for %d", req)
	}
	if v, err := rt.RunString(`6 * 7`); err != nil || v.ToInteger() != 42 {
		t.Errorf("a script returned %v, %v", v, err)
	}
	if AttachSampler(rt) != nil {
		t.Error("an engine has two samplers")
	}
	s.Detach()
	again := AttachSampler(rt)
	if again == nil {
		t.Fatal("a detached sampler is still there")
	}
	runtime.KeepAlive(again)
}

// BenchmarkEnter is the time of a call from Go into JavaScript.
func BenchmarkEnter(b *testing.B) {
	for _, attached := range []bool{false, true} {
		b.Run(fmt.Sprintf("sampler=%v", attached), func(b *testing.B) {
			rt := New()
			if attached && AttachSampler(rt) == nil {
				b.Skip("NOT RUN: this build has no sampler")
			}
			v, err := rt.RunString(`(function () {})`)
			if err != nil {
				b.Fatal(err)
			}
			f, _ := AssertFunction(v)
			for b.Loop() {
				if _, err := f(Undefined()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
