package compare

import (
	"fmt"
	"io"
	"slices"

	"github.com/wakeful-go/wakeful/tournament/decide"
	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file checks whether two runs say the same: how the default strategy compares with each
// other contestant in each row, in one run and in the other.

// Verdicts counts the comparisons that two runs share.
type Verdicts struct {
	// Both have a verdict in both runs, which may be "not shown". Equal of them have the same one.
	Both, Equal int
	// Shown are not "not shown" in either run. EqualShown of them have the same verdict.
	Shown, EqualShown int
	// Reversed are ahead in one run and behind in the other, each as a sentence.
	Reversed []string
}

// Verdicts compares the verdicts of a run with those of the first.
func (c *Comparison) Verdicts(run int) Verdicts {
	var v Verdicts
	first := verdicts(c.Runs[0])
	for pair, now := range verdicts(c.Runs[run]) {
		was, ok := first[pair]
		if !ok {
			continue
		}
		v.Both++
		if was == now {
			v.Equal++
		}
		if was == stats.NotShown || now == stats.NotShown {
			continue
		}
		v.Shown++
		switch {
		case was == now:
			v.EqualShown++
		case was != stats.Tied && now != stats.Tied:
			v.Reversed = append(v.Reversed, fmt.Sprintf("%s is %s, then %s, against %s", pair.own, was, now, pair.other))
		}
	}
	slices.Sort(v.Reversed)
	return v
}

// pair is the keys of two compared cells.
type pair struct{ own, other string }

func verdicts(run Run) map[pair]stats.Verdict {
	of := map[pair]stats.Verdict{}
	for _, c := range decide.Comparisons(run.Document) {
		of[pair{c.Own.Key(), c.Other.Key()}] = c.Verdict
	}
	return of
}

// verdicts writes how many verdicts of every run are those of the first.
func (c *Comparison) verdicts(out io.Writer) {
	percent := func(part, all int) float64 { return 100 * float64(part) / float64(max(all, 1)) }
	for i := 1; i < len(c.Runs); i++ {
		v := c.Verdicts(i)
		if v.Both == 0 {
			fmt.Fprintf(out, "\n%s and %s have no verdict in common.\n", letter(0), letter(i))
			continue
		}
		fmt.Fprintf(out, "\n%s and %s: %s of %s are equal, %.1f %%. Of the %s that both runs show, %s are equal, %.1f %%, and %d reversed.\n",
			letter(0), letter(i), figures.Grouped(int64(v.Equal)), figures.Counted(v.Both, "verdict"), percent(v.Equal, v.Both),
			figures.Grouped(int64(v.Shown)), figures.Grouped(int64(v.EqualShown)), percent(v.EqualShown, v.Shown), len(v.Reversed))
		for _, which := range v.Reversed {
			fmt.Fprintf(out, "  reversed: %s\n", figures.Plain(which))
		}
	}
}
