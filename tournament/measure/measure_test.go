package measure

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/lineup"
	"github.com/wakeful-go/wakeful/tournament/peers"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/runner"
	"github.com/wakeful-go/wakeful/tournament/workloads"
)

// asSample makes this test's program take a sample instead of running tests.
const asSample = "-take-a-sample"

func TestMain(m *testing.M) {
	if slices.Contains(os.Args, asSample) {
		ctx, stop := interruptible()
		defer stop()
		if err := Serve(ctx, append(testEntries(), peers.Entries()...), os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		os.Exit(0)
	}
	// Under the race detector each process would wait for a second at its end.
	if err := os.Setenv("GORACE", os.Getenv("GORACE")+" atexit_sleep_ms=0"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

// hangsAt is the variable with the address that the process of a sample connects to when its contestant
// hangs.
const hangsAt = "WAKEFUL_TEST_HANGS_AT"

// sayItHangs says so on a goroutine of its own, so that the one that hangs is where the
// contestant holds it.
func sayItHangs() {
	go func() {
		conn, err := net.Dial("tcp", os.Getenv(hangsAt))
		if err != nil {
			panic(err)
		}
		_ = conn.Close()
	}()
}

// faulty wraps a loop that works, and spoils one operation.
type faulty struct {
	contest.Loop
	submit func(task func()) error
	counts func(contest.Counts) contest.Counts
}

func (f *faulty) Submit(task func()) error {
	if f.submit != nil {
		return f.submit(task)
	}
	return f.Loop.Submit(task)
}

func (f *faulty) Counts() contest.Counts {
	c := f.Loop.(contest.Counter).Counts()
	if f.counts != nil {
		c = f.counts(c)
	}
	return c
}

// testEntries are contestants that fail in each of the ways in which a process
// can, between two that work.
func testEntries() []contest.Entry {
	works, err := lineup.Find(peers.Entries(), "channel")
	if err != nil {
		panic(err)
	}
	var once sync.Once
	spoiled := func(name string, spoil func(*faulty)) contest.Entry {
		return contest.Entry{Name: name, Kind: contest.Design, Can: contest.Loops, Summary: "Fails.",
			New: func() (contest.Loop, error) {
				loop, err := works.New()
				f := &faulty{Loop: loop}
				spoil(f)
				return f, err
			},
		}
	}
	other := works
	other.Name = "other"
	return []contest.Entry{
		works,
		spoiled("loses", func(f *faulty) { f.submit = func(func()) error { once.Do(sayItHangs); return nil } }),
		spoiled("hangs", func(f *faulty) { f.submit = func(func()) error { sayItHangs(); select {} } }),
		spoiled("deaf", func(f *faulty) {
			f.submit = func(func()) error {
				signal.Ignore(syscall.SIGTERM)
				sayItHangs()
				select {}
			}
		}),
		spoiled("crashes", func(f *faulty) { f.submit = func(func()) error { panic("a loop went wrong") } }),
		spoiled("leaves", func(f *faulty) { f.submit = func(func()) error { os.Exit(0); return nil } }),
		spoiled("miscounts", func(f *faulty) {
			f.counts = func(c contest.Counts) contest.Counts { c.Executed++; return c }
		}),
		other,
	}
}

// options are a run of the named test entries under ping-pong.
func options(t *testing.T, rounds int, names ...string) Options {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	pingPong, err := workloads.Find("ping-pong")
	if err != nil {
		t.Fatal(err)
	}
	var entries []contest.Entry
	for _, name := range names {
		entry, err := lineup.Find(testEntries(), name)
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, entry)
	}
	return Options{
		Mode: runner.Quick, Rounds: rounds, Seed: 1,
		Cells: Cells(entries, []*workloads.Workload{pingPong}), Process: []string{self, asSample},
		Lengths:  &workloads.Lengths{Warmup: time.Millisecond, Timed: 2 * time.Millisecond},
		Deadline: time.Minute,
	}
}

// measured runs o and checks what must hold for every document.
func measured(ctx context.Context, t *testing.T, o Options) *result.Document {
	t.Helper()
	doc, err := Run(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(); err != nil {
		t.Fatalf("the document is not valid: %v", err)
	}
	return doc
}

func cellOf(t *testing.T, doc *result.Document, contestant string) *result.Cell {
	t.Helper()
	for i := range doc.Cells {
		if doc.Cells[i].Contestant == contestant {
			return &doc.Cells[i]
		}
	}
	t.Fatalf("the document has no cell of %s", contestant)
	return nil
}

// A contestant that fails is a row with the reason, is not measured again, and
// the others get all of their samples.
func TestFailedCellDoesNotEndTheRun(t *testing.T) {
	for name, want := range map[string]string{
		"crashes":   "a loop went wrong",
		"leaves":    "ended without a result",
		"miscounts": "counts are wrong",
	} {
		t.Run(name, func(t *testing.T) {
			o := options(t, 2, "channel", name, "other")
			var failure string
			o.Progress = func(p runner.Progress) {
				if p.Failure != "" {
					failure = p.FailedCell + ": " + p.Failure
				}
			}
			doc := measured(t.Context(), t, o)
			cell := cellOf(t, doc, name)
			if len(cell.Failures) != 1 || len(cell.Samples) != 0 || !strings.Contains(cell.Failures[0].Reason, want) {
				t.Errorf("failures %+v, %d samples; want one that says %q", cell.Failures, len(cell.Samples), want)
			}
			if !strings.Contains(failure, want) || !strings.Contains(failure, cell.Key()) {
				t.Errorf("the progress said %q", failure)
			}
			if !doc.Complete {
				t.Error("the run did not go on")
			}
			for _, works := range []string{"channel", "other"} {
				samples := cellOf(t, doc, works).Samples
				if len(samples) != 2 || samples[0].Value <= 0 || samples[0].Ops <= 0 {
					t.Errorf("%s has the samples %+v", works, samples)
				}
			}
		})
	}
}

// interruptedAfter runs o and ends its context when so many samples are done.
func interruptedAfter(t *testing.T, o Options, samples int) *result.Document {
	t.Helper()
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	o.Progress = func(p runner.Progress) {
		if p.Done >= samples {
			interrupt()
		}
	}
	return measured(ctx, t, o)
}

func samplesIn(doc *result.Document) (n int) {
	for i := range doc.Cells {
		n += len(doc.Cells[i].Samples)
	}
	return n
}

func TestResumedRunTakesOnlyMissingSamples(t *testing.T) {
	o := options(t, 3, "channel", "crashes", "other")
	half := interruptedAfter(t, o, 4)
	before := samplesIn(half)
	cells, err := ResumeCells(half, testEntries())
	if err != nil {
		t.Fatal(err)
	}
	o.Cells, o.Resume = cells, half
	var taken []string
	o.Progress = func(p runner.Progress) {
		if p.Cell != "" {
			taken = append(taken, p.Cell)
		}
	}
	doc := measured(t.Context(), t, o)
	if !doc.Complete || samplesIn(doc) != 6 || !doc.Started.Equal(half.Started) {
		t.Errorf("complete %v with %d samples, started %v", doc.Complete, samplesIn(doc), doc.Started)
	}
	failures := len(cellOf(t, doc, "crashes").Failures)
	if failures != 1 {
		t.Errorf("the contestant that crashes failed %d times, want once", failures)
	}
	if most := 6 - before + failures; len(taken) > most {
		t.Errorf("%d samples were taken after %d, want at most %d: %v", len(taken), before, most, taken)
	}
	if _, err := ResumeCells(doc, testEntries()); err == nil {
		t.Error("a complete run can be resumed")
	}
}

func TestInvalidRunIsAnError(t *testing.T) {
	good := options(t, 1, "channel")
	for what, change := range map[string]func(*Options){
		"command":  func(o *Options) { o.Process = nil },
		"starting": func(o *Options) { o.Process = []string{t.TempDir() + "/nothing"} },
	} {
		o := good
		change(&o)
		if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("want an error about %q, got %v", what, err)
		}
	}
}

func TestACellThatCannotBeMeasuredHasTheReason(t *testing.T) {
	o := options(t, 1, "channel")
	control := contest.Entry{Name: "control", Kind: contest.Control, Can: contest.RoundTrips}
	o.Cells = append(o.Cells, Cell{Entry: control, Workload: o.Cells[0].Workload})
	doc := measured(t.Context(), t, o)
	if cell := cellOf(t, doc, "control"); cell.Missing == "" || !doc.Complete {
		t.Errorf("complete %v, cell %+v", doc.Complete, cell)
	}
}

func TestACellOfAnotherProgramCannotBeResumed(t *testing.T) {
	half := interruptedAfter(t, options(t, 2, "channel", "other"), 1)
	if _, err := ResumeCells(half, testEntries()[:1]); err == nil || !strings.Contains(err.Error(), `"other"`) {
		t.Errorf("without one of its contestants the error is %v", err)
	}
}
