package sandbox_test

// Calls of good and hostile tenants together, many of them.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/sandbox"
)

const tenantsModule = `export const good = async o => ({...o, total: o.total + (await echo(o)).items.length}),
	hostile = [
		() => { for (;;); }, () => { for (const l = []; ;) l.push({}) }, () => { throw new Error('no') }, () => new Promise(() => {}),
		() => { setInterval(() => {}, 1); return new Promise(() => {}) }, () => { for (let i = 0; i < 5; i++) echo(i); return 1 },
		() => 'x'.repeat(1 << 29), function f() { f() }, () => /(a+)+b/.test('a'.repeat(100)), () => { for (;;) console.log('x'.repeat(1000)) },
		() => new Array(1 << 21), () => echo(new Array(2e6).fill(null)),
	], bad = n => hostile[n % hostile.length]();`

// TestMixedTenants: after many calls, of which one in a hundred is hostile, nothing is left of them, and all
// good ones have had their result. WAKEFUL_SANDBOX_CALLS is the number of calls.
func TestMixedTenants(t *testing.T) {
	calls := 2000
	if n, err := strconv.Atoi(os.Getenv("WAKEFUL_SANDBOX_CALLS")); err == nil {
		calls = n
	}
	sb := open(t, sandbox.Config{CPU: 10 * time.Millisecond, Wall: 100 * time.Millisecond, Memory: 16 << 20},
		sandbox.Tool("echo", func(_ context.Context, v any) (any, error) { return v, nil }))
	p, err := sb.Compile("tenants.js", tenantsModule)
	if err != nil {
		t.Fatal(err)
	}
	mixedCalls(t, p, 1000)
	before := heldOf(t)
	began := time.Now()
	times := mixedCalls(t, p, calls)
	took := time.Since(began)
	after := heldOf(t)
	t.Logf("%d calls in %v: median of the good ones %v, p99 %v; before %+v, after %+v", calls, took.Round(time.Millisecond), times[len(times)/2], times[len(times)*99/100], before, after)
	// The runtime keeps threads and maps more of its heap. Coroutines wait for later calls.
	if after.goroutines > before.goroutines+16 || after.descriptors > before.descriptors+16 || after.mappings > before.mappings+100 || after.images > before.images+8 || after.memory > before.memory+64<<20 {
		t.Errorf("before %+v, after %+v", before, after)
	}
}

// mixedCalls calls from four goroutines, and four more call one that is hostile for each hundred of these. It
// returns how long the good calls took, in order.
func mixedCalls(t *testing.T, p *sandbox.Program, calls int) (times []time.Duration) {
	const share = 100
	tickets := make(chan int, 16)
	var mu sync.Mutex
	var callers, attackers sync.WaitGroup
	for range 4 {
		attackers.Go(func() {
			for n := range tickets {
				if _, err := p.Call(t.Context(), "bad", n); errors.Is(err, sandbox.ErrEngine) {
					t.Errorf("hostile call %d: %v", n, err)
				}
			}
		})
	}
	for caller := range 4 {
		callers.Go(func() {
			var own []time.Duration
			for n := caller; n < calls-calls/share; n += 4 {
				if n%share == 0 {
					tickets <- n / share
				}
				began := time.Now()
				v, err := p.Call(t.Context(), "good", small)
				own = append(own, time.Since(began))
				order, ok := v.(map[string]any)
				late := errors.Is(err, sandbox.ErrWall) || errors.Is(err, sandbox.ErrCPU) // the machine was busy for so long
				if !late && (!ok || order["total"] != 5.0) {
					t.Error(v, err)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			times = append(times, own...)
		})
	}
	callers.Wait()
	close(tickets)
	attackers.Wait()
	slices.Sort(times)
	return times
}

// held is what the process has. All but goroutines are zero where there is no /proc. Images are the mappings of
// snapshots: one for each instance, and one for the snapshot.
type held struct{ goroutines, descriptors, mappings, images, memory int }

func heldOf(t *testing.T) (h held) {
	t.Helper()
	runtime.GC()
	h.goroutines = runtime.NumGoroutine()
	open, _ := os.ReadDir("/proc/self/fd")
	maps, _ := os.ReadFile("/proc/self/maps")
	h.descriptors, h.mappings, h.images = len(open), strings.Count(string(maps), "\n"), strings.Count(string(maps), "wakeful-sandbox")
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		var size int
		if _, err := fmt.Sscan(string(text), &size, &h.memory); err != nil {
			t.Fatal(err)
		}
		h.memory *= os.Getpagesize()
	}
	return h
}
