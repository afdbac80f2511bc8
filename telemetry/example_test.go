package telemetry_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"syscall"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/telemetry"
)

// A callback waits for something and blocks the loop. The watchdog says which one it is.
func Example() {
	loop, _ := wakeful.New(wakeful.WithName("orders"))
	stalls := make(chan telemetry.Stall, 1)
	_, err := telemetry.Watch(loop, telemetry.WithLogger(nil),
		telemetry.WithStallLimit(10*time.Millisecond, func(s telemetry.Stall) {
			select {
			case stalls <- s:
			default: // it is reported again
			}
		}))
	if err != nil {
		panic(err)
	}
	go loop.Run(context.Background())

	prices := make(chan int)
	loop.Submit(telemetry.Named("load prices", func() { <-prices }))
	s := <-stalls
	fmt.Println(s.Loop, "is blocked by", s.Callback)
	close(prices)
	loop.Shutdown(context.Background())
	// Output: orders is blocked by load prices
}

// The figures remain readable after the end of the loop.
func ExampleWatcher() {
	loop, _ := wakeful.New(wakeful.WithName("orders"), wakeful.WithAutoExit())
	watcher, _ := telemetry.Watch(loop)
	defer watcher.Close()
	loop.Submit(func() {})
	loop.Run(context.Background())
	s := watcher.Snapshot()
	fmt.Println(s.Loop, s.State, s.Metrics.Executed)
	// Output: orders ended 1
}

// All watched loops of the process, for example for a health check.
func ExampleWatchers() {
	loop, _ := wakeful.New(wakeful.WithName("orders"))
	defer loop.Close()
	telemetry.Watch(loop)
	for _, watcher := range telemetry.Watchers() {
		s := watcher.Snapshot()
		fmt.Println(s.Loop, "has", s.Metrics.Queued, "functions in its queue")
	}
	// Output: orders has 0 functions in its queue
}

// An invalid value is an error of Watch, which names the option.
func ExampleOption() {
	loop, _ := wakeful.New()
	defer loop.Close()
	_, err := telemetry.Watch(loop, telemetry.WithOrigins(), telemetry.WithSampling(-1))
	fmt.Println(err)
	// Output:
	// wakeful: invalid option: telemetry.WithSampling(-1): one in n callbacks is timed, n from 1 to 1<<30, or none for 0
}

// Two snapshots give the figures of the time between them.
func ExampleSnapshot() {
	before := telemetry.Snapshot{Metrics: wakeful.Metrics{Executed: 1000, Busy: 10 * time.Second}}
	after := telemetry.Snapshot{Metrics: wakeful.Metrics{Executed: 1500, Busy: 11 * time.Second, Parked: 4 * time.Second}}
	fmt.Println(after.Metrics.Executed-before.Metrics.Executed, "functions in", after.Utilization(before).Window)
	// Output: 500 functions in 5s
}

func ExampleUtilization() {
	s := telemetry.Snapshot{Metrics: wakeful.Metrics{Busy: 3 * time.Second, Parked: 7 * time.Second}}
	u := s.Utilization(telemetry.Snapshot{}) // since Run
	fmt.Printf("busy %.0f %%, parked %.0f %%\n", 100*u.Busy, 100*u.Parked)
	// Output: busy 30 %, parked 70 %
}

func ExampleState() {
	loop, _ := wakeful.New()
	watcher, _ := telemetry.Watch(loop)
	fmt.Println(watcher.Snapshot().State)
	loop.Close()
	fmt.Println(watcher.Snapshot().State == telemetry.StateEnded)
	// Output:
	// new
	// true
}

// Half of the functions would have waited for at most the median.
func ExampleHistogram() {
	delay := telemetry.Histogram{
		Count: 100, Sum: 400 * time.Millisecond, Max: 200 * time.Millisecond,
		Buckets: []telemetry.Bucket{{Index: -160, Count: 98}, {Index: -37, Count: 2}},
	}
	fmt.Println("mean", delay.Mean())
	fmt.Println("p50 ", delay.Percentile(50).Round(time.Microsecond))
	fmt.Println("p99 ", delay.Percentile(99).Round(time.Millisecond))
	// Output:
	// mean 4ms
	// p50  956µs
	// p99  197ms
}

func ExampleBucket() {
	b := telemetry.Bucket{Index: 0, Count: 3}
	fmt.Println(b.Count, "durations above", b.Lower().Round(time.Millisecond), "and up to", b.Upper())
	// Output: 3 durations above 958ms and up to 1s
}

// Callbacks are timed by phase. Sampling all of them is for tests.
func ExamplePhaseDurations() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	watcher, _ := telemetry.Watch(loop, telemetry.WithSampling(1))
	loop.SubmitBatch([]func(){func() {}, func() {}})
	loop.AfterFunc(0, func() {})
	loop.Run(context.Background())
	for _, d := range watcher.Snapshot().Durations {
		fmt.Println(d.Phase, d.Count)
	}
	// Output:
	// timers 1
	// submitted 2
}

