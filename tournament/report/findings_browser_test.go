//go:build wakeful_browser

package report_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

func TestClaimsInABrowser(t *testing.T) {
	tabs := startBrowser(t)
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, []byte(withFindings(t, resulttest.Example(), found())), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, on := range screens() {
		t.Run(on.String(), func(t *testing.T) {
			p := open(tabs, t, path, on)
			evaluate[bool](p, "document.querySelectorAll('main details').forEach((d) => { d.open = true }), true")
			found := evaluate[audit](p, auditPage)
			p.picture("claims-" + on.String())
			faults, asked := p.seen()
			for what, wrong := range map[string][]string{
				"faults": faults, "requests": asked, "contestants without a mark": found.Bare,
				"elements beyond the screen": found.Wide, "texts of too little contrast": found.Faint, "elements without a name": found.Nameless,
			} {
				if len(wrong) > 0 {
					t.Errorf("%s: %s", what, strings.Join(wrong, "; "))
				}
			}
		})
	}
	t.Run("filter", func(t *testing.T) {
		p := open(tabs, t, path, desk)
		check := func(said string, want ...string) {
			t.Helper()
			// A hidden element has no box, however it is hidden.
			got := evaluate[[]string](p, "[...document.querySelectorAll('.claim')].filter((c) => c.getClientRects().length).map((c) => c.id)")
			if text := evaluate[string](p, "document.getElementById('claims-said').textContent"); !slices.Equal(got, want) || text != said {
				t.Errorf("there is %q, and it says %q; want %q and %q", got, text, want, said)
			}
		}
		click := func(verdict string) {
			evaluate[bool](p, "document.querySelector('#verdicts [data-verdict="+verdict+"]').click(), true")
		}
		words := func(text string) {
			evaluate[bool](p, "{ const f = document.getElementById('claim-filter'); f.value = '"+text+"'; f.dispatchEvent(new Event('input')); true }")
		}
		check("", "claim-X1", "claim-X2", "claim-X3")
		click("refuted")
		check("2 claims", "claim-X1", "claim-X3")
		words("main slow")
		check("0 claims")
		words("POLLER")
		check("1 claim", "claim-X3")
		click("refuted")
		words("")
		check("", "claim-X1", "claim-X2", "claim-X3")
	})
}
