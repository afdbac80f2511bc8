package world_test

import (
	"flag"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/world"
)

var update = flag.Bool("update", false, "write the tables of the pages again")

// The tables of the pages are those of the documents beside them: nothing in them is written by
// hand.
func TestPagesShowTheirDocuments(t *testing.T) {
	for name, table := range map[string]func(io.Writer, *result.Document) error{
		"world": world.Ratios,
		"growth": func(w io.Writer, d *result.Document) error {
			_, err := io.WriteString(w, world.Exponents(d).Markdown())
			return err
		},
	} {
		text, err := os.ReadFile("../../docs/" + name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		doc, err := result.ReadFile("../../docs/" + name + ".json.gz")
		if err != nil {
			t.Fatal(err)
		}
		var want strings.Builder
		if err := table(&want, doc); err != nil {
			t.Fatal(err)
		}
		_, rest, found := strings.Cut(string(text), "<!-- "+name+": written by go test ./tournament/world -run TestPages -update -->\n")
		got, after, ended := strings.Cut(rest, "<!-- end of "+name+" -->")
		if *update && found && ended {
			before, _, _ := strings.Cut(string(text), "<!-- "+name+":")
			page := before + "<!-- " + name + ": written by go test ./tournament/world -run TestPages -update -->\n\n" + want.String() + "\n<!-- end of " + name + " -->" + after
			if err := os.WriteFile("../../docs/"+name+".md", []byte(page), 0o600); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if !found || !ended || strings.TrimSpace(got) != strings.TrimSpace(want.String()) {
			t.Errorf("docs/%s.md does not show docs/%s.json.gz", name, name)
		}
	}
}
