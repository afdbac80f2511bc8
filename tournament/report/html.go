package report

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file assembles the pages. Everything is inside one file, html/template escapes the document's
// texts for their place, and a content security policy forbids all connections. It allows scripts
// by their checksums, so markup that got past the escaping could still not run anything.

//go:embed assets/page.html assets/machines.html assets/page.css assets/js/*.js assets/echarts.min.js assets/licenses/*.txt
var assets embed.FS

// scriptFiles are the report's own scripts in the order in which they run.
var scriptFiles = []string{"view.js", "theme.js", "axes.js", "charts.js", "figures.js", "claims.js", "main.js"}

// templates are parsed at their first use: the command wakeful mostly does something else.
var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.ParseFS(assets, "assets/*.html"))
})

// frame is what every page has.
type frame struct {
	Policy string
	Style  template.CSS
	Script template.JS // the page's own scripts
}

// render writes a page. data returns the data of its template. It gets the frame, which allows the
// page's own scripts and the libraries.
func render(w io.Writer, name string, scripts []string, data func(frame) any, libraries ...string) error {
	style, err := assets.ReadFile("assets/page.css")
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	script, err := joined(scripts)
	if err != nil {
		return err
	}
	own := frame{policy(append(libraries, script)...), template.CSS(style), template.JS(script)}
	// Render the whole page first, so that w never gets half of it.
	var rendered bytes.Buffer
	if err := templates().ExecuteTemplate(&rendered, name, data(own)); err != nil {
		return fmt.Errorf("report: writing the page: %w", err)
	}
	if _, err := rendered.WriteTo(w); err != nil {
		return fmt.Errorf("report: writing the page: %w", err)
	}
	return nil
}

// HTML writes the document as one self-contained page: a summary, a heat map, charts, the claims
// with their verdicts, the reasons for missing figures, the machine and the method, and all figures
// with the document itself to download. The page opens from a disk and makes no requests. It shows
// all content of the document as text. HTML fails when a latency histogram cannot be read or w
// fails.
func HTML(w io.Writer, doc *result.Document, found Findings) error {
	p, err := newPage(doc, found)
	if err != nil {
		return err
	}
	charts, err := assets.ReadFile("assets/echarts.min.js")
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	view, err := json.Marshal(struct {
		Contestants []column `json:"contestants"`
		Charts      []chart  `json:"charts"`
	}{p.Columns, p.Charts})
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	document, err := json.Marshal(doc)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return render(w, "page.html", scriptFiles, func(own frame) any {
		return struct {
			*page
			frame
			Chart template.JS // the chart library
			// View and Document are JSON. Characters that could end a script element are escaped.
			View, Document template.JS
		}{p, own, template.JS(charts), template.JS(view), template.JS(document)}
	}, string(charts))
}

// joined returns scripts inside one function. They share names with each other and define no global
// names.
func joined(scripts []string) (string, error) {
	var b strings.Builder
	b.WriteString("(() => {\n'use strict';\n")
	for _, name := range scripts {
		text, err := assets.ReadFile("assets/js/" + name)
		if err != nil {
			return "", fmt.Errorf("report: %w", err)
		}
		b.Write(text)
	}
	b.WriteString("})();\n")
	return b.String(), nil
}

