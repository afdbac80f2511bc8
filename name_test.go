package wakeful_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful"
)

// labelled reports whether the goroutine profile shows a goroutine inside the given function with
// the loop's name.
func labelled(t *testing.T, function, name string) bool {
	t.Helper()
	var text bytes.Buffer
	check(t, pprof.Lookup("goroutine").WriteTo(&text, 1))
	for entry := range strings.SplitSeq(text.String(), "\n\n") {
		if strings.Contains(entry, `# labels: {"wakeful.loop":"`+name+`"}`) && strings.Contains(entry, function) {
			return true
		}
	}
	return false
}

// atWork tells that it has begun and returns when it is released.
func atWork(started chan<- struct{}, release <-chan struct{}) {
	close(started)
	<-release
}

// The goroutine of a loop and its workers have the loop's name in profiles, also those that
// continue for one that a callback has ended.
func TestProfilesHaveTheNameOfTheLoop(t *testing.T) {
	notHosted(t, "the goroutine is the host's")
	l := running(t, wakeful.WithName("orders"), ignored())
	for _, what := range []string{"at first", "on the goroutine that continues"} {
		started, release := make(chan struct{}), make(chan struct{})
		check(t, l.Submit(func() { atWork(started, release) }))
		<-started
		if !labelled(t, "wakeful_test.atWork", "orders") {
			t.Errorf("%s: the loop's goroutine has no label", what)
		}
		close(release)
		check(t, l.Submit(runtime.Goexit))
	}
	for range 2 {
		started, release, ended := make(chan struct{}), make(chan struct{}), make(chan struct{})
		check(t, l.RunBlocking(context.Background(), func(context.Context) (int, error) {
			atWork(started, release)
			runtime.Goexit()
			return 0, nil
		}, func(int, error) { close(ended) }))
		<-started
		if !labelled(t, "wakeful_test.atWork", "orders") {
			t.Error("a worker has no label")
		}
		close(release)
		<-ended
	}
}

// Turns are regions of an execution trace by the loop's name. The tests of examples/dashboard count
// them, and TestNothingIsAllocated shows that no region is made while nothing is traced.
func TestTracesHaveTheNameOfTheLoop(t *testing.T) {
	var text bytes.Buffer
	if err := trace.Start(&text); err != nil {
		t.Skipf("NOT RUN: somebody else traces: %v", err)
	}
	on(t, running(t, wakeful.WithName("orders")), func() {})
	on(t, running(t), func() {})
	trace.Stop()
	for _, region := range []string{"orders turn", "wakeful turn"} {
		if !bytes.Contains(text.Bytes(), []byte(region)) {
			t.Errorf("the trace has no region %q", region)
		}
	}
}

// Errors and panics tell which loop they are from, and a loop without a name is not mentioned.
func TestErrorsHaveTheNameOfTheLoop(t *testing.T) {
	notHosted(t, "Run is refused")
	for _, c := range []struct {
		name, want string
		options    []wakeful.Option
	}{
		{"named", ` (loop "orders")`, []wakeful.Option{wakeful.WithName("orders")}},
		{"unnamed", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := unrun(t, c.options...)
			check(t, l.Close())
			ran := l.Run(context.Background())
			_, timer := l.AfterFunc(0, func() {})
			_, call := l.Call(context.Background(), func() (int, error) { return 0, nil })
			for what, err := range map[string]error{"Run": ran, "Submit": l.Submit(func() {}), "AfterFunc": timer, "Call": call} {
				if !errors.Is(err, wakeful.ErrClosed) || err.Error() != wakeful.ErrClosed.Error()+c.want {
					t.Errorf("%s: %q", what, err)
				}
			}
		})
	}
}

func TestThePanicLogHasTheNameOfTheLoop(t *testing.T) {
	before := slog.Default()
	defer slog.SetDefault(before)
	for name, want := range map[string]bool{"orders": true, "": false} {
		var log bytes.Buffer
		slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
		l := running(t, wakeful.WithName(name))
		check(t, l.Submit(func() { panic("on purpose") }))
		check(t, l.Shutdown(context.Background()))
		if got := log.String(); !strings.Contains(got, "on purpose") || strings.Contains(got, "loop=orders") != want {
			t.Errorf("named %q: the log is %s", name, got)
		}
	}
}
