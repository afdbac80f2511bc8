package world_test

import (
	"os"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/world"
)

// page shows the document of one machine, which lies beside it.
const page = "../../docs/world.md"

// The tables of the page are those of the document: nothing in them is written by hand.
func TestThePageShowsTheDocument(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := world.ReadDocument("../../docs/world.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	if err := world.Table(&want, doc, true); err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(text), "<!-- world: written by wakeful -->\n")
	got, _, ended := strings.Cut(rest, "<!-- end of world -->")
	if !found || !ended || strings.TrimSpace(got) != strings.TrimSpace(want.String()) {
		t.Errorf("%s does not show docs/world.json.gz", page)
	}
}
