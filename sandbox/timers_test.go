package sandbox

// Timers, with time that the test moves, against a list that is searched.

import (
	"math"
	"slices"
	"testing"

	"github.com/wakeful-go/wakeful/sandbox/internal/codec"
	"github.com/wakeful-go/wakeful/sandbox/internal/engine"
	"github.com/wakeful-go/wakeful/sandbox/internal/prelude"
)

// timerScript does one step of the operations at first, and one more each time that a callback runs.
//
//nolint:dupword // step is called in each branch
const timerScript = `
const odd = [NaN, -5, 2 ** 31, 0.5, Infinity, '7', undefined, 2.9];
const made = [];
let steps = [], at = 0;
function step() {
	if (at + 2 >= steps.length) return;
	const kind = steps[at] % 7, a = steps[at + 1], b = steps[at + 2], id = made.length;
	at += 3;
	const old = made[a % made.length];
	let left = 1 + b % 3;
	const fire = () => { note(id); step(); };
	switch (kind) {
	case 0: made.push(setTimeout(fire, a)); break;
	case 1: made.push(setTimeout(fire, odd[a % odd.length])); break;
	case 2: made.push(setImmediate(fire)); break;
	case 3: { const timer = setInterval(() => { if (--left === 0) clearInterval(timer); fire(); }, a); made.push(timer); break; }
	case 4: if (old) { clearTimeout(old); clearImmediate(old); } break;
	case 5: old?.refresh?.(); break;
	case 6: step(); step(); break;
	}
}
export const run = (all) => { steps = all; for (let i = 0; i < 4; i++) step(); };
`

// noted is the callback of a timer, and when it ran.
type noted struct {
	id int
	at float64
}

// stoppedTime calls an instance. Its time stands still while a script runs.
type stoppedTime struct {
	now, due float64
	fired    []noted
}

func (s *stoppedTime) Yield() engine.Action { return engine.Continue }

func (s *stoppedTime) Call(id, _ int, arguments []byte) ([]byte, bool) {
	switch id {
	case prelude.Now, prelude.LoopTime:
		return encoded(s.now), false
	case prelude.Arm:
		s.due = firstNumber(arguments)
	case prelude.FirstTool:
		s.fired = append(s.fired, noted{int(firstNumber(arguments)), s.now})
	}
	return null, false
}

// modelTimer is a timer or an immediate of the model.
type modelTimer struct {
	id, left, order int // left: how often an interval still fires
	due, delay      float64
	interval, alive bool // alive: it was not cleared, and is an interval or has not fired
	immediate       bool
}

type timerModel struct {
	now                float64
	steps              []uint8
	made               []*modelTimer
	timers             []*modelTimer // that wait
	immediates, queued []*modelTimer // that wait, and of this round
	order              int
	fired              []noted
}

func (m *timerModel) insert(t *modelTimer) {
	t.due, t.order = m.now+t.delay, m.order
	m.order++
	m.timers = append(m.timers, t)
}

func (m *timerModel) waits(t *modelTimer) bool { return slices.Contains(m.timers, t) }

func (m *timerModel) drop(t *modelTimer) {
	m.timers = slices.DeleteFunc(m.timers, func(other *modelTimer) bool { return other == t })
}

func (m *timerModel) step() {
	if len(m.steps) < 3 {
		return
	}
	kind, a, b := m.steps[0]%7, m.steps[1], m.steps[2]
	m.steps = m.steps[3:]
	var old *modelTimer
	if n := len(m.made); n > 0 {
		old = m.made[int(a)%n]
	}
	made := &modelTimer{id: len(m.made), left: 1, alive: true, delay: max(1, float64(a))}
	switch kind {
	case 0:
		m.made = append(m.made, made)
		m.insert(made)
	case 1:
		made.delay = [...]float64{1, 1, 1, 1, 1, 7, 1, 2}[a%8]
		m.made = append(m.made, made)
		m.insert(made)
	case 2:
		made.immediate = true
		m.made = append(m.made, made)
		m.immediates = append(m.immediates, made)
	case 3:
		made.interval, made.left = true, 1+int(b)%3
		m.made = append(m.made, made)
		m.insert(made)
	case 4:
		if old != nil {
			old.alive = false
			m.drop(old)
		}
	case 5:
		if old != nil && !old.immediate && old.alive {
			m.drop(old)
			m.insert(old)
		}
	case 6:
		m.step()
		m.step()
	}
}

