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

// ChartTables returns the table of every chart, head first. It is empty for a chart without a
// table.
func ChartTables(doc *result.Document) [][][]string {
	p, err := newPage(doc, Findings{})
	if err != nil {
		panic(err)
	}
	var tables [][][]string
	for _, c := range p.Charts {
		tables = append(tables, c.Table.lines())
	}
	return tables
}

// Experiments returns the titles and the tables of the experiments' charts.
func Experiments(doc *result.Document, found Findings) (titles []string, tables [][][]string) {
	p, err := newPage(doc, found)
	if err != nil {
		panic(err)
	}
	for _, c := range p.Experiments {
		titles, tables = append(titles, c.Title), append(tables, c.Table.lines())
	}
	return titles, tables
}

func (t chartTable) lines() [][]string {
	if len(t.Lines) == 0 {
		return nil
	}
	all := [][]string{t.Head}
	for _, line := range t.Lines {
		all = append(all, append([]string{line.Name}, line.Figures...))
	}
	return all
}

// Families returns the names of the charts that have a lane's curve.
func Families(lane string) (names []string) {
	for _, f := range families {
		if f.has(lane) {
			names = append(names, f.name)
		}
	}
	return names
}

// TextWidth is the width that the picture reserves for a text.
var TextWidth = textWidth
