package telemetry

import (
	"strconv"
	"time"
)

// This file owns the data of the page. Durations are in nanoseconds, times in Unix milliseconds.

// pageUpdate is one event.
type pageUpdate struct {
	Loops []pageLoop `json:"loops"`
}

// pageLoop is one loop. Rates and the delay are since the previous event. In the first event, rates
// are since Run and the delay is since Watch.
type pageLoop struct {
	ID       uint64  `json:"id"`
	Name     string  `json:"name"`
	State    State   `json:"state"`
	Seconds  float64 `json:"seconds"` // since the previous event, 0 in the first
	Busy     float64 `json:"busy"`
	Spinning float64 `json:"spinning"`
	Parked   float64 `json:"parked"`

	Queued    uint64  `json:"queued"`
	Turns     float64 `json:"turns"` // per second, as the next two fields
	Callbacks float64 `json:"callbacks"`
	Wakeups   float64 `json:"wakeups"`

	Delay     pageDelay      `json:"delay"`
	Phases    []pagePhase    `json:"phases"`
	Every     int            `json:"every"` // n if one in n callbacks is sampled
	Findings  []pageFinding  `json:"findings"`
	Recorded  bool           `json:"recorded"`
	Slowest   []pageCallback `json:"slowest"`
	Limit     time.Duration  `json:"limit"`
	Stalls    uint64         `json:"stalls"`
	Recent    []pageStall    `json:"recent"`
	Alive     []pageAlive    `json:"alive"`
	AliveSize int            `json:"aliveSize"`
	Origins   bool           `json:"origins"`
}

type pageDelay struct {
	Count   uint64        `json:"count"`
	P50     time.Duration `json:"p50"`
	P99     time.Duration `json:"p99"`
	Max     time.Duration `json:"max"`
	Buckets [][2]int64    `json:"buckets"` // index and count
}

type pagePhase struct {
	Name  string        `json:"name"`
	Count uint64        `json:"count"`
	P50   time.Duration `json:"p50"`
	P99   time.Duration `json:"p99"`
	Max   time.Duration `json:"max"`
}

type pageCallback struct {
	Name    string        `json:"name"`
	Place   string        `json:"place"`
	Phase   string        `json:"phase"`
	Samples uint64        `json:"samples"`
	Mean    time.Duration `json:"mean"`
	Max     time.Duration `json:"max"`
}

type pageStall struct {
	Callback string        `json:"callback"`
	Place    string        `json:"place"`
	Since    int64         `json:"since"`
	Duration time.Duration `json:"duration"`
	Ended    bool          `json:"ended"`
	State    string        `json:"state"`
	Stack    string        `json:"stack"`
	Same     bool          `json:"same"`
	Script   string        `json:"script"`
	Trace    string        `json:"trace"`
}

type pageAlive struct {
	Kind   string   `json:"kind"`
	Detail string   `json:"detail"`
	Due    int64    `json:"due"` // 0 for never
	Origin []string `json:"origin"`
}

// newPageLoop describes a loop by its snapshot and the previous one, which is zero for the first.
func newPageLoop(s, before Snapshot) pageLoop {
	u := s.Utilization(before)
	l := pageLoop{
		ID: s.ID, Name: s.Loop, State: s.State, Busy: u.Busy, Spinning: u.Spinning, Parked: u.Parked,
		Queued: s.Metrics.Queued, Every: s.SampleEvery, Limit: s.StallLimit, Stalls: s.Stalls,
		AliveSize: s.AliveCount, Origins: s.Origins,
		Phases: []pagePhase{}, Findings: []pageFinding{}, Slowest: []pageCallback{}, Recent: []pageStall{}, Alive: []pageAlive{},
	}
	since := u.Window
	if !before.Time.IsZero() {
		since = s.Time.Sub(before.Time)
		l.Seconds = since.Seconds()
	}
	rate := func(now, then uint64) float64 {
		if since <= 0 || now < then {
			return 0
		}
		return float64(now-then) / since.Seconds()
	}
	m, b := s.Metrics, before.Metrics
	l.Turns, l.Wakeups = rate(m.Turns, b.Turns), rate(m.Wakeups, b.Wakeups)
	l.Callbacks = rate(m.Executed+m.Microtasks+m.TimersFired+m.Descriptors, b.Executed+b.Microtasks+b.TimersFired+b.Descriptors)

	delay := s.Delay.Sub(before.Delay)
	l.Delay = pageDelay{delay.Count, delay.Percentile(50), delay.Percentile(99), delay.Max, [][2]int64{}}
	for _, bucket := range delay.Buckets {
		l.Delay.Buckets = append(l.Delay.Buckets, [2]int64{int64(bucket.Index), int64(bucket.Count)})
	}
	for _, p := range s.Durations {
		l.Phases = append(l.Phases, pagePhase{p.Phase, p.Count, p.Percentile(50), p.Percentile(99), p.Max})
	}
	for _, c := range s.Slowest {
		mean := c.Total / time.Duration(max(1, c.Samples))
		l.Slowest = append(l.Slowest, pageCallback{c.Name, place(c.File, c.Line), c.Phase, c.Samples, mean, c.Max})
	}
	for _, t := range s.RecentStalls {
		l.Recent = append(l.Recent, pageStall{
			t.Callback, place(t.File, t.Line), t.Since.UnixMilli(), t.Duration, t.Ended, t.State, t.Stack, t.SameStack, t.Script, t.Trace,
		})
	}
	for _, k := range s.AliveEntries {
		alive := pageAlive{Kind: k.Kind, Detail: k.Detail, Origin: append([]string{}, k.Script...)}
		if !k.Due.IsZero() {
			alive.Due = k.Due.UnixMilli()
		}
		for _, f := range k.Origin {
			alive.Origin = append(alive.Origin, f.Function+" "+place(f.File, f.Line))
		}
		l.Alive = append(l.Alive, alive)
	}
	return l
}

// place formats the place of a declaration, or "" if unknown. The wrapper of a method value has no
// declaration.
func place(file string, line int) string {
	if file == "" || file == "<autogenerated>" || line == 0 {
		return ""
	}
	return file + ":" + strconv.Itoa(line)
}