func (m *timerModel) fire(t *modelTimer) {
	t.left--
	if !t.interval || t.left == 0 {
		t.alive = false
	}
	m.fired = append(m.fired, noted{t.id, m.now})
	m.step()
	if t.alive && t.interval && !m.waits(t) {
		m.insert(t)
	}
}

// next returns the timer that is due first, or nil.
func (m *timerModel) next() *modelTimer {
	if len(m.timers) == 0 {
		return nil
	}
	return slices.MinFunc(m.timers, func(a, b *modelTimer) int {
		if a.due != b.due {
			return int(math.Copysign(1, a.due-b.due))
		}
		return a.order - b.order
	})
}

func (m *timerModel) run(steps []uint8) {
	m.steps = steps
	for range 4 {
		m.step()
	}
	for {
		switch t := m.next(); {
		case len(m.queued) == 0 && t != nil && t.due <= m.now:
			m.drop(t)
			m.fire(t)
		case len(m.queued) > 0:
			first := m.queued[0]
			m.queued = m.queued[1:]
			if first.alive {
				m.fire(first)
			}
		case len(m.immediates) > 0:
			m.queued, m.immediates = m.immediates, nil
		case t == nil:
			return
		default:
			m.now = t.due
		}
	}
}

// FuzzTimers sets, clears and refreshes timers, intervals and immediates, at first and in callbacks.
func FuzzTimers(f *testing.F) {
	e, err := engine.Load(engine.Options{})
	if err != nil {
		f.Fatal(err)
	}
	s := &Sandbox{config: Config{Memory: defaultMemory, Stack: defaultStack}, tools: []*tool{{name: "note", direct: true}}}
	base, err := s.newBase(e)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(base.Close)
	f.Add([]byte{0, 5, 0, 0, 5, 0, 2, 0, 0, 3, 2, 2, 4, 1, 0, 5, 0, 0})
	f.Add([]byte{6, 0, 0, 1, 2, 0, 1, 5, 0, 3, 1, 2, 2, 0, 0, 2, 0, 0, 2, 0, 0, 4, 6, 0, 5, 3, 0})
	f.Fuzz(func(t *testing.T, steps []byte) {
		steps = steps[:min(len(steps), 300)]
		time := &stoppedTime{due: math.Inf(1)}
		i, err := base.Clone(time)
		if err != nil {
			t.Fatal(err)
		}
		defer i.Release()
		check := func(status engine.Status, err error) {
			if err != nil || status == engine.Uncaught || status == engine.Rejected {
				t.Fatal(status, err, string(i.Out()))
			}
		}
		check(i.Evaluate("timers.js", timerScript, engine.Module))
		all := make([]any, len(steps))
		for n, b := range steps {
			all[n] = int(b)
		}
		text, err := codec.EncodeCall(nil, "run", []any{all})
		if err != nil {
			t.Fatal(err)
		}
		check(i.Call(text))
		for rounds := 0; !math.IsInf(time.due, 1); rounds++ {
			if rounds > 10*len(steps)+10 {
				t.Fatalf("the script still has a timer at %v, due at %v", time.now, time.due)
			}
			time.now = max(time.now, time.due)
			check(i.Timers(time.now))
		}
		model := &timerModel{}
		model.run(steps)
		if !slices.Equal(time.fired, model.fired) {
			t.Errorf("%v\nfired %v\nwant  %v", steps, time.fired, model.fired)
		}
	})
}
