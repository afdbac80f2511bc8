package world_test

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/world"
)

// The tables of the pages are those of the documents beside them: nothing in them is written by
// hand.
func TestPagesShowTheirDocuments(t *testing.T) {
	for name, table := range map[string]func(io.Writer, *world.Document, bool) error{
		"world":  world.Table,
		"growth": world.GrowthTable(world.Curves()),
	} {
		text, err := os.ReadFile("../../docs/" + name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		doc, err := world.ReadDocument("../../docs/" + name + ".json.gz")
		if err != nil {
			t.Fatal(err)
		}
		var want strings.Builder
		if err := table(&want, doc, true); err != nil {
			t.Fatal(err)
		}
		_, rest, found := strings.Cut(string(text), "<!-- "+name+": written by wakeful -->\n")
		got, _, ended := strings.Cut(rest, "<!-- end of "+name+" -->")
		if !found || !ended || strings.TrimSpace(got) != strings.TrimSpace(want.String()) {
			t.Errorf("docs/%s.md does not show docs/%s.json.gz", name, name)
		}
	}
}
