package runner

import (
	"context"
	"slices"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/decide"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file owns the stages of a run: the rounds up to a look, the rounds that the machine
// spoiled, and what the next stage is about.

// A round is measured again at most mostRepeats times, and all rounds of a run together at
// most a quarter of its rounds plus one, the first ones also beyond the limit of time: a machine
// that does not come to rest is a result, too.
const mostRepeats = 2

func (r *run) measure(ctx context.Context) error {
	looks := r.Looks
	if len(looks) == 0 {
		looks = []int{r.Rounds}
	}
	open, from := r.all(), 0
	for at, until := range looks {
		r.plan(open, until-from)
		if err := r.rounds(ctx, open, from, until); err != nil {
			return err
		}
		if err := r.repeat(ctx, until); err != nil {
			return err
		}
		if at == len(looks)-1 {
			break
		}
		if open = r.stillOpen(until, looks[at+1]); len(open) == 0 {
			break
		}
		from = until
	}
	r.meter.End(measuredRounds(r.doc), r.Rounds)
	return nil
}

// plan sets what the next rounds of some cells take.
func (r *run) plan(cells map[int]bool, rounds int) {
	var expected time.Duration
	for i := range cells {
		expected += r.tasks[i].Expected * time.Duration(rounds)
	}
	r.meter.Plan(len(cells)*rounds, expected)
}

// all are the places of all cells.
func (r *run) all() map[int]bool {
	all := map[int]bool{}
	for i := range r.tasks {
		all[i] = true
	}
	return all
}

// rounds measures the rounds of a stage.
func (r *run) rounds(ctx context.Context, open map[int]bool, from, until int) error {
	return Interleave(ctx, r.Seed, len(r.tasks), from, until, func(round, i int) error {
		if !open[i] {
			return nil
		}
		return r.sample(ctx, round, r.tasks[i])
	}, func(round int) error {
		if r.Checkpoint == nil || round == r.Rounds-1 {
			return nil
		}
		r.settle(false)
		return r.Checkpoint(r.doc)
	})
}

// repeat measures the rounds again whose controls drifted. The samples of all cells go,
// since all were taken on that other machine.
func (r *run) repeat(ctx context.Context, until int) error {
	for {
		var again decide.Drift
		for _, d := range decide.Drifting(r.doc) {
			if again.By == 0 && d.Round < until && r.repeats(d.Round) < mostRepeats {
				again = d
			}
		}
		if again.By == 0 || len(r.doc.Repeated) > until/4 || len(r.Looks) > 0 && until > r.Looks[0] && r.meter.Late(0, r.Limit) {
			return ctx.Err()
		}
		had := map[int]bool{}
		for i, p := range r.tasks {
			cell := &r.doc.Cells[p.index]
			before := len(cell.Samples)
			cell.Samples = slices.DeleteFunc(cell.Samples, func(s result.Sample) bool { return s.Round == again.Round })
			if len(cell.Samples) < before {
				had[i] = true
			}
		}
		r.doc.Repeated = append(r.doc.Repeated, result.Repeat{Round: again.Round, Drift: result.Rounded(again.By)})
		r.plan(had, 1)
		if err := r.rounds(ctx, had, again.Round, again.Round+1); err != nil {
			return err
		}
		for i := range r.doc.Cells {
			slices.SortFunc(r.doc.Cells[i].Samples, func(a, b result.Sample) int { return a.Round - b.Round })
		}
	}
}

func (r *run) repeats(round int) (n int) {
	for _, again := range r.doc.Repeated {
		if again.Round == round {
			n++
		}
	}
	return n
}

// stillOpen are the places of the cells that the next stage takes: what is open by the
// rounds before the look, as much of it as the limit allows, and the controls, by which a
// round is judged. It is empty when nothing is open.
//
// Only the rounds before the look count, also when an interrupted run has more: a run that
// goes on decides as it decided before.
func (r *run) stillOpen(look, next int) map[int]bool {
	open := map[int]bool{}
	controls := map[int]bool{}
	places := map[string]int{}
	for i, p := range r.tasks {
		places[p.String()] = i
		if p.Contestant.Kind == string(contest.Control) {
			controls[i] = true
		}
	}
	if r.Open == nil {
		return r.all()
	}
	needs := r.Open(documentBefore(r.doc, look))
	reserved := map[int]bool{} // the places of cells that go on to the end of the run
	for _, need := range needs {
		for _, key := range need.Keys {
			if i, ok := places[key]; ok && need.First {
				reserved[i] = true
			}
		}
	}
	for _, need := range needs {
		more := 0
		for _, key := range need.Keys {
			if i, ok := places[key]; ok && !open[i] {
				more++
			}
		}
		samples := (len(open) + len(controls) + more) * (next - look)
		if !need.First {
			samples += len(reserved) * (r.Rounds - next)
		}
		if r.meter.Late(samples, r.Limit) {
			break
		}
		for _, key := range need.Keys {
			if i, ok := places[key]; ok {
				open[i] = true
			}
		}
	}
	if len(open) == 0 {
		return nil
	}
	for i := range controls {
		open[i] = true
	}
	return open
}

// documentBefore is the document of the rounds before a look. It shares what it keeps.
func documentBefore(doc *result.Document, look int) *result.Document {
	out := *doc
	out.Cells = slices.Clone(doc.Cells)
	for i := range out.Cells {
		out.Cells[i].Samples = slices.DeleteFunc(slices.Clone(out.Cells[i].Samples), func(s result.Sample) bool { return s.Round >= look })
	}
	return &out
}

// measuredRounds is how many rounds a document has samples or failures of.
func measuredRounds(doc *result.Document) int {
	n := 1
	for i := range doc.Cells {
		for _, s := range doc.Cells[i].Samples {
			n = max(n, s.Round+1)
		}
		for _, f := range doc.Cells[i].Failures {
			n = max(n, f.Round+1)
		}
	}
	return n
}
