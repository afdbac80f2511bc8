package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A program that does not end says what it waits for, and where the script has made it.
func TestRunWhy(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	var stderr bytes.Buffer
	source := `
function later() {}
function start() {
	setTimeout(later, 1e6);
	const cleared = setTimeout(function never() {}, 1e6);
	clearTimeout(cleared);
	setInterval(function unreferenced() {}, 1e6).unref();
}
start();
setImmediate(() => console.log('waits'));`
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	eval := filepath.Join(folder, "[eval]") // a program without a file is in the working directory
	status := run(ctx, streams{in: strings.NewReader(""), out: &signalled{when: stop}, err: &stderr}, []string{"run", "--why", "-e", source})
	got := stderr.String()
	if status != statusInterrupted || !strings.Contains(got, "Timeout later ("+eval+":2), 1000000 ms") || !strings.Contains(got, "at start ("+eval+":4:") {
		t.Errorf("status %d, errors %s", status, got)
	}
	for _, not := range []string{"never", "unreferenced", "keep-alive"} {
		if strings.Contains(got, not) {
			t.Errorf("%q does not keep the program alive: %s", not, got)
		}
	}
}
