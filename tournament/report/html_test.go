package report_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"flag"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/report"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares got with a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got == strings.ReplaceAll(string(want), "\r\n", "\n") {
		return
	}
	gots, wants := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range gots {
		if i >= len(wants) || gots[i] != wants[i] {
			t.Fatalf("%s differs in line %d, where there is now:\n%s\nwhen that is right, run the test with -update", path, i+1, gots[i])
		}
	}
	t.Fatalf("%s is longer than what there is now; when that is right, run the test with -update", path)
}

func rendered(t *testing.T, doc *result.Document) string {
	t.Helper()
	var page bytes.Buffer
	if err := report.HTML(&page, doc, report.Findings{}); err != nil {
		t.Fatal(err)
	}
	return page.String()
}

// wide returns the example with two of each contestant.
func wide() *result.Document {
	doc := resulttest.Example()
	for _, c := range doc.Contestants {
		c.Name += "-again"
		doc.Contestants = append(doc.Contestants, c)
	}
	for _, c := range doc.Cells {
		c.Contestant += "-again"
		doc.Cells = append(doc.Cells, c)
	}
	return doc
}

// markup returns the page without its scripts and its style.
func markup(t *testing.T, page string) string {
	t.Helper()
	body, _, ok := strings.Cut(page, `<script type="application/json"`)
	if !ok {
		t.Fatal("the page has no document inside")
	}
	head, rest, ok := strings.Cut(body, "<style>")
	if !ok {
		t.Fatal("the page has no style")
	}
	_, rest, _ = strings.Cut(rest, "</style>")
	return head + rest
}

// elements calls visit for each element of the page.
func elements(t *testing.T, markup string, visit func(xml.StartElement), text func(string)) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(markup + "</body></html>"))
	decoder.Strict = false
	decoder.AutoClose = xml.HTMLAutoClose
	decoder.Entity = xml.HTMLEntity
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("the page is not well formed: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			visit(token)
		case xml.CharData:
			text(string(token))
		}
	}
}

// outline lists the page's structure: headings, heads of tables, and charts.
func outline(t *testing.T, page string) string {
	var b strings.Builder
	within := ""
	elements(t, markup(t, page), func(e xml.StartElement) {
		within = e.Name.Local
		for _, a := range e.Attr {
			if a.Name.Local == "class" && a.Value == "chart" || e.Name.Local == "section" && a.Name.Local == "id" {
				b.WriteString("[" + e.Name.Local + " " + a.Value + "]\n")
			}
		}
	}, func(text string) {
		switch text = strings.TrimSpace(text); within {
		case "h1", "h2", "h3", "h4", "caption", "summary", "th", "dt":
			if text != "" {
				b.WriteString(within + " " + text + "\n")
			}
		}
	})
	return b.String()
}

func TestPageConsistsOf(t *testing.T) {
	golden(t, "example-outline.txt", outline(t, rendered(t, resulttest.Example())))
	golden(t, "sparse-outline.txt", outline(t, rendered(t, resulttest.Sparse())))
}

func TestPageEscapesTheDocument(t *testing.T) {
	page := rendered(t, hostile())
	allowed := []string{"script", "style", "svg", "circle", "path"}
	shown := false
	elements(t, markup(t, page), func(e xml.StartElement) {
		if e.Name.Local == "img" || slices.Contains(allowed[:2], e.Name.Local) {
			t.Errorf("the document brought in an element: %s", e.Name.Local)
		}
		for _, a := range e.Attr {
			if strings.HasPrefix(a.Name.Local, "on") {
				t.Errorf("%s has a handler in an attribute: %s", e.Name.Local, a.Name.Local)
			}
		}
	}, func(text string) { shown = shown || strings.Contains(text, payload) })
	if !shown {
		t.Error("the text of the document is nowhere as it is")
	}
	// The page has four script elements and no other closing tag of a script.
	if n := strings.Count(strings.ToLower(page), "</script"); n != 4 {
		t.Errorf("%d ends of scripts, want 4", n)
	}
	if strings.Contains(page, payload) {
		t.Error("the payload is in the page unescaped")
	}
}

