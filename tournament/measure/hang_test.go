package measure

import (
	"context"
	"errors"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/tournament/runner"
)

// Only the limit can end these. The first notices that it was asked to give up. The
// others do not, and their runtime says where they are held. The limit
// passes when the process has said that it hangs, and nobody waits for less than forever,
// so no result depends on how fast a process is.
func TestAHangIsARow(t *testing.T) {
	for name, want := range map[string]string{
		"loses": "a task or a wake-up was lost",
		"hangs": "in measure.testEntries",
		"deaf":  "in measure.testEntries",
	} {
		t.Run(name, func(t *testing.T) {
			if runtime.GOOS == "windows" {
				t.Skip("NOT RUN: a process is not asked to give up there, but ended")
			}
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			t.Setenv(hangsAt, l.Addr().String())
			expired, expire := context.WithCancel(t.Context())
			defer expire()
			heard := make(chan struct{})
			go func() {
				defer close(heard)
				if conn, err := l.Accept(); err == nil {
					_ = conn.Close()
					expire()
				}
			}()
			o := options(t, 1, name)
			until := limit{expired: expired, cause: "no result in time", stacksAfter: time.Hour, killAfter: time.Hour}
			if name != "loses" {
				until.stacksAfter = 0
			}
			_, err = perform(t.Context(), o.Process, until, order{Contestant: name, Workload: "ping-pong", Lengths: *o.Lengths, Process: o.Process})
			if err := l.Close(); err != nil {
				t.Error(err)
			}
			<-heard
			var failed *runner.FailedSampleError
			if !errors.As(err, &failed) || !strings.Contains(failed.Reason, want) || !strings.Contains(failed.Reason, "no result in time") {
				t.Errorf("the error is %v; want the limit and %q", err, want)
			}
		})
	}
}

// A run's limit is the time that it is given.
func TestALimitPasses(t *testing.T) {
	o := options(t, 1, "hangs")
	until, stop := newLimit(t.Context(), time.Nanosecond)
	defer stop()
	<-until.expired.Done()
	if until.cause != "no result after 1ns" || until.killAfter <= until.stacksAfter {
		t.Errorf("the limit is %+v", until)
	}
	// The process of a sample whose time is over does not start.
	if _, err := perform(t.Context(), o.Process, until, order{Contestant: "hangs", Workload: "ping-pong"}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the error is %v", err)
	}
}
