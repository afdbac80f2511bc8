package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"go.uber.org/goleak"

	"github.com/wakeful-go/wakeful/tournament/decide"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
	"github.com/wakeful-go/wakeful/tournament/world"
)

// TestMain lets the test binary take samples and be a peer, as the command itself does.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "run" {
		main()
	}
	if len(os.Args) > 2 && os.Args[1] == holdLock {
		holdLockUntilKilled(os.Args[2])
	}
	if len(os.Args) > 1 && slices.Contains([]string{sampleCommand, arrivalsCommand, world.ServeCommand}, os.Args[1]) {
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
		defer stop()
		os.Exit(run(ctx, streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}, os.Args[1:]))
	}
	// Under the race detector each process would sleep for a second at its end.
	if err := os.Setenv("GORACE", os.Getenv("GORACE")+" atexit_sleep_ms=0"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

// wakeful runs a command line in an empty folder and returns its status and output.
func wakeful(t *testing.T, args ...string) (status int, out, errOut string) {
	t.Helper()
	t.Chdir(t.TempDir())
	return here(t, args...)
}

// here runs a command line in the current folder.
func here(t *testing.T, args ...string) (status int, out, errOut string) {
	t.Helper()
	var o, e bytes.Buffer
	status = run(t.Context(), streams{in: strings.NewReader(""), out: &o, err: &e}, args)
	return status, o.String(), e.String()
}

// written returns the name of a new file with this text.
func written(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "document.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// document returns the name of a new file with this document, which must be valid.
func document(t *testing.T, doc *result.Document) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "document.json")
	if err := result.WriteFile(path, doc); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestBadUseSaysWhatIsWrong(t *testing.T) {
	valid, err := os.ReadFile(document(t, resulttest.Example()))
	if err != nil {
		t.Fatal(err)
	}
	future := strings.Replace(string(valid), `"version":1`, `"version":99`, 1)
	file := written(t, "x")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"tournamnt"}, "tournament"},
		{[]string{"tournament", "--only", "wakefull"}, `did you mean "wakeful"?`},
		{[]string{"tournament", "--only", "channel/ping-pnog"}, `did you mean "ping-pong"?`},
		{[]string{"tournament", "--rounds", "0"}, "--rounds is 0"},
		{[]string{"tournament", "--rounds", "-3"}, "--rounds is -3"},
		{[]string{"tournament", "--rounds", "many"}, "tournament --help shows the flags"},
		{[]string{"tournament", "--rounds", "1000000000000"}, "must be 1 to "},
		{[]string{"tournament", "--seed", "-1"}, "--seed"},
		{[]string{"tournament", "--quick", "--full"}, "quick full"},
		{[]string{"tournament", "--resume", file, "--rounds", "3"}, "resume"},
		{[]string{"tournament", "--resume", file}, "document.json"},
		{[]string{"tournament", "--resume", filepath.Join("no", "such.json")}, "open " + filepath.Join("no", "such.json")},
		{[]string{"tournament", "channel"}, `takes flags only; it was given ["channel"]`},
		{[]string{"help", "everything"}, `no help about "everything"`},
		{[]string{"help", "report", "file"}, `no help about "report file"`},
		{[]string{"tournament", "--json", filepath.Join(file, "x.json")}, "cannot be written"},
		{[]string{"tournament", "--json", t.TempDir()}, "it is a folder"},
		{[]string{"tournament", "--fast"}, "--fast"},
		{[]string{"report"}, "needs the document"},
		{[]string{"report", "a.json", "b.json"}, "a.json"},
		{[]string{"tournament", "--contribute", "--only", "channel"}, "contribute"},
		{[]string{"report", "nothing.json"}, "nothing.json"},
		{[]string{"report", filepath.Dir(file)}, "is a folder"},
		{[]string{"report", written(t, string(valid[:len(valid)/2]))}, "document.json"},
		{[]string{"report", written(t, `{"format": "another"}`)}, "document.json"},
		{[]string{"report", written(t, future)}, "99"},
		{[]string{"report", written(t, string(valid)), "--html", filepath.Join(file, "x.html")}, "cannot be written"},
		{[]string{"check", "--json", "nothing.json"}, "nothing.json"},
		{[]string{"check", "--rounds", "3"}, "must be 10 to "},
		{[]string{"check", "connections", "nobody"}, `no bound is about "nobody"`},
		{[]string{"check", "--json", file, "--rounds", "20"}, "rounds"},
		{[]string{"list", "all"}, "all"},
		{[]string{"sample"}, "order of a sample"},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			status, out, errOut := wakeful(t, c.args...)
			if status != statusBadUse || !strings.Contains(errOut, c.want) {
				t.Errorf("status %d, %q; want %d and something with %q", status, errOut, statusBadUse, c.want)
			}
			if out != "" {
				t.Errorf("it wrote %q", out)
			}
			if left, err := os.ReadDir("."); err != nil || len(left) != 0 && c.args[0] != "tournament" {
				t.Errorf("it left %v (%v)", left, err)
			}
		})
	}
}

