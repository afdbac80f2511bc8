package telemetry_test

import (
	"cmp"
	"context"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/telemetry"
)

// A fault is planted in programs, each different. The first one is what the rule was written with.
type fault struct {
	name     string
	rule     string
	programs []program
}

// A program has a fault. Its functions have names that begin with faulty.
type program struct {
	want    string        // a part of the sentence
	real    bool          // not in fake time, because the clock of the processor or the kernel takes part
	lasts   time.Duration // in fake time, a second if it is 0
	options []wakeful.Option
	watch   []telemetry.Option // nil: it is not watched
	plant   func(p *planting)
}

// A planting is a fault on a loop. It goes on until stop is closed.
type planting struct {
	t        *testing.T
	l        *wakeful.Loop
	stop     chan struct{}
	recorder *telemetry.Recorder
}

// finish ends the fault.
func (p *planting) finish() {
	if !closed(p.stop) {
		close(p.stop)
	}
}

// check is for any goroutine.
func (p *planting) check(err error) {
	if err != nil {
		p.t.Error(err)
	}
}

// call runs fn on the loop and waits for it.
func (p *planting) call(fn func()) {
	_, err := p.l.Call(context.Background(), func() (int, error) {
		fn()
		return 0, nil
	})
	p.check(err)
}

// until calls fn on a goroutine again and again until the fault ends.
func (p *planting) until(fn func()) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for !closed(p.stop) {
			fn()
		}
	}()
	p.t.Cleanup(func() { <-ended })
}

