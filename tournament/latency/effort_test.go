package latency

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/runner"
)

// everything returns this program's lanes and a program with as many Rust lanes as there are.
func everything() []*Program {
	rust := &Program{Command: []string{"sleep-vs-spin"}, Arrivals: true}
	for primitive := range strings.FieldsSeq("std-mpsc std-tcp std-udp tokio-mpsc tokio-tcp tokio-udp crossbeam park futex eventfd pipe unix") {
		modes := []string{"-sleep", "-spin", "-spin-pause"}
		if primitive == "park" || primitive == "futex" {
			modes = append(modes, "-spin1us", "-spin10us", "-spin100us", "-spin1ms")
		}
		for _, mode := range modes {
			rust.Lanes = append(rust.Lanes, result.Contestant{Name: "rust-" + primitive + mode})
		}
	}
	return []*Program{ThisProgram([]string{"self"}), rust}
}

func planned(t *testing.T, mode runner.Mode) Options {
	t.Helper()
	plan := Plan{Mode: mode, Programs: everything(), UsableProcessors: 2}
	cells, err := plan.Cells()
	if err != nil {
		t.Fatal(err)
	}
	return Options{Cells: cells, Programs: plan.Programs, Mode: mode, Rounds: Rounds(mode)}
}

// The durations in the help and in the documents are correct.
func TestHowLongARunTakes(t *testing.T) {
	for mode, most := range map[runner.Mode]time.Duration{runner.Quick: 2 * time.Minute, runner.Full: 12 * time.Minute} {
		o := planned(t, mode)
		if all := Expected(o); all > most || all <= most/2 {
			t.Errorf("%s: %v for %d lanes and gaps; at most %v", mode, all, len(Measurable(o.Cells)), most)
		}
	}
}

// A cell that is not measured takes no time and gets no sample.
func TestEstimatesLeaveOutWhatIsMissing(t *testing.T) {
	const absent = "go-channel-sleep"
	o := planned(t, runner.Quick)
	without := o
	without.Cells = slices.DeleteFunc(slices.Clone(o.Cells), func(c Cell) bool { return c.Lane == absent })
	for i := range o.Cells {
		if o.Cells[i].Lane == absent {
			o.Cells[i].Missing = "it is not here"
		}
	}
	if len(without.Cells) == len(o.Cells) {
		t.Fatalf("the plan has no lane %s", absent)
	}
	if got, want := Measurable(o.Cells), Measurable(without.Cells); !slices.Equal(got, want) {
		t.Errorf("measured are\n%v, want\n%v", got, want)
	}
	if got, want := Expected(o), Expected(without); got != want {
		t.Errorf("the run is expected to take %v, want %v", got, want)
	}
	tasks, taken := 0, time.Duration(0)
	for _, task := range o.CellTasks() {
		if task.Missing == "" {
			tasks++
			taken += task.Expected * time.Duration(o.Rounds)
		}
	}
	if want := len(Measurable(without.Cells)); tasks != want {
		t.Errorf("%d cells get samples, want %d", tasks, want)
	}
	if taken != Expected(o) {
		t.Errorf("the progress goes to %v, the estimate is %v", taken, Expected(o))
	}
}

// In a full run every lane has messages with the gap of a stream and with the founding gap, and the
// founding lanes have the founding document's 99 messages.
func TestAFullRunHasEveryLane(t *testing.T) {
	o := planned(t, runner.Full)
	messages := func(lane string, gap time.Duration) int {
		c := Cell{Lane: lane, Workload: Arrival, Params: Params{Gap: gap}}
		if !slices.ContainsFunc(o.Cells, func(have Cell) bool { return have.String() == c.String() }) {
			return 0
		}
		iterations, _ := effort(o.Mode, c)
		return iterations * o.Rounds
	}
	for _, p := range o.Programs {
		for _, l := range p.Lanes {
			if messages(l.Name, ShortGap) < 1000 || messages(l.Name, FoundingGap) < 20 {
				t.Errorf("%s: %d messages every %v, %d every %v", l.Name, messages(l.Name, ShortGap), ShortGap, messages(l.Name, FoundingGap), FoundingGap)
			}
			for _, gap := range Gaps(o.Mode) {
				if n := messages(l.Name, gap); hasCurve(l.Name) && n == 0 {
					t.Errorf("%s has a curve without %v", l.Name, gap)
				}
			}
		}
	}
	for _, lane := range Founding() {
		if n := messages(lane, FoundingGap); n < 99 || !hasCurve(lane) {
			t.Errorf("%s: %d messages, with a curve: %v", lane, n, hasCurve(lane))
		}
	}
	for lane, curve := range map[string]bool{
		"go-pipe-spin": true, "wakeful-block": true, "rust-unix-sleep": true, "rust-futex-spin10us": true,
		"go-channel-handover": false, "rust-park-spin10us": false, "rust-unix-spin-pause": false,
	} {
		if hasCurve(lane) != curve || (messages(lane, time.Microsecond) > 0) != curve {
			t.Errorf("%s: a curve is %v", lane, hasCurve(lane))
		}
	}
}
