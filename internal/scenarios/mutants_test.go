//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll && !race

package scenarios

// Mutants of the library: each is one change of its source, and a scenario must fail within 1,000
// seeds. The changed file reaches the compiler with -overlay, so the checkout stays as it is. Three
// faults that the library had once are among them: bytes that a Shutdown with a time limit lost ("a
// deadline loses bytes silently"), answers that were lost when connections moved ("a move loses joined
// bytes", "a moved connection does not read on"), and a bridge that leaked. This lists each with the
// seed that finds it:
//
//	go test -count=1 -run '^TestMutants$' -v ./internal/scenarios

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A mutant replaces text in a file.
type mutant struct {
	name     string
	file     string // from the root of the checkout
	old, new string
	test     string // the scenario that finds it
	module   string // where that is; "." for this package
}

var mutants = []mutant{
	{"a timer fires early", "timers.go", "return now + max(0, int64(d))\n", "return now + max(0, int64(d))*9/10\n", "TestLifecycle", "."},
	{"Shutdown does not wait for work", "idle.go", "case state == draining && l.workers.allDelivered():", "case state == draining:", "TestLifecycle", "."},
	{"late results are dropped", "workers.go", "case !p.ended:", "case p.ended:", "TestLifecycle", "."},
	{"OnShutdown in the order of registration", "ending.go", "h = e.hooks[n-1]\n\te.hooks[n-1] = nil\n\te.hooks = e.hooks[:n-1]", "h = e.hooks[0]\n\te.hooks = e.hooks[1:]", "TestLifecycle", "."}, //nolint:dupword // it is code
	{"FixedRate catches up", "timers.go", "ts.add(t, when+(missed+1)*t.period)", "_ = missed\n\t\tts.add(t, when+t.period)", "TestLifecycle", "."},
	{"Stop leaves the timer", "timer.go", "return ts.remove(t) || was", "return t.node.Scheduled() || was", "TestLifecycle", "."},
	{"Shutdown loses bytes in the system", "stream/drain.go", "return c.queue.size > 0 || c.remote.network", "return c.queue.size > 0 && c.remote.network", "TestShutdown", "."},
	{"a deadline loses bytes silently", "stream/drain.go", "if u == (unsent{}) {", "if u.dropped >= 0 {", "TestShutdown", "."},
	{"the drainer does not wait for acknowledgements", "stream/drain.go", "if d.err == nil && d.tcp {", "if d.err != nil && d.tcp {", "TestShutdown", "."},
	{"a drained connection leaks its socket", "stream/drain.go", "\t_ = d.file.Close()\n", "", "TestShutdown", "."},
	{"Close drops the write queue", "stream/close.go", "case c.blocked():\n\t\tc.sendAndClose()", "case c.closed && c.blocked():\n\t\tc.sendAndClose()", "TestShutdown", "."},
	{"a move loses joined bytes", "stream/move.go", "if l != c.loop {\n\t\tc.sendJoined()\n\t}", "if l != c.loop {\n\t\tfreeJoinBuffer(c.takeJoined())\n\t}", "TestTransfer", "."},
	{"a moved connection does not read on", "stream/move.go", "defer func() { _ = c.update() }() // also after a panic", "defer func() {}() // also after a panic", "TestGroup", "."},
	{"an end that comes with data is missed", "stream/read.go", "if n == len(buffer) || events&(wakeful.Hangup|wakeful.EventError) != 0 {", "if n == len(buffer) {", "TestTransfer", "."},
	{"joined bytes are sent again after a short write", "stream/write.go", "return 0, c.pass(joined[took:])", "return 0, c.pass(joined)", "TestTransfer", "."},
	{"OnDrain is not called", "stream/write.go", "if c.aboveHigh && c.queue.size <= c.low &&", "if c.aboveHigh && c.queue.size < 0 &&", "TestTransfer", "."},
	{"Resume does not read", "stream/read.go", "c.paused = false\n\treturn c.startReading()", "c.paused = false\n\treturn nil", "TestTransfer", "."},
	{"CloseWrite is forgotten behind a queue", "stream/write.go", "if c.writeEnded {\n\t\t\tc.shutWrite()\n\t\t}", "", "TestTransfer", "."},
	{"a loop is removed with its connections", "group/resize.go", "g.movable.Move(ctx, m.loop, g.Pick, all)\n", "", "TestGroup", "."},
	{"too much is acknowledged", "keyed/partition.go", "p.next = d.position(n-1) + 1\n", "p.next = d.position(n-1) + 2\n", "TestKeyed", "."},
	{"Revoke does not wait for handlers", "keyed/partition.go", "idle := c.runningEnds(p); idle != nil {", "idle := c.runningEnds(p); idle == nil {", "TestKeyed", "."},
	{"a combiner reacts after its decision", "promise/combine.go", "if !to.decided() {\n\t\tto.settled", "{\n\t\tto.settled", "TestPromises", "."},
	{"a rejection is adopted as a value", "promise/settle.go", "if from.is(StateRejected) {\n\t\tp.rejectAs(from", "if from.is(StatePending) {\n\t\tp.rejectAs(from", "TestPromises", "."},
	{"a bridge keeps the client of a connection that was aborted", "stream/ws/bridge.go", "\tdefault:\n\t\tb.closeClient()\n", "\tdefault:\n", "TestSimulatedBridge", "stream/ws"},
	{"a close frame is not answered", "stream/ws/close.go", "if err := w.send(ws.OpClose, body, 0); errors", "if err := w.stream.Flush(); errors", "TestSimulatedClose", "stream/ws"},
	{"a message after the close frame is lost", "stream/ws/close.go", "\tw.sentClose = true\n\tif err", "\tw.sentClose, w.discard = true, true\n\tif err", "TestSimulatedClose", "stream/ws"},
}

