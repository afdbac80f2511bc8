//go:build wakeful_browser

package report_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/report"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

// TestMachinesInABrowser: the page fits on its screens, asks for nothing, and counts over the machines
// that are chosen.
func TestMachinesInABrowser(t *testing.T) {
	tabs := startBrowser(t)
	claims := func(verdict string) report.Findings {
		return report.Findings{Claims: []report.Claim{{ID: "X", Statement: "It holds.", Verdict: verdict}}}
	}
	var page bytes.Buffer
	err := report.MachinesHTML(&page, report.MachineRun{Doc: resulttest.Example(), Found: claims("confirmed")},
		report.MachineRun{Doc: slower("ping-pong", "multi-producer"), Found: claims("refuted")})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "machines.html")
	if err := os.WriteFile(path, page.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, on := range screens() {
		t.Run(on.String(), func(t *testing.T) {
			p := open(tabs, t, path, on)
			p.picture("machines-" + on.String())
			if width, screen := evaluate[int](p, "document.documentElement.scrollWidth"), int(on.width); width > screen {
				t.Errorf("the page is %d wide on a screen of %d", width, screen)
			}
			state := func() string {
				return evaluate[string](p, "[document.querySelector('.ahead').textContent, document.querySelector('.whole').textContent, "+
					"[...document.querySelectorAll('td[data-machine]')].filter((c) => c.getClientRects().length).length < document.querySelectorAll('td[data-machine]').length].join('; ')")
			}
			click := func(machine string) {
				evaluate[bool](p, "document.querySelector('input[value=\""+machine+"\"]').click(), true")
			}
			for _, step := range []struct{ machine, want string }{
				{"1", "1 of 1; confirmed; true"}, {"0", "0 of 0; not testable here; true"},
				{"1", "0 of 1; refuted; true"}, {"0", "1 of 2; depends on the machine; false"},
			} {
				click(step.machine)
				if got := state(); got != step.want {
					t.Errorf("after a click on machine %s: %q, want %q", step.machine, got, step.want)
				}
			}
			if faults, asked := p.seen(); len(faults)+len(asked) > 0 {
				t.Errorf("faults: %s; requests: %s", strings.Join(faults, "; "), strings.Join(asked, "; "))
			}
		})
	}
}
