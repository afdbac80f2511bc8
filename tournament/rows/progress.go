package rows

import (
	"fmt"
	"io"
	"time"

	"github.com/wakeful-go/wakeful/tournament/runner"
)

// between is the least time between two lines of a row.
const between = 2 * time.Second

// progress says how far the rows have come and about how much time is left. Nothing runs between two
// samples but the line itself.
type progress struct {
	out     io.Writer
	now     func() time.Time
	rows    []Row
	rounds  int
	at      int // the current row, -1 before the first
	began   time.Time
	planned time.Duration // what the rows before the current one were expected to take
	took    time.Duration // what they took
	told    time.Time
}

func newProgress(out io.Writer, now func() time.Time, rows []Row, rounds int) *progress {
	return &progress{out: out, now: now, rows: rows, rounds: rounds, at: -1, began: now()}
}

// begin is called before each row.
func (p *progress) begin() {
	if p.at >= 0 {
		p.planned += p.expected(p.at)
		p.took = p.now().Sub(p.began)
	}
	p.at++
	p.tell(1, time.Duration(p.pace()*float64(p.expected(p.at))))
}

// pace returns how much longer than expected the rows have taken so far.
func (p *progress) pace() float64 {
	if p.planned == 0 {
		return 1
	}
	return float64(p.took) / float64(p.planned)
}

// expected returns what a row was expected to take. Most rows have two sides.
func (p *progress) expected(row int) time.Duration {
	r := p.rows[row]
	return r.Expected * time.Duration(2*r.rounds(p.rounds))
}

// report is called by the run before each sample.
func (p *progress) report(m runner.Progress) {
	if m.Done > 0 && m.Done < m.Total && p.now().Sub(p.told) >= between {
		p.tell(m.Round, m.Left)
	}
}

// tell writes a line. The rows that follow take as much longer than expected as those before.
func (p *progress) tell(round int, left time.Duration) {
	p.told = p.now()
	var rest time.Duration
	for i := p.at + 1; i < len(p.rows); i++ {
		rest += p.expected(i)
	}
	left += time.Duration(p.pace() * float64(rest))
	r := p.rows[p.at]
	fmt.Fprintf(p.out, "%d of %d, %s: round %d of %d, about %s left\n",
		p.at+1, len(p.rows), r.Name, round, r.rounds(p.rounds), left.Round(time.Second))
}
