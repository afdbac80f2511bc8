package report_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/report"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

// slower is the example on another machine, on which wakeful takes a hundred times as long under one
// workload, and another one was not measured.
func slower(workload, missing string) *result.Document {
	doc := resulttest.Example()
	doc.Environment.CPU, doc.Environment.Virtualization = "AMD EPYC", "virtual machine"
	var cells []result.Cell
	for _, c := range doc.Cells {
		if c.Workload == missing {
			continue
		}
		if c.Workload == workload && strings.HasPrefix(c.Contestant, "wakeful") {
			for i := range c.Samples {
				c.Samples[i].Value *= 100
			}
		}
		cells = append(cells, c)
	}
	doc.Cells = cells
	return doc
}

func markdown(t *testing.T, runs ...report.MachineRun) string {
	t.Helper()
	var text bytes.Buffer
	if err := report.Machines(&text, runs...); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func TestMachines(t *testing.T) {
	const lost, missing = "ping-pong", "multi-producer"
	first := report.MachineRun{Doc: resulttest.Example()}
	same := markdown(t, first, first)
	if !strings.Contains(same, "on some in 0,") {
		t.Errorf("two equal runs differ:\n%s", same)
	}
	text := markdown(t, first, report.MachineRun{Doc: slower(lost, missing)})
	for _, want := range []string{
		"| ping-pong | 1 of 1 | 0 of 1 | 0 of 1 |", // ahead on one of two machines
		"| multi-producer | 2 of 2 | - | 2 of 2 |", // compared on one machine only
		"on some in 1,", "| Virtualization | unknown | virtual machine |", "| read of the clock | not measured | not measured |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
	if sentence := report.MachinesSentence(first, first); !strings.Contains(strings.Join(strings.Fields(same), " "), sentence) {
		t.Errorf("the text does not have the sentence %q", sentence)
	}
}

// TestMachinesWithoutFacts: a document that says nothing about its machine is shown, and machines with
// the same processor are told apart.
func TestMachinesWithoutFacts(t *testing.T) {
	doc := resulttest.Example()
	doc.Environment = result.Environment{OS: "linux", Arch: "amd64"}
	text := markdown(t, report.MachineRun{Doc: doc}, report.MachineRun{Doc: doc})
	for _, want := range []string{"| machine | unknown processor A | unknown processor B |", "| Cores | unknown | unknown |"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
}

func TestVerdictsOfClaims(t *testing.T) {
	claim := func(verdict string) report.Findings {
		return report.Findings{Claims: []report.Claim{{ID: "X", Statement: "It <b>holds</b>.", Verdict: verdict}}}
	}
	for _, c := range []struct{ first, second, whole string }{
		{"confirmed", "confirmed", "confirmed"},
		{"confirmed", "refuted", "depends on the machine"},
		{"not testable here", "refuted", "refuted"},
		{"undecided", "not testable here", "undecided"},
		{"not testable here", "not testable here", "not testable here"},
	} {
		var page bytes.Buffer
		doc := resulttest.Example()
		if err := report.MachinesHTML(&page, report.MachineRun{Doc: doc, Found: claim(c.first)}, report.MachineRun{Doc: doc, Found: claim(c.second)}); err != nil {
			t.Fatal(err)
		}
		if want := `<td class="whole">` + c.whole + "</td>"; !strings.Contains(page.String(), want) {
			t.Errorf("%s and %s: there is no %s", c.first, c.second, want)
		}
		if strings.Contains(page.String(), "<b>holds") {
			t.Error("a text of the document became markup")
		}
	}
}

func TestMachinesReportErrorsOfWriting(t *testing.T) {
	run := report.MachineRun{Doc: resulttest.Example()}
	if err := report.Machines(full{}, run); !errors.Is(err, errFull) {
		t.Errorf("Markdown: %v", err)
	}
	if err := report.MachinesHTML(full{}, run); !errors.Is(err, errFull) {
		t.Errorf("HTML: %v", err)
	}
}

var errFull = errors.New("the disk is full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
