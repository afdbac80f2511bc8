package js_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// delayed runs a program in fake time, with a function of Go that sleeps on the loop.
func delayed(t *testing.T, source string) (trace []string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		loop, err := wakeful.New()
		if err != nil {
			t.Fatal(err)
		}
		var r *js.Runtime
		r, err = js.New(loop, js.WithFullAccess(), quiet, js.WithGlobal("L", func(c js.FunctionCall) js.Value {
			for _, a := range c.Arguments {
				trace = append(trace, a.String())
			}
			return nil
		}), js.WithGlobal("busy", func(c js.FunctionCall) js.Value {
			time.Sleep(time.Duration(c.Argument(0).ToInteger()) * time.Millisecond) //nolint:forbidigo // the bubble's clock
			return nil
		}))
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan error)
		go func() { ended <- loop.Run(t.Context()) }()
		if code, err := r.MainString(t.Context(), "main.js", source); code != 0 || err != nil {
			t.Errorf("exit code %d, %v", code, err)
		}
		if err := loop.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		<-ended
	})
	return trace
}

// monitored begins a monitor, and means by bucket that a figure is in that of some milliseconds.
//
// Of the time for which the loop is idle, what it has been busy for in real time is taken away: it
// may have been kept waiting for a processor. So counts have a margin.
const monitored = `
	const about = (most, n) => n <= most && n > most * 0.7;
	const h = require('perf_hooks').monitorEventLoopDelay({ resolution: 10 });
	const bucket = (ms) => (ns) => Math.abs(ns - ms * 1e6) < ms * 1e3;
	h.enable();`

func TestMonitorEventLoopDelay(t *testing.T) {
	for _, c := range []struct{ name, source string }{
		{"an idle loop was on time", `
			setTimeout(() => L(about(6001, h.count), bucket(10)(h.min), bucket(10)(h.max)), 60015)`},
		{"a busy turn", `
			setTimeout(() => busy(85), 5);
			setTimeout(() => L(bucket(90)(h.max), bucket(10)(h.min), bucket(90)(h.percentile(100)), bucket(10)(h.percentile(50))), 1000)`},
		{"a busy turn after a long pause", `
			setTimeout(() => busy(500), 60005);
			setTimeout(() => L(bucket(505)(h.max), bucket(10)(h.min), about(6100, h.count)), 61000)`},
		{"the turn in which it was enabled", `busy(200); setTimeout(() => L(bucket(200)(h.max)), 20)`},
		{"not while it is disabled", `
			h.disable();
			setTimeout(() => busy(300), 10);
			setTimeout(() => { L(h.count === 0); h.enable() }, 400);
			setTimeout(() => L(h.count > 0, bucket(10)(h.max)), 500)`},
		{"disabled in a long pause", `
			setTimeout(() => { h.disable(); const n = h.count; L(about(100, n)); busy(50); setTimeout(() => L(h.count === n), 1000) }, 1005)`},
		{"reset forgets", `
			setTimeout(() => busy(300), 10);
			setTimeout(() => { h.reset(); L(h.count === 0) }, 400);
			setTimeout(() => L(h.count > 0, bucket(10)(h.max)), 500)`},
		{"two monitors", `
			const g = require('perf_hooks').monitorEventLoopDelay({ resolution: 100 });
			g.enable();
			setTimeout(() => L(about(1000, h.count), about(100, g.count)), 10005)`},
		{"with another clock of the program", `
			process.hrtime.bigint = () => 0;
			setTimeout(() => L(about(100, h.count), bucket(10)(h.max)), 1005)`},
		{"it does not keep a program running", `L(true)`},
		{"the longest resolution", `
			const g = require('perf_hooks').monitorEventLoopDelay({ resolution: Number.MAX_SAFE_INTEGER });
			L(g.enable()); setTimeout(() => L(g.count === 0, g.disable()), 1000)`},
	} {
		trace := delayed(t, monitored+c.source)
		if len(trace) == 0 {
			t.Errorf("%s: the program did not say anything", c.name)
		}
		for i, v := range trace {
			if v != "true" {
				t.Errorf("%s: %d of %v", c.name, i, trace)
			}
		}
	}
}