// policy forbids everything except these scripts, styles, and images inside the file. Inline styles
// are allowed because the chart library sets them as attributes. They cannot load anything.
func policy(scripts ...string) string {
	var sources []string
	for _, s := range scripts {
		sum := sha256.Sum256([]byte(s))
		sources = append(sources, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	return "default-src 'none'; script-src " + strings.Join(sources, " ") +
		"; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
}

// licenses returns the licence texts that must accompany the chart library.
func licenses() ([]fact, error) {
	var texts []fact
	for _, l := range []struct{ name, file string }{
		{"Apache ECharts 6.1.0: notice", "echarts-NOTICE.txt"},
		{"Apache ECharts 6.1.0: Apache License 2.0", "echarts-LICENSE.txt"},
		{"ZRender 6.1.0, part of it: BSD 3-Clause", "zrender-LICENSE.txt"},
		{"d3, part of it: BSD 3-Clause", "d3-LICENSE.txt"},
		{"tslib 2.3.0, part of it: 0BSD", "tslib-LICENSE.txt"},
	} {
		text, err := assets.ReadFile("assets/licenses/" + l.file)
		if err != nil {
			return nil, fmt.Errorf("report: %w", err)
		}
		texts = append(texts, fact{l.name, string(text)})
	}
	return texts, nil
}

// page is the content of the page of one machine, in its order. The template (assets/page.html) only
// formats it.
type page struct {
	Headline, Subline string
	Facts             []string // the run and the machine in a line
	Notices           []string // warnings that a reader must see before the figures
	Confidence        string
	Fields            []field // the columns of Outcomes
	Outcomes          outcomes
	Scores            []score
	NotShown          bool // somewhere
	Heat              heat
	Workloads         []workloadView
	Lanes             lanesView
	Claims            []claimGroup
	ClaimCount        int
	Gaps              []gap
	Figures           []figureView
	Machine           []fact
	Modules           []fact
	Charts            []chart  // the charts of all workloads, for the script
	Columns           []column // the contestants, for the script
	Licenses          []fact
}

// workloadView is a workload's section.
type workloadView struct {
	Name, Summary string
	Charts        []chart
}

func newPage(doc *result.Document, found Findings) (*page, error) {
	lanes, rest := latency.Split(doc)
	if rest == nil {
		rest = &result.Document{} // a run of lanes alone shows only the lanes
	}
	m := newMatrix(rest)
	p := &page{
		Headline: m.headline(), Subline: m.subline(),
		Facts:      append(runFacts(doc), machineFacts(doc.Environment)...),
		Notices:    notices(doc),
		Confidence: fmt.Sprintf("%.0f %%", 100*stats.Confidence),
		Fields:     m.fields(),
		Heat:       m.heat(),
		Gaps:       m.gaps,
		Machine: append(environmentFacts(doc.Environment),
			fact{"Seed of the order", strconv.FormatUint(doc.Seed, 10)}, fact{"Command", strings.Join(doc.Command, " ")}),
		Columns: slices.Clone(m.columns),
	}
	for i, f := range p.Fields {
		p.Outcomes.add(m, f, i, len(p.Fields))
	}
	for _, path := range slices.Sorted(maps.Keys(doc.Environment.Modules)) {
		p.Modules = append(p.Modules, fact{path, doc.Environment.Modules[path]})
	}
	for i := range m.columns {
		s := m.score(i)
		p.Scores = append(p.Scores, s)
		p.NotShown = p.NotShown || s.Open > 0
	}
	for i, g := range m.groups {
		w := workloadView{Name: g.Name, Summary: g.Summary, Charts: m.charts(g, i)}
		p.Workloads = append(p.Workloads, w)
		p.Charts = append(p.Charts, w.Charts...)
	}
	if lanes != nil {
		if err := p.lanes(lanes); err != nil {
			return nil, err
		}
		p.Charts = append(p.Charts, p.Lanes.Charts...)
	}
	if len(m.groups) == 0 && lanes != nil {
		p.Headline, p.Subline = "Sleeping against spinning", ""
	}
	p.Claims, p.ClaimCount = claimGroups(found), len(found.Claims)
	var err error
	if p.Figures, err = allFigures(doc); err != nil {
		return nil, err
	}
	p.Licenses, err = licenses()
	return p, err
}

func notices(doc *result.Document) (notices []string) {
	if !doc.Complete {
		notices = append(notices, interruptedText)
	}
	if doc.Rounds < stats.MinSamples(stats.Confidence) {
		notices = append(notices, tooFewRounds(doc.Rounds))
	}
	return append(notices, doc.Warnings...)
}