func closed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// faults are all of them. Those of faults_unix_test.go need descriptors.
func faults() []fault {
	stalls := []telemetry.Option{telemetry.WithStallLimit(20*ms, nil), telemetry.WithLogger(nil)}
	ignore := []wakeful.Option{wakeful.WithPanicHandler(func(*wakeful.PanicError) {})}
	autoExit := []wakeful.Option{wakeful.WithAutoExit()}
	origins := []telemetry.Option{telemetry.WithOrigins()}
	return append([]fault{
		{"a callback that waits for a lock", "blocked callback", []program{
			{want: "faultyLock.func", real: true, watch: stalls, plant: faultyLock},
			{want: "waiting for a lock in sync.(*RWMutex).RLock, called at ", real: true, watch: stalls, plant: faultyReadLock},
		}},
		{"a callback that computes", "blocked callback", []program{
			{want: "computing", real: true, watch: stalls, plant: faultyComputing},
			{want: "faultyHashes", real: true, watch: stalls, plant: faultyHashing},
		}},
		{"a callback that sleeps", "blocked callback", []program{
			{want: "sleeping in time.Sleep: continue in a function of AfterFunc", watch: stalls, plant: faultySleep},
			{want: "sleeping in time.Sleep, called at ", watch: stalls, plant: faultySleepingTimer},
		}},
		{"a callback that waits for a goroutine", "blocked callback", []program{
			{want: "waiting for a channel", watch: stalls, plant: faultyReceive},
			{want: "waiting for a channel", watch: stalls, plant: faultySelect},
			{want: "waiting for a sync.WaitGroup", watch: stalls, plant: faultyWaitGroup},
		}},
		{"callbacks that are too long together", "blocked callback", []program{
			{want: "faultyPage", plant: faultyPages},
			{want: "faultyFrame", plant: faultyFrames},
			{want: "has blocked the loop 2 times, for up to 60ms", plant: faultyLoads},
		}},
		{"a callback that does not return", "callback that blocks now", []program{
			{want: "has not returned, waiting for a channel", plant: faultyHangs},
			{want: "has not returned, sleeping in time.Sleep", plant: faultyRetry},
		}},
		{"a timer that rearms at zero", "timer without delay", []program{
			{want: "faultyTimer", plant: faultyTimer},
			{want: "faultyLongTimer", plant: faultyLongTimer},
			{want: "faultyPeriod", lasts: 200 * ms, plant: faultyPeriods},
		}},
		{"a timer that polls", "timer that polls", []program{
			{want: "faultyPoll", plant: faultyPolls},
			{want: "wakes the loop about 500 times a second", plant: faultyPollAgain},
		}},
		{"a function that submits itself", "function that submits itself", []program{
			{want: "faultyAgain", lasts: 150 * ms, plant: faultyAgain},
			{want: "faultyAfter", lasts: 150 * ms, plant: faultyAfter},
			{want: "faultyTurnEnd", lasts: 150 * ms, plant: faultyTurnEnd},
		}},
		{"a queue that only grows", "growing queue", []program{
			{want: "faultyFlood", plant: faultyFlood},
			{want: "faultySlowConsumer", plant: faultyProducer},
		}},
		{"a queue that is full", "refused functions", []program{
			{want: "The loop has refused 90 functions", options: []wakeful.Option{wakeful.WithQueueLimit(10, wakeful.OverflowReject)}, plant: faultyBurst},
			{want: "most time goes to", options: []wakeful.Option{wakeful.WithQueueLimit(100, wakeful.OverflowReject)}, plant: faultyOverload},
		}},
		{"a chain of microtasks", "microtask chain", []program{
			{want: "faultyChain", lasts: 2 * time.Second, plant: faultyChain},
			{want: " after ", plant: faultyPing},
			{want: "promise", lasts: 2 * time.Second, plant: faultyThens},
		}},
		{"a wake-up for each function", "wake-up for each function", []program{
			{want: "faultySubmitter", plant: faultySubmitter},
			{want: "faultyTicks", plant: faultyTicks},
		}},
		{"a loop that spins in vain", "spin in vain", []program{
			{want: "of the time", real: true, options: []wakeful.Option{wakeful.WithWaitStrategy(spinner{})}, plant: faultySpin},
			{want: "use the wait strategy Block or Adaptive", real: true, options: []wakeful.Option{wakeful.WithWaitStrategy(yielding{})}, plant: faultySpin},
		}},
		{"work that waits for goroutines", "work that waits", []program{
			{want: "faultyWork", real: true, options: []wakeful.Option{wakeful.WithMaxWorkers(1)}, plant: faultyWorks},
			{want: "raise WithMaxWorkers", real: true, options: []wakeful.Option{wakeful.WithMaxWorkers(2)}, plant: faultyManyWorks},
		}},
		{"work that is too small", "work that is too small", []program{
			{want: "faultyTiny", real: true, plant: faultyTinyWork},
			{want: "runs for", real: true, plant: faultyAdditions},
		}},
		{"a hot key", "hot key", []program{
			{want: "of the time of all", real: true, plant: faultyKey},
			{want: "more loops do not help", real: true, plant: faultyCustomer},
		}},
		{"a callback that panics", "callback that panics", []program{
			{want: "has panicked 3 times", options: ignore, plant: faultyPanics},
			{want: "faultyMap", options: ignore, plant: faultyTimerPanic},
		}},
		{"goroutines that keep the processors", "no processor", []program{
			{want: "The loop could run and did not", real: true, plant: faultyComputation},
		}},
		{"a garbage collector that always runs", "garbage collection", []program{
			{want: "The garbage collector runs about", real: true, plant: faultyCollections},
			{want: "allocate less", real: true, plant: faultyAllocations},
		}},
		{"a promise that nobody settles", "promise that nobody settles", []program{
			{want: "faultyPromise", lasts: 2 * time.Minute, plant: faultyPromise},
			{want: "faultyRequests", lasts: 2 * time.Minute, plant: faultyRequests},
		}},
		{"a keep-alive that nobody releases", "keep-alive that nobody releases", []program{
			{want: "faultyUpload", lasts: 2 * time.Minute, options: autoExit, watch: origins, plant: faultyUpload},
			{want: "Nothing but 3 keep-alives have", lasts: 2 * time.Minute, options: autoExit, watch: origins, plant: faultyUploads},
		}},
	}, unixFaults()...)
}

