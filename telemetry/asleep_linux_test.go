//go:build !wakeful_purego && (amd64 || arm64 || 386)

package telemetry_test

import (
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/internal/recording"
	"github.com/wakeful-go/wakeful/telemetry"
)

// TestOthersWant: a goroutine that computes is seen, and only some states wait for one.
func TestOthersWant(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for n := 1; n <= 2; n++ { // with one processor, the thread that computes is that of the caller
		runtime.GOMAXPROCS(n)
		stop, ended := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(ended)
			for !closed(stop) {
			}
		}()
		for !telemetry.OthersWant() {
		}
		close(stop)
		<-ended
	}
	for state, want := range map[string]bool{
		"chan receive": true, "chan send": true, "select": true, "sync.Mutex.Lock": true, "sync.WaitGroup.Wait": true,
		"semacquire": true, "coroutine": true, "sleep": false, "syscall": false, "IO wait": false, "running": false,
	} {
		if telemetry.WaitsForGoroutine(state) != want {
			t.Errorf("%q: %t", state, !want)
		}
	}
}

// TestRecordLongCallbacks: a callback of 10 ms or longer says for how long its thread has waited for a
// processor.
func TestRecordLongCallbacks(t *testing.T) {
	if _, err := os.Stat("/proc/thread-self/schedstat"); err != nil {
		t.Skip("NOT RUN: the kernel does not count how long a thread waits for a processor")
	}
	l := unrun(t)
	r := record(t, l)
	launch(t, l)
	for known := 0; known == 0; {
		for range 5 { // another thread may continue one of them
			on(t, l, func() {
				for began := time.Now(); time.Since(began) < 12*ms; {
				}
			})
		}
		_, loop := read(t, r)
		callbacks := map[int64]int64{}
		for _, e := range loop.Events {
			switch {
			case e.Kind == recording.Callback:
				callbacks[e.Start] = e.Duration
			case e.Kind == recording.Tag && e.Detail == recording.TagWaited:
				known++
				if callbacks[e.Start] < int64(10*ms) {
					t.Errorf("a callback of %d ns has a wait of %d ns", callbacks[e.Start], e.A)
				}
			}
		}
	}
}

// The state of a goroutine says whether its thread sleeps in the system call. If the kernel works in
// it, the callback may have to wait for a processor, and is only a stall for its processor time.
func TestACallbackSleepsInASystemCallOrNot(t *testing.T) {
	r, w, err := os.Pipe()
	check(t, err)
	fd := int(r.Fd()) // it blocks now
	zeros, err := os.Open("/dev/zero")
	check(t, err)
	t.Cleanup(func() {
		check(t, r.Close())
		check(t, w.Close())
		check(t, zeros.Close())
	})
	working, stop := int(zeros.Fd()), make(chan struct{})
	for _, c := range []struct {
		name, state string
		call        func()
		end         func()
	}{
		{"sleeps", "syscall", func() { _, _ = syscall.Read(fd, make([]byte, 1)) }, func() {
			_, err := w.Write([]byte{1})
			check(t, err)
		}},
		{"works", "running in syscall", func() {
			for buffer := make([]byte, 1<<20); !closed(stop); {
				_, _ = syscall.Read(working, buffer)
			}
		}, func() { close(stop) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := unrun(t)
			watch(t, l)
			launch(t, l)
			on(t, l, func() {}) // now the loop has noticed its observer
			check(t, l.Submit(c.call))
			state, text := "", ""
			for state != c.state || !strings.Contains(text, "syscall.Read") {
				state, text = telemetry.StackOf(l)
			}
			if !strings.Contains(text, "["+c.state) {
				t.Errorf("the stack has another state: %s", text)
			}
			c.end()
		})
	}
}
