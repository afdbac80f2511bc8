package claims

import (
	"fmt"

	"github.com/wakeful-go/wakeful/tournament/internal/figures"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file explains the cost of Submit to a running and to a sleeping loop.

// submitters are the contestants of the explanation: those of the claim, then those for comparison.
var submitters = []string{"main", "alternateone", "alternatetwo", "alternatethree", "goja_nodejs", "wakeful"}

// causeOf is a part of the cost of Submit: the cost of one difference.
type causeOf struct {
	name string
	of   func(contestant string) quantity
}

var causes = []causeOf{
	{"waking the loop", func(c string) quantity { return difference(submitWhileSleeping(c), submitWhileRunning(c, "held")) }},
	{"the loop at the queue", func(c string) quantity {
		return difference(submitWhileRunning(c, "resubmission"), submitWhileRunning(c, "held"))
	}},
	{"the other producer", func(c string) quantity {
		return difference(submitWhileRunning(c, "contention"), submitWhileRunning(c, "resubmission"))
	}},
}

// running explains the cost of Submit in each state, and the cause of each difference.
func (p *page) running() {
	p.say("## Running against sleeping")
	p.say("It was reported that Submit to a running loop costs more than to a sleeping one, which looks like an anomaly: a sleeping loop has to be woken. " +
		"Four loops tell the causes apart. One sleeps before each Submit. One is kept running by another producer, as it was done for the reported figures; " +
		"one by a task of the priority queue that submits itself again, so that nobody else submits; one by a single long task, so that nobody else is " +
		"even at the queue.")
	var rows [][]string
	for _, c := range submitters {
		row := []string{c}
		for _, r := range []ref{submitWhileSleeping(c), at(c, "submit-cost", "state=rapid"), submitWhileRunning(c, "contention"), submitWhileRunning(c, "resubmission"), submitWhileRunning(c, "held")} {
			row = append(row, p.figure(value(r)))
		}
		rows = append(rows, row)
	}
	p.table([]string{"Submit to a loop that", "sleeps", "is not kept busy", "runs, another producer", "runs, resubmission", "runs, held"}, rows)

	rows = nil
	for _, c := range submitters {
		row := []string{c}
		for _, cause := range causes {
			row = append(row, p.figure(cause.of(c)))
		}
		rows = append(rows, row)
	}
	header := []string{"what is added by"}
	for _, cause := range causes {
		header = append(header, cause.name)
	}
	p.table(header, rows)
	var largest []string
	for _, c := range submitters[:4] {
		largest = append(largest, p.largestCause(c))
	}
	p.list(largest...)
	p.keptAwake()
	p.woken()
}

// figure formats a quantity, or a dash.
func (p *page) figure(q quantity) string {
	f := readQuantity(p.bench, q)
	if text := f.MeasuredText(); text != "" {
		return text
	}
	return "–"
}

// largestCause names the largest part of the cost of Submit.
func (p *page) largestCause(contestant string) string {
	name, text, most := "", "", 0.0
	for _, cause := range causes {
		f := readQuantity(p.bench, cause.of(contestant))
		if f.Measured.Bounded() && f.Measured.Low > max(0, most) {
			name, text, most = cause.name, f.MeasuredText(), f.Measured.Value
		}
	}
	compared := readQuantity(p.bench, ratio(submitWhileSleeping(contestant), submitWhileRunning(contestant, "contention")))
	how := "this run does not say which of the two is dearer"
	switch e := compared.Measured; {
	case !e.Bounded():
	case e.Low > 1:
		how = "Submit to the sleeping loop is the dearer one, " + measuredText(e, compared.Unit) + " that to the running one"
	case e.High < 1:
		how = "Submit to the running loop is the dearer one: that to the sleeping one is " + measuredText(e, compared.Unit) + " of it"
	}
	if name == "" {
		return fmt.Sprintf("`%s`: %s, and no cause is shown to add anything.", contestant, how)
	}
	return fmt.Sprintf("`%s`: %s. What adds most is %s, %s.", contestant, how, name, text)
}

// keptAwake explains how busy the other producer really is.
func (p *page) keptAwake() {
	const meant = 100 // nanoseconds
	nap := readQuantity(p.bench, value(at(machine, "primitive-cost", "primitive=sleep-100ns")))
	switch e := nap.Measured; {
	case !e.Bounded():
		p.say("How often the other producer submits is not in this run: %s.", escaped(brief(nap.Reason)))
	case e.Low > 2*meant:
		p.say("The other producer means to submit every 100 ns. Its sleep takes %s here, so it submits that seldom, and a loop that needs less than that to fall "+
			"asleep is not kept running by it.", measuredText(e, nap.Unit))
	default:
		p.say("The other producer's sleep of 100 ns takes %s here.", measuredText(e, nap.Unit))
	}
}

// woken explains whether the reported figures can come from sleeping loops that each Submit woke.
func (p *page) woken() {
	channel := readQuantity(p.bench, value(primitive("primitive=channel-send/waiter=asleep", "")))
	eventfd := readQuantity(p.bench, value(primitive("primitive=eventfd-write/waiter=asleep", "")))
	if !channel.Measured.Bounded() || !eventfd.Measured.Bounded() {
		return
	}
	low, high := reportedSleeping()
	text := fmt.Sprintf("Waking a sleeper costs the one who wakes it %s over a channel and %s over an eventfd. What was reported for Submit to a sleeping loop is %s to %s.",
		channel.MeasuredText(), eventfd.MeasuredText(), figures.Value(low, "ns"), figures.Value(high, "ns"))
	if min(channel.Measured.Low, eventfd.Measured.Low) > high {
		text += " If waking costs anything like that on the reported machines, most of those calls found the loop awake: the first woke it, and the others were " +
			"rapid submission under another name. The costs of Submit and of what it starts had not been told apart."
	}
	p.say("%s", text)
}

// reportedSleeping returns the range of the reported figures for Submit to a sleeping loop.
func reportedSleeping() (low, high float64) {
	low, high = stats.Interval(nil, stats.Confidence).High, 0
	for key, all := range reportedFigures() {
		if key.experiment != "submit-cost" || key.parameter != "state=sleeping" {
			continue
		}
		for _, r := range all {
			low, high = min(low, r.Low), max(high, r.High)
		}
	}
	return low, high
}
