package differential

import "testing"

// TestEngineFaults: what the engines do wrong themselves, and the generator
// therefore leaves out. When a fault is gone, so is the reason to leave it out.
func TestEngineFaults(t *testing.T) {
	for _, fault := range []struct{ what, program, right string }{
		{
			"an exception of finally is caught by the same statement's catch",
			"process.on('uncaughtException', (e) => L(e));\ntry { L(1); } catch (e) { L(2, e); } finally { if (L(3) === undefined) throw E(4); }",
			"0 e4",
		},
	} {
		t.Run(fault.what, func(t *testing.T) {
			o, err := runOurs(t, fault.program)
			if err != nil {
				t.Fatal(err)
			}
			for i, line := range []string{"0 1", "0 3", fault.right} {
				if i >= len(o.trace) || o.trace[i] != line {
					return
				}
			}
			t.Error("this is right now: let the generator make such programs")
		})
	}
}
