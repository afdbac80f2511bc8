package main

import (
	"runtime"
	"strings"
	"testing"
)

func TestAShellIsOfferedNames(t *testing.T) {
	for _, c := range []struct {
		typed      []string
		want, none string
	}{
		{[]string{"tournament", "--only", "goja"}, "goja_nodejs\t", "wakeful-spin"},
		{[]string{"tournament", "--only", "wakeful,cas"}, "wakeful,cas-contention\t", "goja"},
		{[]string{"tournament", "--only", "channel/ping"}, "channel/ping-pong\t", "channel/wakeful"},
		{[]string{"latency", "--lane", "wakeful-"}, "wakeful-block\t", "go-channel"},
		{[]string{"latency", "--lane", "rust-std-u"}, "rust-std-udp-spin\n", "rust-tokio"},
	} {
		status, out, errOut := wakeful(t, append([]string{"__complete"}, c.typed...)...)
		if status != statusDone || !strings.Contains(out, c.want) || strings.Contains(out, c.none) {
			t.Errorf("%v: status %d, %q, %q; want %q", c.typed, status, out, errOut, c.want)
		}
	}
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
