package guest

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// entry is a contestant that is described and never run.
func entry(name string, can contest.Capability) contest.Entry {
	return contest.Entry{Name: name, Summary: "What it is.", Can: can, Bound: 7}
}

func TestADescriptionSaysWhatTheTournamentNeeds(t *testing.T) {
	var out strings.Builder
	if err := run(t.Context(), entry("mine", contest.Loops|contest.Timers), []string{describe}, nil, &out); err != nil {
		t.Fatal(err)
	}
	var d description
	if err := json.Unmarshal([]byte(out.String()), &d); err != nil || d != (description{"mine", "What it is.", contest.Loops | contest.Timers, 7, 0}) {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestOtherCommandsAreExplained(t *testing.T) {
	for _, args := range [][]string{nil, {"dance"}, {describe, "more"}} {
		if err := run(t.Context(), entry("mine", contest.Loops), args, nil, nil); err == nil || !strings.Contains(err.Error(), "wakeful tournament --with") {
			t.Errorf("%q: %v, want how it is used", args, err)
		}
	}
}

// A program that describes something else than a contestant is told what is wrong.
func TestWhatADescriptionMustHave(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("NOT RUN: the programs of this test are shell scripts")
	}
	for description, want := range map[string]string{
		`{"name":"mine","can":1}`:    "",
		`{"name":"Mine","can":1}`:    "lower-case letters",
		`{"name":"../mine","can":1}`: "lower-case letters",
		`{"name":"wakeful","can":1}`: "is taken",
		`{"name":"mine","can":2}`:    "it is no loop",
		`hello`:                      "cannot be read",
	} {
		program := filepath.Join(t.TempDir(), "contestant")
		if err := os.WriteFile(program, []byte("#!/bin/sh\necho '"+description+"'\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		g, err := ask(context.Background(), program)
		switch {
		case want == "" && (err != nil || g.Entry.Name != "mine" || g.Entry.Kind != contest.Peer || g.Process[1] != sample):
			t.Errorf("%s: %+v, %v", description, g, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: the error is %v, want one with %q", description, err, want)
		}
	}
}
