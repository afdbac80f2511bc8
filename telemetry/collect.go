package telemetry

import (
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/internal/observe"
)

// This file owns the collection of a Snapshot.

const (
	slowest   = 32
	keptAlive = 100
)

// phases are the names of the phases, by their numbers in samples.
var phases = [observe.Phases]string{"wait strategy", "timers", "priority", "descriptors", "submitted",
	"after submitted", "turn end", "end", "microtasks", "JavaScript"}

// Snapshot returns the current figures. It neither wakes the loop nor waits for it. It takes some
// 20 us, and more with many timers.
func (w *Watcher) Snapshot() Snapshot {
	s := Snapshot{
		Loop: w.name, ID: w.inside.ID(), Time: time.Now(), WatchedSince: w.since, State: w.state(),
		Metrics: w.loop.Metrics(),
		Delay:   w.delay.histogram(), DelayInterval: delayInterval,
		SampleEvery: w.settings.sampling, StallLimit: w.settings.limit, Origins: w.settings.origins,
	}
	recorder := &w.observer.Recorder
	recorder.Phase(func(phase int, c *observe.Counts) {
		s.Durations = append(s.Durations, PhaseDurations{phases[phase], newHistogram(c)})
	})
	for _, slow := range recorder.Slowest(slowest) {
		s.Slowest = append(s.Slowest, newCallback(slow))
	}
	s.Stalls, s.RecentStalls = w.stalls.snapshot()
	alive, count := w.inside.Alive(keptAlive)
	s.AliveCount = count
	for _, a := range alive {
		s.AliveEntries = append(s.AliveEntries, newAliveEntry(w.inside, a))
	}
	return s
}

func (w *Watcher) state() State {
	switch state := w.inside.State(); {
	case state == observe.New:
		return StateNew
	case state == observe.Ended:
		return StateEnded
	case w.inside.Parked():
		return StateParked
	case state == observe.Draining:
		return StateDraining
	}
	return StateRunning
}

func newHistogram(c *observe.Counts) Histogram {
	h := Histogram{Count: c.Count, Sum: time.Duration(c.Seconds * 1e9), Max: time.Duration(c.Max * 1e9)}
	c.Each(func(index int, count uint64) { h.Buckets = append(h.Buckets, Bucket{index, count}) })
	return h
}

func newCallback(s observe.Slow) Callback {
	c := Callback{
		Phase: phases[s.Phase], Samples: s.Samples,
		Total: time.Duration(s.Total * 1e9), Max: time.Duration(s.Max * 1e9),
	}
	switch {
	case s.Script != "":
		c.Name, c.File, c.Line = scriptFunction(s.Script)
	case s.Func == observe.NamedEntry:
		c.Name = s.Name
	default:
		c.Name, c.File, c.Line = function(s.Func)
	}
	c.Name = limited(c.Name)
	return c
}

// scriptFunction parses module js's description of a function: its name, file and line, one per
// line.
func scriptFunction(s string) (name, file string, line int) {
	parts := strings.SplitN(s, "\n", 3)
	if len(parts) < 3 {
		return s, "", 0
	}
	line, _ = strconv.Atoi(parts[2])
	return parts[0], parts[1], line
}

// function returns the name of a function and the place of its declaration.
func function(entry uintptr) (name, file string, line int) {
	f := runtime.FuncForPC(entry)
	if f == nil {
		return "unknown", "", 0
	}
	file, line = f.FileLine(f.Entry())
	return strings.TrimSuffix(f.Name(), "-fm"), file, line
}

func newAliveEntry(inside observe.Loop, a observe.Alive) AliveEntry {
	k := AliveEntry{Kind: a.Kind, Detail: a.Detail, Count: a.Count}
	if a.Func != 0 {
		name, _, _ := function(a.Func)
		k.Detail = strings.TrimSpace(k.Detail + " " + name)
	}
	k.Detail = limited(k.Detail)
	if a.Due != 0 {
		k.Due = time.Unix(0, inside.Epoch()+a.Due)
	}
	k.Script = a.Script
	if len(a.Origin) > 0 {
		frames := runtime.CallersFrames(a.Origin)
		for more := true; more; {
			var f runtime.Frame
			f, more = frames.Next()
			if len(k.Origin) == 0 && strings.HasPrefix(f.Function, module+".") {
				continue // skip the library function that was called
			}
			k.Origin = append(k.Origin, Frame{f.Function, f.File, f.Line})
		}
	}
	return k
}
