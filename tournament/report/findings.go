package report

import "strings"

// This file puts claims on the page. The caller passes the claims and their verdicts: this package
// judges nothing.

// Findings are the claims of a document in the form that is shown. The zero value stands for a run
// that measured nothing for claims.
type Findings struct {
	// Verdicts are the verdicts in the order in which their claims are shown.
	Verdicts []string
	Claims   []Claim
}

// Claim is one conclusion with its verdict, which must be one of Findings.Verdicts.
type Claim struct {
	ID, Statement, Source, Verdict string
	// Test describes the condition that the figures were tested for. Experiment describes what was
	// varied, and may be empty.
	Test, Experiment string
	Figures          []ClaimFigure
}

// ClaimFigure is one figure of a claim. All fields are text for readers, and all but What may be
// empty. A figure without a verdict did not decide the claim.
type ClaimFigure struct{ What, Reported, Expected, Measured, Verdict, Remark string }

// claimGroup is the list of claims with one verdict.
type claimGroup struct {
	Verdict string
	Claims  []Claim
}

func claimGroups(f Findings) []claimGroup {
	var groups []claimGroup
	for _, verdict := range f.Verdicts {
		g := claimGroup{Verdict: verdict}
		for _, c := range f.Claims {
			if c.Verdict == verdict {
				g.Claims = append(g.Claims, c)
			}
		}
		groups = append(groups, g)
	}
	return groups
}

// mostDeciding is how many figures of a claim are shown before the reader asks for more.
const mostDeciding = 3

// Deciding returns the figures that agree with the claim's verdict. For a refuted claim these are the
// figures that refuted it.
func (c Claim) Deciding() (deciding []ClaimFigure) {
	for _, f := range c.Figures {
		if f.Verdict == c.Verdict && len(deciding) < mostDeciding {
			deciding = append(deciding, f)
		}
	}
	return deciding
}

// Class is the class of a verdict in the style sheet.
func (g claimGroup) Class() string { return class(g.Verdict) }

// Class is the class of the claim's verdict in the style sheet.
func (c Claim) Class() string { return class(c.Verdict) }

// Class is the class of the figure's verdict in the style sheet.
func (f ClaimFigure) Class() string { return class(f.Verdict) }

// Reason is the remark without the trace of a crash.
func (f ClaimFigure) Reason() string {
	first, _, _ := strings.Cut(f.Remark, "\n")
	return first
}
