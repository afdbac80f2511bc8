package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

// The README's pictures equal those generated from the committed run, byte by byte.
func TestThePicturesAreThoseOfTheCommittedRun(t *testing.T) {
	const committed = "../../docs/tournament"
	prefix := filepath.Join(t.TempDir(), "tournament")
	if *update {
		prefix = committed
	}
	status, _, errOut := here(t, "report", committedRun, "--picture", prefix)
	if status != statusDone {
		t.Fatalf("status %d: %s", status, errOut)
	}
	for _, ending := range []string{"-light.svg", "-dark.svg"} {
		want, err := os.ReadFile(prefix + ending)
		if err != nil {
			t.Fatal(err)
		}
		if have, err := os.ReadFile(committed + ending); err != nil || !bytes.Equal(have, want) {
			t.Errorf("%s is not what %s says (%v); in cmd/wakeful, run: go run . report %s --picture %s", committed+ending, committedRun, err, committedRun, committed)
		}
	}
}

func TestPicturesThatCannotBeWrittenAreNamed(t *testing.T) {
	doc := resulttest.Example()
	good := document(t, doc)
	doc.Cells = doc.Cells[:0]
	empty := document(t, doc)
	folder := filepath.Join(t.TempDir(), "a-light.svg")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ file, prefix, want string }{
		{good, strings.TrimSuffix(folder, "-light.svg"), "a-light.svg cannot be written"},
		{empty, "b", "none of the figures"},
	} {
		if status, _, errOut := wakeful(t, "report", c.file, "--picture", c.prefix); status != statusBadUse || !strings.Contains(errOut, c.want) {
			t.Errorf("--picture %s: status %d, %q; want %d and something with %q", c.prefix, status, errOut, statusBadUse, c.want)
		}
	}
}
