package measure

import (
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/runner"
	"github.com/wakeful-go/wakeful/tournament/workloads"
)

func nineCells() []Cell {
	var entries []contest.Entry
	for _, name := range []string{"wakeful", "wakeful-spin", "goja_nodejs"} {
		entries = append(entries, contest.Entry{Name: name, Can: contest.Loops})
	}
	var all []*workloads.Workload
	for _, name := range []string{"ping-pong", "ping-pong-latency"} {
		w, _ := workloads.Find(name)
		all = append(all, w)
	}
	return Cells(entries, all) // one variant and two, so nine cells
}

func TestSelect(t *testing.T) {
	for patterns, want := range map[string]int{
		"":                              9,
		"wakeful":                       3,
		"wakeful*":                      6,
		"ping-pong":                     3,
		"ping-pong*":                    9,
		"wakeful/ping-pong-latency":     2,
		"*/ping-pong":                   3,
		"/ping-pong":                    3,
		"goja_nodejs/":                  3,
		"wakeful,goja_nodejs":           6,
		"wakeful,wakeful/ping-pong":     3,
		"wakeful-????/ping-pong-laten*": 2,
	} {
		var list []string
		if patterns != "" {
			list = strings.Split(patterns, ",")
		}
		kept, err := Select(nineCells(), list)
		if err != nil || len(kept) != want {
			t.Errorf("Select(%q) keeps %d cells and returns %v, want %d", patterns, len(kept), err, want)
		}
	}
}

func TestSelectNamesWhatWasMeant(t *testing.T) {
	for pattern, want := range map[string]string{
		"wakefull":               `did you mean "wakeful"?`,
		"ping-pnog":              `did you mean "ping-pong"?`,
		"goja_nodjs/ping-pong":   `no contestant "goja_nodjs"; did you mean "goja_nodejs"?`,
		"goja_nodejs/ping-pongg": `no workload "ping-pongg"; did you mean "ping-pong"?`,
		"zzz":                    "neither a contestant nor a workload",
		"zzz*/ping-pong":         `no contestant "zzz*"`,
		"[":                      "cannot be read",
		"":                       "neither",
	} {
		if _, err := Select(nineCells(), []string{pattern}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Select(%q) returns %v, want something with %q", pattern, err, want)
		}
	}
}

func TestLengths(t *testing.T) {
	idle, err := workloads.Find("idle-cost")
	if err != nil {
		t.Fatal(err)
	}
	full, quick := lengths(runner.Full, idle), lengths(runner.Quick, idle)
	if quick.Warmup <= 0 || quick.Warmup > quick.Timed {
		t.Errorf("a sample of a quick run is %+v", quick)
	}
	if full.Timed < idle.FullLength || full.Timed <= quick.Timed {
		t.Errorf("a sample of a full run is %+v", full)
	}
	if deadline(full) < 10*time.Second {
		t.Error("the deadline is near enough to end a slow sample")
	}
}

func TestExpectedDuration(t *testing.T) {
	idle, err := workloads.Find("idle-cost")
	if err != nil {
		t.Fatal(err)
	}
	loop := contest.Entry{Name: "loop", Can: contest.Loops}
	control := contest.Entry{Name: "control", Can: contest.RoundTrips}
	absent := contest.Entry{Name: "absent", Can: contest.Loops}
	one := []Cell{{Entry: loop, Workload: idle}}
	got := Options{Mode: runner.Full, Cells: one}.Expected(3)
	if least, most := 3*idle.FullLength, 3*(idle.FullLength+time.Second); got < least || got > most {
		t.Errorf("three samples of %v are expected to take %v", idle.FullLength, got)
	}
	with := Options{Mode: runner.Full, Cells: append(one, Cell{Entry: control, Workload: idle}, Cell{Entry: absent, Workload: idle})}
	with.Absent = map[string]string{absent.Name: "it is not here"}
	if with := with.Expected(3); with != got {
		t.Errorf("cells that are not measured change %v to %v", got, with)
	}
	if n := len(with.Measurable()); n != 1 {
		t.Errorf("%d cells are measured, want 1", n)
	}
	if quick := (Options{Mode: runner.Quick, Cells: one}).Expected(3); quick <= 0 || quick >= got {
		t.Errorf("a quick run is expected to take %v, a full one %v", quick, got)
	}
}