// inShort are the mutants of a short test: one of each kind of file would take a minute to compile.
const inShort = 2

func TestMutants(t *testing.T) {
	if len(mutants) < 20 {
		t.Errorf("there are %d mutants", len(mutants))
	}
	goCommand, err := exec.LookPath("go")
	if err != nil {
		t.Skip("NOT RUN: there is no go command")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			changed := m.changed(t, root)
			if testing.Short() && i >= inShort {
				return // only its text was looked up
			}
			output, err := m.run(t, goCommand, root, changed)
			_, exited := err.(*exec.ExitError) //nolint:errorlint // it is returned unwrapped
			seed := regexp.MustCompile(`seed (\d+)[^:]*: (.*)`).FindSubmatch(output)
			switch {
			case err == nil:
				t.Errorf("%s has not found it within 1,000 seeds", m.test)
			case !exited || seed == nil:
				t.Errorf("%s failed in another way: %v\n%s", m.test, err, output)
			default:
				t.Logf("%s, seed %s: %.150s", m.test, seed[1], seed[2])
			}
		})
	}
}

// original returns the path of the file.
func (m *mutant) original(root string) string { return filepath.Join(root, filepath.FromSlash(m.file)) }

// changed returns the changed text of the file.
func (m *mutant) changed(t *testing.T, root string) string {
	source, err := os.ReadFile(m.original(root))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(source), m.old); n != 1 {
		t.Fatalf("%s has the text of the mutant %d times, want once: %q", m.file, n, m.old)
	}
	return strings.Replace(string(source), m.old, m.new, 1)
}

// run runs the scenario with the changed text.
func (m *mutant) run(t *testing.T, goCommand, root, text string) ([]byte, error) {
	dir := t.TempDir()
	changed, overlay := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(changed, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	list, err := json.Marshal(map[string]map[string]string{"Replace": {m.original(root): changed}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(overlay, list, 0o600); err != nil {
		t.Fatal(err)
	}
	where := "./internal/scenarios"
	if m.module != "." {
		where = "./" + m.module
	}
	cmd := exec.Command(goCommand, "test", "-overlay", overlay, "-vet=off", "-count=1", "-run", "^"+m.test+"$", where)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "WAKEFUL_SIM_SEEDS=1000")
	return cmd.CombinedOutput()
}