// found plants the fault on a loop and returns the sentence that is found, "" for none.
func (f *fault) found(t *testing.T, p *program, look <-chan time.Time) string {
	t.Helper()
	l := unrun(t, p.options...)
	r, err := telemetry.Record(l, 8<<20)
	check(t, err)
	t.Cleanup(func() { check(t, r.Close()) })
	on := &planting{t: t, l: l, stop: make(chan struct{}), recorder: r}
	defer on.finish() // before the loop is shut down
	if p.watch != nil {
		watch(t, l, p.watch...)
	}
	starting := l.KeepAlive()
	launch(t, l)
	on.call(func() {})
	p.plant(on)
	starting.Release()
	<-look
	all, _ := read(t, on.recorder)
	sentence := ""
	for _, found := range all.Findings() {
		switch {
		case found.Rule == f.rule && strings.Contains(found.Text, p.want):
			sentence = found.Text
			if found.Start <= 0 || found.End < found.Start {
				t.Errorf("the finding is at %d to %d", found.Start, found.End)
			}
		case !p.real:
			t.Errorf("it found %+v, want %q of the rule %q", found, p.want, f.rule)
		}
	}
	return sentence
}

// TestFaults plants each fault in each of its programs, and logs the sentence that the rules say about it.
// In fake time they must find nothing else. In real time the machine may have faults of its own, and too
// little time for the planted one.
func TestFaults(t *testing.T) {
	tries := 20
	if testing.Short() {
		tries = 5
	}
	for _, f := range faults() {
		t.Run(strings.ReplaceAll(f.name, " ", "-"), func(t *testing.T) {
			for i := range f.programs {
				p := &f.programs[i]
				switch {
				case p.real && underRace && i == 0:
					t.Skip("NOT RUN: the rules' limits are of programs without the race detector")
				case p.real && (underRace || testing.Short() && i > 0):
					continue // one in real time is enough
				}
				sentence := ""
				if p.real {
					for n := 0; sentence == ""; n++ {
						if n == tries {
							t.Skipf("NOT RUN: the machine had no time for the fault in %d recordings", tries)
						}
						t.Run("real", func(t *testing.T) { sentence = f.found(t, p, time.NewTimer(600*ms).C) })
					}
				} else {
					// Which callbacks are timed is random, so one recording may have too few of a fault.
					for n := 0; n < 3 && sentence == ""; n++ {
						synctest.Test(t, func(t *testing.T) { sentence = f.found(t, p, time.After(cmp.Or(p.lasts, time.Second))) })
					}
					if sentence == "" {
						t.Error("it was not found")
					}
				}
				t.Log(sentence)
				if i == 0 {
					documented(t, &f, sentence)
				}
			}
		})
	}
}

// documented compares the sentence of the first program with the one in docs/recordings.md, which has no
// numbers of lines. In real time a part of it depends on the machine.
func documented(t *testing.T, f *fault, sentence string) {
	t.Helper()
	page, err := os.ReadFile("../docs/recordings.md")
	check(t, err)
	_, row, found := strings.Cut(string(page), "\n| "+f.name+" | "+f.rule+": ")
	row, _, _ = strings.Cut(row, " |\n")
	p := &f.programs[0]
	if !found || placeInTest.MatchString(row) || p.real && !strings.Contains(row, p.want) ||
		!p.real && withoutAmounts(row) != withoutAmounts(sentence) {
		t.Errorf("docs/recordings.md has %q for it", row)
	}
}

var (
	placeInTest = regexp.MustCompile(`\((?:[^()]*/)?([^ /()]+\.go):\d+\)`)
	amount      = regexp.MustCompile(`(\d[\d.]*(ns|µs|ms|s|m|h)?)+`)
)

// withoutAmounts returns a sentence without what differs from run to run.
func withoutAmounts(sentence string) string {
	sentence = strings.NewReplacer("github.com/wakeful-go/wakeful/", "", "telemetry_test.", "", " once,", " 1 times,").Replace(sentence)
	return amount.ReplaceAllString(placeInTest.ReplaceAllString(sentence, "($1)"), "#")
}
