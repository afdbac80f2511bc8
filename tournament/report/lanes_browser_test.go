//go:build wakeful_browser

package report_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/report"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

func TestLanesInABrowser(t *testing.T) {
	tabs := startBrowser(t)
	both := resulttest.Example()
	both = latency.Merge(both, waited(t))
	for name, doc := range map[string]*result.Document{"lanes": waited(t), "lanes-and-contestants": both} {
		path := filepath.Join(t.TempDir(), "report.html")
		if err := os.WriteFile(path, []byte(withFindings(t, doc, report.Findings{})), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, on := range screens() {
			t.Run(name+"-"+on.String(), func(t *testing.T) {
				p := open(tabs, t, path, on)
				found := evaluate[audit](p, auditPage)
				p.picture(name + "-" + on.String())
				faults, asked := p.seen()
				for what, wrong := range map[string][]string{
					"faults": faults, "requests": asked, "lanes without a mark": found.Bare,
					"elements beyond the screen": found.Wide, "texts of too little contrast": found.Faint, "elements without a name": found.Nameless,
				} {
					if len(wrong) > 0 {
						t.Errorf("%s: %s", what, strings.Join(wrong, "; "))
					}
				}
				// Lanes have their own switches, and their names are beside the dots.
				if lanes, others := evaluate[int](p, "document.querySelectorAll('#legend-lanes button').length"), evaluate[int](p, "document.querySelectorAll('#legend button').length"); lanes != 15 || (others > 0) != (doc == both) {
					t.Errorf("%d switches for lanes, %d for contestants", lanes, others)
				}
				named := evaluate[bool](p, "[...document.querySelectorAll('#lanes figure')].filter((f) => f.textContent.includes('against')).every((f) => [...f.querySelectorAll('svg text')].some((e) => e.textContent === 'wakeful-spin'))")
				if !named {
					t.Error("a chart of latency against processor time does not name wakeful-spin")
				}
			})
		}
	}
}