// small returns the arguments of a tournament of one cell.
func small(more ...string) []string {
	return append([]string{"tournament", "--only", "channel/ping-pong", "--seed", "7"}, more...)
}

func TestATournamentLeavesItsDocumentAndItsReport(t *testing.T) {
	status, out, errOut := wakeful(t, small("--rounds", "2", "--json", "new/run.json")...)
	if status != statusDone {
		t.Fatalf("status %d: %s", status, errOut)
	}
	doc, err := result.ReadFile("new/run.json")
	if err != nil {
		t.Fatal(err)
	}
	if !doc.Complete || doc.Seed != 7 || doc.Rounds != 2 || len(doc.Cells) != 1 || len(doc.Cells[0].Samples) != 2 {
		t.Errorf("the document is %+v", doc)
	}
	if e := doc.Environment; e.Cores < 1 || e.GoVersion == "" || e.OS == "" || e.GOMAXPROCS < 1 {
		t.Errorf("the environment is %+v", e)
	}
	if got := strings.Join(doc.Command, " "); got != "tournament --only channel/ping-pong --seed 7 --rounds 2 --json new/run.json" {
		t.Errorf("the command line is recorded as %q", got)
	}
	if html, err := os.ReadFile("new/run.html"); err != nil || !bytes.Contains(html, []byte("ping-pong")) {
		t.Errorf("the report has %d bytes, %v", len(html), err)
	}
	for _, want := range []string{"channel", "ping-pong", "new/run.json", "new/run.html"} {
		if !strings.Contains(out, want) {
			t.Errorf("the output does not have %q:\n%s", want, out)
		}
	}
	if !strings.HasPrefix(errOut, "cells to measure: 1, rounds: 2, on two cores about ") {
		t.Errorf("it does not say first how long it takes: %q", errOut)
	}
	if !strings.Contains(errOut, "round 2 of 2") || strings.Contains(out+errOut, "\x1b") {
		t.Errorf("the progress without a terminal is %q", errOut)
	}
	status, again, errOut := here(t, "report", "new/run.json", "--html", "again.html")
	if status != statusDone || !strings.Contains(again, "ping-pong") {
		t.Errorf("report: status %d, %s%s", status, again, errOut)
	}
	first, _ := os.ReadFile("new/run.html")
	if second, err := os.ReadFile("again.html"); err != nil || !bytes.Equal(first, second) {
		t.Errorf("the report of the same document differs, %v", err)
	}
}

func TestDefaultResultFolder(t *testing.T) {
	if status, _, errOut := wakeful(t, small("--rounds", "1")...); status != statusDone {
		t.Fatalf("status %d: %s", status, errOut)
	}
	for _, pattern := range []string{"results/tournament-*.json", "results/tournament-*.html"} {
		if found, err := filepath.Glob(pattern); err != nil || len(found) != 1 {
			t.Errorf("%s: %v, %v", pattern, found, err)
		}
	}
}

// interrupter is an output that cancels a context when the progress of a round is written to it.
type interrupter struct {
	bytes.Buffer
	when      string
	interrupt func()
	once      sync.Once
}

func (i *interrupter) Write(p []byte) (int, error) {
	n, err := i.Buffer.Write(p)
	if strings.Contains(i.String(), i.when) {
		i.once.Do(i.interrupt)
	}
	return n, err
}

