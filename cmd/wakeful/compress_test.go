package main

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

// A compressed document has all samples, and the histograms of what pages show.
func TestACompressedDocumentHasWhatPagesNeed(t *testing.T) {
	given := document(t, resulttest.Example())
	doc, err := result.ReadFile(given) // in the order in which documents are written
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "findings.json.gz")
	status, out, errOut := wakeful(t, "findings", given, "--compress", file)
	if status != statusDone || out != "" || errOut != "" {
		t.Fatalf("status %d: %s%s", status, out, errOut)
	}
	small, err := result.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	had := 0
	for i := range doc.Cells {
		before, after := &doc.Cells[i], &small.Cells[i]
		if before.Key() != after.Key() || len(before.Samples) != len(after.Samples) {
			t.Fatalf("%s with %d samples became %s with %d", before.Key(), len(before.Samples), after.Key(), len(after.Samples))
		}
		for j, s := range before.Samples {
			if s.Value != after.Samples[j].Value {
				t.Errorf("%s: the value %v became %v", before.Key(), s.Value, after.Samples[j].Value)
			}
			if has, want := after.Samples[j].Latency != nil, s.Latency != nil && needsHistogram(before); has != want {
				t.Errorf("%s has a histogram: %v, want %v", before.Key(), has, want)
			}
			if s.Latency != nil {
				had++
			}
		}
	}
	if had == 0 {
		t.Error("the example has no histogram")
	}
	if status, _, errOut := here(t, "findings", file, "--compress", file); status != statusBadUse || !strings.Contains(errOut, "findings.json.gz") {
		t.Errorf("into the file that is read: status %d, %s", status, errOut)
	}
}

// A document that cannot be written leaves the file of an earlier one.
func TestCompressKeepsTheOldFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "full.json.gz")
	if err := compress(file, resulttest.Sparse()); err != nil {
		t.Fatal(err)
	}
	invalid := resulttest.Sparse()
	invalid.Rounds = 0
	if err := compress(file, invalid); !errors.Is(err, result.ErrInvalid) {
		t.Errorf("an invalid document: %v", err)
	}
	if _, err := result.ReadFile(file); err != nil {
		t.Errorf("the old file: %v", err)
	}
}

func TestWhichHistogramsArePublished(t *testing.T) {
	for _, c := range []struct {
		contestant, workload string
		params               map[string]string
		want                 bool
	}{
		{"rust-futex-spin", latency.Arrival, map[string]string{"gap": "100ms"}, true},
		{"rust-futex-spin", latency.Arrival, map[string]string{"gap": "1ms"}, false},
		{"wakeful-block", latency.Arrival, map[string]string{"gap": "1ms", "procs": "1"}, true},
		{"go-channel-sleep", latency.Arrival, map[string]string{"gap": "1us"}, true},
		{"go-channel-handover", latency.Arrival, map[string]string{"gap": "1us"}, false},
		{"mainlockfree", "ping-pong-latency", map[string]string{"waiter": "blocks"}, true},
		{"main", "ping-pong-latency", map[string]string{"waiter": "blocks"}, false},
		{"wakeful", "ping-pong", nil, false},
	} {
		if got := needsHistogram(&result.Cell{Contestant: c.contestant, Workload: c.workload, Params: c.params}); got != c.want {
			t.Errorf("%s of %s %v: %v, want %v", c.contestant, c.workload, c.params, got, c.want)
		}
	}
}
