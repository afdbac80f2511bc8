package claims

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

var update = flag.Bool("update", false, "write the findings of the example again")

func findings(t *testing.T, doc *result.Document) string {
	t.Helper()
	var b bytes.Buffer
	if err := Findings(&b, Run{Doc: doc}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The page of the example is committed, so that a change of its wording is visible. The command's
// tests compare the pages of real runs with their documents.
func TestThePageOfTheExample(t *testing.T) {
	isWritten(t, filepath.Join("testdata", "example.md"), findings(t, resulttest.Example()))
}

func isWritten(t *testing.T, path, text string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != text {
		t.Errorf("%s is not what its run says; write it again with: go test ./claims -update", path)
	}
}

// For any document, the page has every claim with its verdict, and its tables are valid.
func TestThePageIsWhole(t *testing.T) {
	for name, doc := range map[string]*result.Document{"example": resulttest.Example(), "sparse": resulttest.Sparse(), "reported": reportedDocument(t), "empty": empty(t)} {
		text := findings(t, doc)
		for _, j := range Judge(doc) {
			for _, want := range []string{"## " + j.ID + ": " + string(j.Verdict) + "\n", "| " + j.ID + " | " + escaped(j.Title) + " | "} {
				if strings.Count(text, want) != 1 {
					t.Errorf("%s: the page has %q %d times", name, want, strings.Count(text, want))
				}
			}
		}
		columns := 0
		for line := range strings.Lines(text) {
			switch bars := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|"); {
			case bars == 0:
				columns = 0
			case columns == 0:
				columns = bars
			case bars != columns:
				t.Errorf("%s: a row of %d columns in a table of %d: %s", name, bars-1, columns-1, line)
			}
			if strings.Contains(line, "NaN") || strings.Contains(line, "Inf") || strings.Contains(line, "%!") {
				t.Errorf("%s: a figure that is none: %s", name, line)
			}
		}
		if name == "reported" && text != findings(t, doc) {
			t.Error("the same document gives two pages")
		}
	}
}

// What is unknown of a machine is left out.
func TestThePageOfAnUnknownMachine(t *testing.T) {
	doc := resulttest.Sparse()
	doc.Environment = result.Environment{GoVersion: "go1.99"}
	text := findings(t, doc)
	for _, want := range []string{"**unknown processor**: go1.99; 2026-03-14, 3 rounds", "| id | claim | unknown processor |"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %q:\n%.900s", want, text)
		}
	}
}

// Text from a document cannot become markup of the page.
func TestHostileTextStaysText(t *testing.T) {
	doc := onLinux().set(singleProducer("main"), around(1)).
		fail(singleProducer("alternatethree"), "oh | no\n## A heading <script>alert(1)</script>\n[link](http://example.org)").document(t)
	doc.Environment.CPU = "a | b <img src=x>\x1b[2J"
	doc.Warnings = []string{"a `warning`\n# with a heading"}
	doc.Command = []string{"tournament", "`rm`"}
	text := findings(t, doc)
	for _, bad := range []string{"<script", "<img", "\x1b", "\n## A heading", "\n# with", " [link"} {
		if strings.Contains(text, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestAFullDiskIsAnError(t *testing.T) {
	if err := Findings(fullDisk{}, Run{Doc: resulttest.Sparse()}); err == nil || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("%v", err)
	}
}

// Lines are wrapped, and no line begins a list or a heading by accident.
func TestParagraphsAreWrapped(t *testing.T) {
	p := &page{}
	words := strings.Repeat("word ", 19) + "word - 12. # end " + strings.Repeat("x", 120) + " last"
	p.say("", words)
	p.list([]string{words})
	p.say("> ", words)
	first := strings.Repeat("word ", 19) + "word"
	want := first + " - 12. #\nend\n" + strings.Repeat("x", 120) + "\nlast\n\n" +
		"- " + strings.TrimSuffix(first, " word") + "\n  word - 12. # end\n  " + strings.Repeat("x", 120) + "\n  last\n\n" +
		"> " + strings.TrimSuffix(first, " word") + "\n> word - 12. # end\n> " + strings.Repeat("x", 120) + "\n> last\n\n"
	if p.String() != want {
		t.Errorf("got\n%q\nwant\n%q", p.String(), want)
	}
}

// The page of several runs has a row for every claim, with the verdict of every machine.
func TestThePageOfSeveralRunsHasEveryVerdict(t *testing.T) {
	runs := []Run{{"a.json", resulttest.Example()}, {"b.json", resulttest.Sparse()}}
	var b bytes.Buffer
	if err := Findings(&b, runs...); err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(b.String()) {
		if cells := strings.Split(line, " | "); len(cells) == 4 {
			rows[cells[1]] = line
		}
	}
	second := Judge(runs[1].Doc)
	for i, j := range Judge(runs[0].Doc) {
		row := rows[escaped(j.Title)]
		if !strings.Contains(row, j.ID) || !strings.Contains(row, " | "+escaped(j.short())+" | "+escaped(second[i].short())+" |") {
			t.Errorf("the row of %s is %q", j.ID, row)
		}
		if n := len(strings.Fields(j.Title)); n == 0 || n > 12 {
			t.Errorf("the title of %s has %d words", j.ID, n)
		}
	}
}