func TestAnInterruptedTournamentCanBeResumed(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	errOut := &interrupter{when: "round 2 of 3", interrupt: interrupt}
	status := run(ctx, streams{out: io.Discard, err: errOut}, small("--rounds", "3", "--json", "run.json"))
	if status != statusInterrupted || !strings.Contains(errOut.String(), "--resume run.json") {
		t.Fatalf("status %d: %s", status, errOut)
	}
	half, err := result.ReadFile("run.json")
	if err != nil || half.Complete || len(half.Cells[0].Samples) != 1 {
		t.Fatalf("after the interruption: %v, %+v", err, half)
	}
	status, _, output := here(t, "tournament", "--resume", "run.json")
	if status != statusDone {
		t.Fatalf("resuming: status %d: %s", status, output)
	}
	whole, err := result.ReadFile("run.json")
	if err != nil || !whole.Complete || len(whole.Cells[0].Samples) != 3 || whole.Cells[0].Samples[0].Value != half.Cells[0].Samples[0].Value {
		t.Errorf("after resuming: %v, %+v", err, whole)
	}
	if status, _, message := here(t, "tournament", "--resume", "run.json"); status != statusBadUse || !strings.Contains(message, "complete") {
		t.Errorf("resuming a complete run: status %d: %s", status, message)
	}
}

// The document of an interrupted comparison with other runtimes says what it is.
func TestAnInterruptedComparisonCanBeResumed(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir()) // the machine may have no home
	t.Chdir(t.TempDir())
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	errOut := &interrupter{when: "round 2 of 2", interrupt: interrupt}
	status := run(ctx, streams{out: io.Discard, err: errOut}, []string{"tournament", "--world", "--only", "handwritten/submit", "--rounds", "2", "--json", "run.json"})
	if status != statusInterrupted {
		t.Fatalf("status %d: %s", status, errOut)
	}
	if status, _, output := here(t, "tournament", "--resume", "run.json"); status != statusDone {
		t.Errorf("resuming: status %d: %s", status, output)
	}
	whole, err := result.ReadFile("run.json")
	if err != nil || !whole.Complete || len(whole.Cells) != 3 || len(whole.Cells[0].Samples) != 2 {
		t.Errorf("after resuming: %v, %+v", err, whole)
	}
	if status, _, message := here(t, "tournament", "--world", "--resume", "run.json"); status != statusBadUse || !strings.Contains(message, "complete") {
		t.Errorf("resuming a complete run: status %d: %s", status, message)
	}
}

// A comparison without a runtime measures nothing, and leaves no document.
func TestAComparisonNeedsARuntime(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir()) // the machine may have no home
	t.Chdir(t.TempDir())
	t.Setenv("PATH", "")
	status, _, message := here(t, "tournament", "--world", "--only", "node/submit", "--json", "run.json")
	if _, err := os.Stat("run.json"); status != statusBadUse || !strings.Contains(message, "not here: node") || !strings.Contains(message, "nothing to measure") || err == nil {
		t.Errorf("status %d: %s; %v", status, message, err)
	}
}

// Growth is measured for two peers unless a pattern is about others.
func TestThePeersOfGrowth(t *testing.T) {
	for _, c := range []struct {
		only string
		want string
	}{
		{"", "wakeful handwritten"}, {"timers", "wakeful handwritten"}, {"/timers,loops", "wakeful handwritten"},
		{"wakeful/timers,libuv/timers", "wakeful libuv"}, {"tokio*", "tokio tokio-local"},
	} {
		f := tournamentFlags{growth: true}
		if c.only != "" {
			f.only = strings.Split(c.only, ",")
		}
		cells, err := f.worldCells()
		var names []string
		for _, cell := range cells {
			if !slices.Contains(names, cell.Entry.Name) {
				names = append(names, cell.Entry.Name)
			}
		}
		if got := strings.Join(names, " "); err != nil || got != c.want {
			t.Errorf("--only %s: %q, %v; want %q", c.only, got, err, c.want)
		}
	}
}