// The cells of a quick run get the rounds in which they are decided: its first look takes at most
// three quarters of its time, and every row compares the default strategy with somebody.
func TestQuickCells(t *testing.T) {
	o := Options{Mode: runner.Quick, Cells: QuickCells()}
	cells := o.Measurable()
	looks := runner.Quick.Looks()
	if first := o.Expected(looks[0]); first > runner.Quick.Limit()*3/4 {
		t.Errorf("the first %d rounds of %d cells take %v of %v", looks[0], len(cells), first, runner.Quick.Limit())
	}
	if len(cells) < 60 {
		t.Errorf("there are only %d cells", len(cells))
	}
	rows := map[string][]string{}
	for _, c := range cells {
		row := c.blank().Row()
		rows[row] = append(rows[row], c.Entry.Name)
		if !c.Workload.Waits && (c.Entry.Name == "wakeful-spin" || c.Entry.Name == "wakeful-adaptive") {
			t.Errorf("%s is measured, although the loop does not wait", c)
		}
	}
	for row, names := range rows {
		if !slices.Contains(names, "wakeful") || len(names) < 2 && runtime.GOOS != "windows" {
			t.Errorf("the row %s has %q", row, names)
		}
	}
	if !slices.Contains(rows["ping-pong-latency/waiter=blocks"], "wakeful-adaptive") {
		t.Errorf("the rows are %v", slices.Sorted(maps.Keys(rows)))
	}
}

// controlled is a document with one control and one contestant, whose samples
// have these values.
func controlled(values ...float64) *result.Document {
	doc := &result.Document{
		Environment: result.Environment{Cores: 2},
		Contestants: []result.Contestant{{Name: "c", Kind: string(contest.Control)}, {Name: "d", Kind: string(contest.Design)}},
	}
	for _, name := range []string{"c", "d"} {
		cell := result.Cell{Contestant: name, Workload: "w"}
		for round, v := range values {
			cell.Samples = append(cell.Samples, result.Sample{Round: round, Value: v})
		}
		doc.Cells = append(doc.Cells, cell)
	}
	return doc
}

func TestWarnings(t *testing.T) {
	starved, fed := controlled(), controlled()
	for doc, cpu := range map[*result.Document]float64{starved: 0.8, fed: 0.9} {
		doc.Cells[1].Workload = "ping-pong"
		for round := range 10 {
			doc.Cells[1].Samples = append(doc.Cells[1].Samples, result.Sample{Round: round, Value: 1, WallSeconds: 2, CPUSeconds: 2})
		}
		doc.Cells[1].Samples[3].CPUSeconds = 2 * cpu
		doc.Cells[1].Samples[7].CPUSeconds = 2 * cpu
	}
	primitive := controlled(100, 101, 99, 130, 131, 129)
	for i := range primitive.Cells {
		primitive.Cells[i].Workload = "primitive-cost"
	}
	for what, c := range map[string]struct {
		doc  *result.Document
		want []string
	}{
		"primitive":   {primitive, nil},
		"starved":     {starved, []string{"in 20 % of the samples"}},
		"fed":         {fed, nil},
		"steady":      {controlled(100, 101, 99, 100, 102, 98), nil},
		"too few":     {controlled(100, 100, 200, 200), nil},
		"slower":      {controlled(100, 101, 99, 130, 131, 129), []string{"w/impl=c drifted by +30 %"}},
		"faster":      {controlled(200, 201, 199, 100, 101, 99), []string{"w/impl=c drifted by -50 %"}},
		"one outlier": {controlled(100, 900, 99, 100, 102, 98), nil},
	} {
		got := warnings(c.doc)
		if len(got) != len(c.want) || slices.ContainsFunc(c.want, func(w string) bool { return !strings.Contains(got[0], w) }) {
			t.Errorf("%s: the warnings are %q, want %q", what, got, c.want)
		}
	}
}

func TestTheHeadOfALongOutputIsKept(t *testing.T) {
	h := head{limit: 10}
	for range 5 {
		if n, err := h.Write([]byte("abcd")); n != 4 || err != nil {
			t.Fatalf("Write = %d, %v", n, err)
		}
	}
	if got := h.String(); got != "abcdabcdab" {
		t.Errorf("kept %q", got)
	}
}
