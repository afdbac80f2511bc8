// Package claims is the ledger: what the founding documents concluded, as data
// that a tournament's document confirms or refutes.
//
// A [Claim] has an id, a statement, a source, and a predicate over measured
// figures, written in a small vocabulary: a ratio of two cells is above, below or
// near something, a cost levels off over a parameter, a contestant is first. What
// was reported is looked up by key in the project's own copy of the documents'
// figures. [Judge] evaluates the ledger over a document: every claim is
// confirmed, refuted, undecided or not testable here, with the measured figure,
// its interval, and the reported figure beside it.
//
// Where a claim names a cause, its experiment varies that cause alone: an
// [Ablation] is one design with one part exchanged. [Cells] are the cells that a
// full run measures for the claims' sake, besides those of every contestant.
// [Findings] writes what came out, for people.
//
// Nothing here measures, and every function may be called from any goroutine.
package claims

import (
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// A Claim is one conclusion of the founding documents.
type Claim struct {
	// ID is its letter and number, for example "L1".
	ID string
	// Statement is what was claimed, in a sentence.
	Statement string
	// Source is the document that claims it, as the reported figures name it.
	Source string
	// Test says in words what the predicate asks.
	Test string
	// Experiment says what varies the claimed cause alone. Empty when no cause is
	// claimed.
	Experiment string

	holds predicate
}

// Verdict is what a document says about a claim.
type Verdict string

const (
	// Confirmed: the whole interval is where the claim puts the figure.
	Confirmed Verdict = "confirmed"
	// Refuted: no part of the interval is.
	Refuted Verdict = "refuted"
	// Undecided: the interval has parts on both sides, or there is none.
	Undecided Verdict = "undecided"
	// NotTestable: the document has no figure that could decide.
	NotTestable Verdict = "not testable here"
)

// Verdicts are all of them, in the order in which they are counted.
var Verdicts = []Verdict{Confirmed, Refuted, Undecided, NotTestable}

// A Finding is what a document says about one figure of a claim, or about the
// parts of a claim together.
type Finding struct {
	// What names the figure, or says what the parts are to each other.
	What string
	// Expected is where the claim puts the figure: "at least 10×".
	Expected string
	// Measured is in Unit; it has no value when the document has none.
	Measured stats.Estimate
	Unit     string
	// Reported are the founding documents' own figures of the same, if there are
	// any.
	Reported []Reported
	// Verdict is empty for a figure that is only shown beside the others.
	Verdict Verdict
	// Reason says why a figure is missing, or what is to be known about it.
	Reason string
	// Takes is how many rounds would decide what is undecided, if the value stays and the
	// interval narrows with the root of the number of rounds. 0 when that is not known.
	Takes float64
	// Parts are the findings that this one is made of.
	Parts []Finding

	claimed *band    // where the claim puts the figure, nil when that is no range of it
	cells   []string // the keys of those that a finding without parts was read from
}

// Leaves returns the findings that have no parts, in order.
func (f Finding) Leaves() []Finding {
	if len(f.Parts) == 0 {
		return []Finding{f}
	}
	var leaves []Finding
	for _, part := range f.Parts {
		leaves = append(leaves, part.Leaves()...)
	}
	return leaves
}

// A Judgement is a claim with what a document says about it.
type Judgement struct {
	Claim
	Finding
}

// Judge evaluates every claim of the ledger over the document, in the ledger's
// order. The document must be valid, and is not changed.
func Judge(doc *result.Document) []Judgement {
	b := newBench(doc)
	var judgements []Judgement
	for _, c := range Ledger() {
		judgements = append(judgements, Judgement{c, b.judge(c.holds)})
	}
	return judgements
}

// Ledger returns all claims.
func Ledger() []Claim {
	var all []Claim
	for _, part := range [][]Claim{latencyClaims, throughputClaims, contentionClaims, collectionClaims, burstClaims, submitClaims, rankClaims, sleepClaims} {
		all = append(all, part...)
	}
	return all
}
