package report

import "github.com/wakeful-go/wakeful/tournament/result"

// Unexported functions that the tests use.
var (
	ScriptFiles = scriptFiles
	Assets      = assets
)

// Sentences returns the headline, the line below it, and a sentence for each
// workload.
func Sentences(doc *result.Document) (headline, subline string, workloads []string) {
	m := newMatrix(doc)
	for _, g := range m.groups {
		workloads = append(workloads, m.sentence(g))
	}
	return m.headline(), m.subline(), workloads
}

// ChartTitles returns the kind and the title of every chart, and how many
// contestants it shows.
func ChartTitles(doc *result.Document) (kinds, titles []string, lines []int) {
	m := newMatrix(doc)
	if err := m.mergeLatencies(); err != nil {
		panic(err)
	}
	for i, g := range m.groups {
		for _, c := range m.charts(g, i) {
			kinds, titles, lines = append(kinds, c.Kind), append(titles, c.Title), append(lines, c.Lines)
		}
	}
	return kinds, titles, lines
}
