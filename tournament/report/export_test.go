package report

import "github.com/wakeful-go/wakeful/tournament/result"

// Unexported functions that the tests use.
var (
	ScriptFiles = scriptFiles
	Assets      = assets
)

// Outcomes returns the headline, the line below it, and the rows against everybody.
func Outcomes(doc *result.Document) (headline, subline string, rows []string) {
	m := newMatrix(doc)
	var all outcomes
	all.add(m, everybody, 0, 1)
	for _, g := range all {
		for _, r := range g.Rows {
			rows = append(rows, r.String())
		}
	}
	return m.headline(), m.subline(), rows
}

// ChartTitles returns the kind and the title of every chart, and how many
// contestants it shows.
func ChartTitles(doc *result.Document) (kinds, titles []string, lines []int) {
	m := newMatrix(doc)
	for i, g := range m.groups {
		for _, c := range m.charts(g, i) {
			kinds, titles, lines = append(kinds, c.Kind), append(titles, c.Title), append(lines, c.Lines)
		}
	}
	return kinds, titles, lines
}