func ExampleCallback() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	watcher, _ := telemetry.Watch(loop, telemetry.WithSampling(1))
	reload := telemetry.Named("reload", func() {})
	loop.SubmitBatch([]func(){reload, reload})
	loop.Run(context.Background())
	for _, c := range watcher.Snapshot().Slowest {
		fmt.Println(c.Name, "was timed", c.Samples, "times in the phase", c.Phase)
	}
	// Output: reload was timed 2 times in the phase submitted
}

// A stall that continues is reported again. Here the first report ends it.
func ExampleStall() {
	loop, _ := wakeful.New()
	answer := make(chan bool)
	var once bool
	watcher, _ := telemetry.Watch(loop, telemetry.WithLogger(nil),
		telemetry.WithStallLimit(10*time.Millisecond, func(s telemetry.Stall) {
			if !once {
				once = true
				fmt.Println("report", s.Reports, "of", s.Callback)
				close(answer)
			}
		}))
	go loop.Run(context.Background())
	loop.Submit(telemetry.Named("ask", func() { <-answer }))
	loop.Shutdown(context.Background())
	fmt.Println(watcher.Snapshot().Stalls, "stall")
	// Output:
	// report 1 of ask
	// 1 stall
}

// Why does a loop made WithAutoExit not end?
func ExampleAliveEntry() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	defer loop.Close()
	watcher, _ := telemetry.Watch(loop)
	loop.Every(time.Hour, func() {})
	loop.KeepAlive()
	for _, entry := range watcher.Snapshot().AliveEntries {
		fmt.Println(entry.Count, entry.Kind)
	}
	// Output:
	// 1 timer
	// 1 keep-alive
}

// With origins, an entry says where it was created.
func ExampleFrame() {
	loop, _ := wakeful.New()
	defer loop.Close()
	watcher, _ := telemetry.Watch(loop, telemetry.WithOrigins())
	loop.KeepAlive()
	for _, entry := range watcher.Snapshot().AliveEntries {
		frame := entry.Origin[0]
		fmt.Println(entry.Kind, "of", path.Base(frame.Function), "in", path.Base(frame.File))
	}
	// Output: keep-alive of telemetry_test.ExampleFrame in example_test.go
}

// A closure gets a name that says what it does.
func ExampleNamed() {
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	loop.Submit(telemetry.Named("greet", func() { fmt.Println("hello") }))
	loop.Run(context.Background())
	// Output: hello
}

// A browser that asks for another name of the server is refused.
func ExampleHandlerOption() {
	page := telemetry.Handler(telemetry.WithHosts("metrics.example.com"))
	for _, url := range []string{"http://localhost/", "http://metrics.example.com/", "http://attacker.example/"} {
		response := httptest.NewRecorder()
		page.ServeHTTP(response, httptest.NewRequest(http.MethodGet, url, nil))
		fmt.Println(url, response.Code)
	}
	// Output:
	// http://localhost/ 200
	// http://metrics.example.com/ 200
	// http://attacker.example/ 403
}

// The page is served beside other handlers, under any path.
func ExampleHandler() {
	mux := http.NewServeMux()
	mux.Handle("/debug/loops", telemetry.Handler())
	response := httptest.NewRecorder()
	mux.ServeHTTP(response, httptest.NewRequest(http.MethodGet, "http://127.0.0.1/debug/loops", nil))
	fmt.Println(response.Header().Get("Content-Type"))
	// Output: text/html; charset=utf-8
}

// expvar.Publish takes the result of Expvar.
func ExampleExpvar() {
	loop, _ := wakeful.New(wakeful.WithName("orders"))
	defer loop.Close()
	telemetry.Watch(loop)
	var loops map[string]telemetry.Snapshot
	err := json.Unmarshal([]byte(telemetry.Expvar().String()), &loops)
	fmt.Println(loops["orders"].State, err)
	// Output: new <nil>
}

// A recording contains the last events of a loop.
func ExampleRecord() {
	loop, _ := wakeful.New(wakeful.WithName("orders"), wakeful.WithAutoExit())
	recorder, _ := telemetry.Record(loop, 4<<20) // 131,072 events
	defer recorder.Close()
	loop.Submit(func() { fmt.Println("hello") })
	loop.Run(context.Background())
	var file bytes.Buffer // or an os.File, for wakeful trace
	_, err := recorder.WriteTo(&file)
	line, _ := file.ReadString('\n')
	fmt.Print(line, err)
	// Output:
	// hello
	// wakeful recording 1
	// <nil>
}

// A file with the recordings of all loops, for wakeful trace.
func ExampleDump() {
	file, _ := os.CreateTemp("", "loops-*.rec")
	defer os.Remove(file.Name())
	fmt.Println(telemetry.Dump(file), file.Close())
	// Output: <nil> <nil>
}

// A recording is written when the process gets SIGHUP. It has the execution trace of the same seconds.
func ExampleDumpOnSignal() {
	loop, _ := wakeful.New(wakeful.WithName("orders"))
	recorder, err := telemetry.Record(loop, 1<<20)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer recorder.Close()
	stopTrace, err := telemetry.RecordTrace()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer stopTrace()
	stopDumps, err := telemetry.DumpOnSignal(os.TempDir(), syscall.SIGHUP)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer stopDumps()
	loop.Submit(func() {
		fmt.Println("recorded")
		loop.Close()
	})
	loop.Run(context.Background())
	// Output: recorded
}
