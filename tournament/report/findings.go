package report

import (
	"slices"
	"strings"
)

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
	Verdict, Class string
	Claims         []claimView
}

// claimView is a claim with its deciding figures.
type claimView struct {
	Claim
	Class    string
	Deciding []ClaimFigure
}

// mostDeciding is how many figures of a claim are shown before the reader asks for more.
const mostDeciding = 3

func claimGroups(f Findings) []claimGroup {
	var groups []claimGroup
	for _, verdict := range f.Verdicts {
		g := claimGroup{Verdict: verdict, Class: class(verdict)}
		for _, c := range f.Claims {
			if c.Verdict == verdict {
				g.Claims = append(g.Claims, c.view())
			}
		}
		groups = append(groups, g)
	}
	return groups
}

// view selects the figures that agree with the claim's verdict. For a refuted claim these are the
// figures that refuted it.
func (c Claim) view() claimView {
	v := claimView{Claim: c, Class: class(c.Verdict)}
	v.Figures = slices.Clone(c.Figures)
	for i, f := range v.Figures {
		first, _, _ := strings.Cut(f.Remark, "\n") // without the trace of a crash
		v.Figures[i].Remark = first
		if f.Verdict == c.Verdict && len(v.Deciding) < mostDeciding {
			v.Deciding = append(v.Deciding, v.Figures[i])
		}
	}
	return v
}

// FigureClass is the class of a figure's verdict in the style sheet.
func (f ClaimFigure) FigureClass() string { return class(f.Verdict) }
