package main

import (
	"runtime"
	"strings"
	"testing"
)

func TestShellsAreOfferedCompletions(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if status, out, errOut := wakeful(t, "completion", shell); status != statusDone || !strings.Contains(out, "wakeful") {
			t.Errorf("%s: status %d: %s", shell, status, errOut)
		}
	}
}

func TestTheVersion(t *testing.T) {
	status, out, errOut := wakeful(t, "--version")
	if status != statusDone || errOut != "" || !strings.HasPrefix(out, "wakeful version ") || !strings.Contains(out, runtime.Version()) {
		t.Errorf("status %d: %q, %q", status, out, errOut)
	}
}
