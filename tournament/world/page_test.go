package world_test

import (
	"os"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/world"
)

// page shows the documents of one machine, which lie beside it.
const page = "../../docs/world.md"

// The tables of the page are those of the documents: nothing in them is written by hand.
func TestThePageShowsTheDocuments(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []struct {
		document string
		table    func(*strings.Builder, *world.Document) error
	}{
		{"world", func(out *strings.Builder, d *world.Document) error { return world.Table(out, d, true) }},
		{"growth", func(out *strings.Builder, d *world.Document) error {
			return world.GrowthTable(world.Curves())(out, d, true)
		}},
	} {
		doc, err := world.ReadDocument("../../docs/" + part.document + ".json.gz")
		if err != nil {
			t.Fatal(err)
		}
		var want strings.Builder
		if err := part.table(&want, doc); err != nil {
			t.Fatal(err)
		}
		_, rest, begun := strings.Cut(string(text), "<!-- "+part.document+": written by wakeful -->\n")
		got, _, ended := strings.Cut(rest, "<!-- end of "+part.document+" -->")
		if !begun || !ended || strings.TrimSpace(got) != strings.TrimSpace(want.String()) {
			t.Errorf("%s does not show docs/%s.json.gz", page, part.document)
		}
	}
}
