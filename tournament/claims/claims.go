// Package claims is the ledger of the founding documents' conclusions, as data that a tournament's
// document confirms or refutes. ledger.json has them in words.
//
// A [Claim] has an id, a statement, a source, and a predicate over measured figures. Predicates
// are functions, made from a small vocabulary: a ratio of two cells is above, below or near a value, a
// contestant is first. The project's own copy of the documents' figures has the
// reported values, by key. [Judge] evaluates the ledger over a document. Each claim is confirmed,
// refuted, undecided or not testable here, with the measured figure, its interval, and the reported
// figure.
//
// If a claim names a cause, its experiment varies only that cause: an [Ablation] is one design with
// one part exchanged. [Cells] are the cells that a full run measures for the claims, in addition to
// those of every contestant. [Findings] writes the verdicts of several machines for readers, or
// every figure of one machine.
//
// The package measures nothing. Any goroutine may call its functions.
package claims

import (
	_ "embed"
	"encoding/json"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// A Claim is one conclusion of the founding documents.
type Claim struct {
	// ID is its letter and number, for example "L1".
	ID string
	// Title is the claim in at most twelve words.
	Title string
	// Statement is the claim, in one sentence.
	Statement string
	// Source is the document with the claim, by its name in the reported figures.
	Source string
	// Test describes the predicate in words.
	Test string
	// Experiment describes how only the claimed cause is varied. It is empty if no cause is
	// claimed.
	Experiment string

	holds predicate
}

// Verdict is the result of a claim or a figure.
type Verdict string

const (
	// Confirmed: the whole interval lies in the claimed range.
	Confirmed Verdict = "confirmed"
	// Refuted: no part of the interval lies in the claimed range.
	Refuted Verdict = "refuted"
	// Undecided: parts of the interval lie on both sides, or there is no interval.
	Undecided Verdict = "undecided"
	// NotTestable: the document has no figure that could decide.
	NotTestable Verdict = "not testable here"
)

// Verdicts lists all verdicts, in the order of pages.
var Verdicts = []Verdict{Confirmed, Refuted, Undecided, NotTestable}

// A Finding is the result for one figure of a claim, or for the parts of a claim together.
type Finding struct {
	// What names the figure, or says how the parts are combined.
	What string
	// Expected is the claimed range: "at least 10×".
	Expected string
	// Measured is in Unit. It has no value if the document has none.
	Measured stats.Estimate
	Unit     string
	// Reported are the founding documents' figures of the same quantity, if there are any.
	Reported []Reported
	// Verdict is empty for a figure that is only shown.
	Verdict Verdict
	// Reason says why a figure is missing, or adds a remark.
	Reason string
	// Parts are the findings that this one combines.
	Parts []Finding

	claimed *band // the claimed range, nil if there is none
	of      []ref // the figures that a finding without parts is about
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

// A Judgement is a claim with its result.
type Judgement struct {
	Claim
	Finding
}

// Judge evaluates every claim of the ledger over the document, in the ledger's order. The document
// must be valid, and is not changed.
func Judge(doc *result.Document) []Judgement {
	b := newBench(doc)
	var judgements []Judgement
	for _, c := range Ledger() {
		judgements = append(judgements, Judgement{c, c.holds(b)})
	}
	return judgements
}

// ledgerJSON has the claims in words, in order.
//
//go:embed ledger.json
var ledgerJSON []byte

// Ledger returns all claims.
func Ledger() []Claim {
	var all []Claim
	if err := json.Unmarshal(ledgerJSON, &all); err != nil {
		panic(err) // the file is part of the program, and a test reads it
	}
	for i := range all {
		all[i].holds = predicates[all[i].ID]
	}
	return all
}
