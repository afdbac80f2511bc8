package report_test

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wakeful-go/wakeful/tournament/report"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

func table(t *testing.T, doc *result.Document, width int, color bool) string {
	t.Helper()
	var b bytes.Buffer
	if err := report.Table(&b, doc, width, color); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTableLooksLike(t *testing.T) {
	golden(t, "example-080.txt", table(t, resulttest.Example(), 80, false))
	golden(t, "example-160.txt", table(t, resulttest.Example(), 160, false))
	golden(t, "sparse-100.txt", table(t, resulttest.Sparse(), 100, false))
}

func TestTableFitsItsWidth(t *testing.T) {
	for _, doc := range []*result.Document{resulttest.Example(), wide(), resulttest.Sparse()} {
		for width := 80; width <= 200; width += 7 {
			for line := range strings.SplitSeq(table(t, doc, width, false), "\n") {
				if n := utf8.RuneCountInString(line); n > width {
					t.Fatalf("at %d columns, a line has %d: %s", width, n, line)
				}
				if strings.HasSuffix(line, " ") {
					t.Fatalf("a line ends in blanks: %q", line)
				}
			}
		}
	}
	if got, want := table(t, resulttest.Sparse(), 0, false), table(t, resulttest.Sparse(), 80, false); got != want {
		t.Error("an unknown width is not taken as 80 columns")
	}
}

func TestTableShowsEveryCellAtEveryWidth(t *testing.T) {
	cells := func(text string) int {
		return len(regexp.MustCompile(`±|– \[|FAILED`).FindAllString(text, -1))
	}
	doc := wide()
	wide := cells(table(t, doc, 1000, false))
	// One for every cell of the matrix, and one in the legend.
	if want := len(doc.Cells) + 1; wide != want {
		t.Errorf("%d cells at 1,000 columns, want %d", wide, want)
	}
	for _, width := range []int{20, 80, 120, 200} {
		if got := cells(table(t, doc, width, false)); got != wide {
			t.Errorf("%d cells at %d columns, %d at 1,000", got, width, wide)
		}
	}
}

var escape = regexp.MustCompile("\x1b\\[[0-9;]*m")

func TestTableIsPlainWithoutColor(t *testing.T) {
	plain, colored := table(t, resulttest.Example(), 120, false), table(t, resulttest.Example(), 120, true)
	if strings.Contains(plain, "\x1b") {
		t.Error("without colour there is an escape sequence")
	}
	if !escape.MatchString(colored) {
		t.Error("with colour there is none")
	}
	if escape.ReplaceAllString(colored, "") != plain {
		t.Error("colour changes the text")
	}
}

func TestTableDisarmsControlCharacters(t *testing.T) {
	doc := resulttest.Example()
	doc.Warnings = []string{"clear\x1b[2J the\r\nscreen \u202e"}
	doc.Environment.CPU = "CPU\x07"
	for i := range doc.Cells {
		if doc.Cells[i].Failed() {
			doc.Cells[i].Failures[0].Reason = "panic\n\tgoroutine 1 \x1b]0;title\x07"
		}
	}
	text := table(t, doc, 200, false)
	for _, r := range text {
		if r != '\n' && (r < ' ' || r == 0x7f || r == '\u202e') {
			t.Fatalf("the table lets %q through", r)
		}
	}
	for _, want := range []string{"clear\uFFFD[2J the screen \uFFFD", "panic goroutine 1"} {
		if !strings.Contains(text, want) {
			t.Errorf("the table does not have %q", want)
		}
	}
}

func TestTablePassesOnTheWritersError(t *testing.T) {
	if err := report.Table(brokenWriter{}, resulttest.Sparse(), 80, false); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("got %v, want the writer's error", err)
	}
}

func TestEmptyTable(t *testing.T) {
	if text := table(t, &result.Document{}, 80, false); !strings.Contains(text, "compares nothing") {
		t.Errorf("the table of an empty document is %q", text)
	}
}
