package claims

import (
	"fmt"

	"github.com/wakeful-go/wakeful/tournament/internal/figures"
)

// This file explains the documents' contradiction about Main.

// mains writes which Main each document ranked, and the rank of both.
func (p *page) mains() {
	p.say("## Which Main was measured")
	p.say("Two documents put Main first in 6 of 7 categories, a third puts it last in throughput and latency. They were written a day apart, and Main was " +
		"rewritten between: what the third measured, with a compare-and-swap list and a poller that is always asked, is `mainlockfree` here; what the others " +
		"measured, with a mutex and two tiers of waking, is `main`. This run has both.")
	var apart [][]string
	for _, q := range []quantity{
		ratio(latency("mainlockfree"), latency("main")),
		ratio(singleProducer("mainlockfree"), singleProducer("main")),
		ratio(contention("mainlockfree", 8), contention("main", 8)),
	} {
		f := readQuantity(p.bench, q)
		apart = append(apart, []string{f.What, f.MeasuredText(), f.Reason})
	}
	p.table([]string{"how far they are apart", "measured", "remark"}, apart)

	r1 := p.judgement("R1")
	var firsts, lasts []Finding
	if len(r1.Parts) > 0 {
		firsts, lasts = r1.Parts[0].Parts, r1.Parts[1:]
	}
	var rows [][]string
	for _, f := range append(append([]Finding{}, firsts...), lasts...) {
		rows = append(rows, []string{f.What, f.Expected, f.MeasuredText(), string(f.Verdict), f.Reason})
	}
	p.table([]string{"place", "claimed", "measured", "verdict", "remark"}, rows)
	n, m := count(firsts), count(lasts)
	p.say("`main` is first alone in %d of the %d categories, tied for the first place or not shown in %d, behind in %d%s. `mainlockfree` is last in %d of %d, not last in %d.",
		n[Confirmed], len(firsts), n[Undecided], n[Refuted], without(n), m[Confirmed], len(lasts), m[Refuted])
	switch r1.Verdict {
	case Confirmed:
		p.say("So both rankings are right, each of its own design, and there is no contradiction.")
	case Refuted:
		p.say("So the two names explain why the documents disagree, but on this machine neither ranking is repeated as it was reported.")
	default:
		p.say("So the two names explain why the documents disagree; whether both rankings are right as they were reported, this run does not decide.")
	}
}

// count counts findings by verdict.
func count(findings []Finding) counts {
	n := counts{}
	for _, f := range findings {
		n[f.Verdict]++
	}
	return n
}

func without(n counts) string {
	if n[NotTestable] == 0 {
		return ""
	}
	return fmt.Sprintf(", and without a figure in %s", figures.Grouped(int64(n[NotTestable])))
}

func (p *page) judgement(id string) Judgement {
	for _, j := range p.judged {
		if j.ID == id {
			return j
		}
	}
	return Judgement{}
}