// The example keeps some bounds and lacks the cells of others. The test slows cells down to break a
// bound.
func TestCheckJudgesADocument(t *testing.T) {
	kept, broken, empty := resulttest.Example(), resulttest.Example(), resulttest.Example()
	// Leave out the cells of the example that break a promise.
	for _, v := range decide.JudgeBounds(kept, decide.Bounds()) {
		if v.State == decide.Broken && !v.Goal {
			kept.Cells = slices.DeleteFunc(kept.Cells, func(c result.Cell) bool { return c.Contestant == v.Contestant && c.Row() == v.Row() })
		}
	}
	for i := range broken.Cells {
		if cell := &broken.Cells[i]; cell.Contestant == "wakeful" && cell.Workload == "multi-producer" {
			for j := range cell.Samples {
				cell.Samples[j].Value *= 100
			}
		}
	}
	empty.Cells = nil
	for name, c := range map[string]struct {
		doc          *result.Document
		status       int
		says, saysNo string
	}{
		"kept":   {kept, statusDone, ", 0 broken, ", "BROKEN"},
		"broken": {broken, statusFailed, "BROKEN", ", 0 broken, "},
		"empty":  {empty, statusFailed, "bounds: 0 kept, 0 inconclusive, 0 broken, ", "BROKEN"},
	} {
		status, out, errOut := wakeful(t, "check", "--json", document(t, c.doc))
		if status != c.status || !strings.Contains(out, c.says) || strings.Contains(out, c.saysNo) || errOut != "" {
			t.Errorf("%s: status %d: %s%s", name, status, out, errOut)
		}
		goals, last := strings.Index(out, "\nGoals\n"), strings.LastIndex(strings.TrimSpace(out), "\n")
		if goals < 0 || strings.Contains(out[goals:], "BROKEN") || !strings.Contains(out[last:], " bounds: ") || !strings.Contains(out[last:], " goals: ") {
			t.Errorf("%s: the goals are not apart, or the last line is no summary:\n%s", name, out)
		}
	}
}

// Goals never fail, also if there is nothing else.
func TestCheckOfGoalsAlone(t *testing.T) {
	status, out, errOut := here(t, "check", "--json", committedRuns(t)[0], "gc-pressure")
	if status != statusDone || !strings.HasPrefix(out, "\nGoals\n") || !strings.Contains(out, "0 bounds: ") || errOut != "" {
		t.Errorf("status %d: %s%s", status, out, errOut)
	}
}

func TestADocumentWithoutCellsSaysSo(t *testing.T) {
	doc := resulttest.Example()
	doc.Cells = nil
	status, out, errOut := wakeful(t, "report", document(t, doc), "--html", "report.html")
	if status != statusDone || !strings.Contains(out, "compares nothing") || errOut != "" {
		t.Errorf("status %d: %s%s", status, out, errOut)
	}
}

func TestListNamesEverything(t *testing.T) {
	status, out, errOut := wakeful(t, "list")
	if status != statusDone || errOut != "" {
		t.Fatalf("status %d: %s", status, errOut)
	}
	for _, want := range []string{"wakeful-adaptive", "goja_nodejs", "control-flags", "cas-contention", "producers=32", "cores", "go-channel-spin", "tokio-local", "idle-loop"} {
		if !strings.Contains(out, want) {
			t.Errorf("the list does not have %q:\n%s", want, out)
		}
	}
}

func TestLicensesArePrinted(t *testing.T) {
	for _, name := range []string{"licenses", "licences"} {
		status, out, errOut := wakeful(t, name)
		if status != statusDone || errOut != "" || !strings.Contains(out, "github.com/dop251/goja ") || !strings.Contains(out, "Apache License") || !strings.Contains(out, "UNICODE LICENSE V3") {
			t.Errorf("%s: status %d: %s%.300s", name, status, errOut, out)
		}
	}
}

// The process of a sample reads its order from standard input.
func TestSampleAnswersAnOrder(t *testing.T) {
	var out, errOut bytes.Buffer
	order := `{"contestant": "channel", "workload": "ping-pong", "lengths": {"Warmup": 1000000, "Timed": 2000000}}`
	if status := run(t.Context(), streams{in: strings.NewReader(order), out: &out, err: &errOut}, []string{sampleCommand}); status != statusDone {
		t.Fatalf("status %d: %s", status, &errOut)
	}
	var answer struct{ Sample *result.Sample }
	if err := json.Unmarshal(out.Bytes(), &answer); err != nil || answer.Sample == nil || answer.Sample.Ops < 1 {
		t.Errorf("the answer is %s, %v", &out, err)
	}
}