func TestPageIsSelfContained(t *testing.T) {
	page := rendered(t, resulttest.Example())
	elements(t, markup(t, page), func(e xml.StartElement) {
		for _, a := range e.Attr {
			link := a.Name.Local == "href" || a.Name.Local == "src" || a.Name.Local == "action" || a.Name.Local == "data"
			if link && !strings.HasPrefix(a.Value, "#") && a.Value != "data:," {
				t.Errorf("%s points outside the page: %s", e.Name.Local, a.Value)
			}
		}
	}, func(string) {})
	_, style, _ := strings.Cut(page, "<style>")
	style, _, _ = strings.Cut(style, "</style>")
	if strings.Contains(style, "url(") || strings.Contains(style, "@import") {
		t.Error("the style loads something")
	}
}

func TestPolicyAllowsOnlyThePagesScripts(t *testing.T) {
	page := html.UnescapeString(rendered(t, resulttest.Sparse()))
	_, policy, ok := strings.Cut(page, `http-equiv="Content-Security-Policy" content="`)
	policy, _, closed := strings.Cut(policy, `"`)
	if !ok || !closed || !strings.HasPrefix(policy, "default-src 'none'; ") {
		t.Fatalf("the policy is %q", policy)
	}
	page = rendered(t, resulttest.Sparse())
	scripts := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindAllStringSubmatch(page, -1)
	if len(scripts) != 2 {
		t.Fatalf("%d scripts, want the library and the page's own", len(scripts))
	}
	for i, s := range scripts {
		sum := sha256.Sum256([]byte(s[1]))
		if !strings.Contains(policy, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
			t.Errorf("the policy does not allow script %d", i)
		}
	}
	if n := strings.Count(policy, "sha256-"); n != 2 || strings.Contains(policy, "http") || strings.Contains(strings.ReplaceAll(policy, "style-src 'unsafe-inline'", ""), "unsafe") {
		t.Errorf("the policy allows more: %s", policy)
	}
}

func TestPageCarriesTheDocument(t *testing.T) {
	doc := resulttest.Example()
	_, inside, _ := strings.Cut(rendered(t, doc), `<script type="application/json" id="document">`)
	inside, _, _ = strings.Cut(inside, "</script>")
	read, err := result.Read(strings.NewReader(inside))
	if err != nil {
		t.Fatal(err)
	}
	if len(read.Cells) != len(doc.Cells) {
		t.Errorf("the page carries %d cells, want %d", len(read.Cells), len(doc.Cells))
	}
}

func TestPageIsTheSameEveryTime(t *testing.T) {
	first, second := rendered(t, resulttest.Example()), rendered(t, resulttest.Example())
	if first != second {
		t.Error("two pages of one document differ")
	}
}

func TestEmptyPage(t *testing.T) {
	empty := &result.Document{Format: result.Format, Version: result.Version}
	if page := rendered(t, empty); !strings.Contains(page, "compares nothing") {
		t.Error("the page of an empty document does not say so")
	}
}

func TestHTMLNamesTheCellOfABadHistogram(t *testing.T) {
	doc := resulttest.Example()
	for i := range doc.Cells {
		if s := doc.Cells[i].Samples; len(s) > 0 && s[0].Latency != nil {
			s[0].Latency.Encoded = "?"
			break
		}
	}
	err := report.HTML(io.Discard, doc, report.Findings{})
	if err == nil || !strings.Contains(err.Error(), "ping-pong-latency/impl=wakeful/waiter=blocks") {
		t.Errorf("got %v, want an error that names the cell", err)
	}
}

func TestHTMLPassesOnTheWritersError(t *testing.T) {
	if err := report.HTML(brokenWriter{}, resulttest.Sparse(), report.Findings{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("got %v, want the writer's error", err)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
