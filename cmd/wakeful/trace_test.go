package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	loops "github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/telemetry"
)

// recorded returns the file of a recording of a loop that never ran.
func recorded(t *testing.T) string {
	t.Helper()
	l, err := loops.New(loops.WithName("orders"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := telemetry.Record(l, 1<<16)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := r.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "orders.rec")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestTrace(t *testing.T) {
	file := recorded(t)
	if status, out, errOut := here(t, "trace", file); status != statusDone || !strings.HasPrefix(out, "<!doctype html>") || !strings.Contains(out, `"Name":"orders"`) {
		t.Errorf("the page: status %d, %q, %.100q", status, errOut, out)
	}
	if status, out, errOut := here(t, "trace", "--perfetto", file); status != statusDone || !json.Valid([]byte(out)) {
		t.Errorf("--perfetto: status %d, %q, %.100q", status, errOut, out)
	}
	if status, out, _ := here(t, "trace", "--findings", file); status != statusDone || out != "no rule has found a fault\n" {
		t.Errorf("--findings: status %d, %q", status, out)
	}
	other := filepath.Join(t.TempDir(), "other")
	if err := os.WriteFile(other, []byte("something else"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"trace"}, "accepts 1 arg"},
		{[]string{"trace", other}, "this is no recording"},
		{[]string{"trace", filepath.Join(t.TempDir(), "none")}, "no such file"},
		{[]string{"trace", "--perfetto", "--findings", file}, "perfetto"},
		{[]string{"trace", "--go", file}, "telemetry.RecordTrace"},
	} {
		if status, _, errOut := here(t, c.args...); status != statusBadUse || !strings.Contains(errOut, c.want) {
			t.Errorf("%q: status %d, %q; want %d and something with %q", c.args, status, errOut, statusBadUse, c.want)
		}
	}
}

// A trace of package sim is drawn by the same command, from a file and from standard input.
func TestTraceOfASimulatedRun(t *testing.T) {
	const simulated = "wakeful sim trace 1\tseed 17\nmachine\t0\tserver\n0.5\tserver\tcrash\t-\t-\tthe server\n1.5\tserver\tcrash\t-\t-\tagain\n"
	for _, c := range []struct {
		args         []string
		status       int
		says, saysNo string
	}{
		{[]string{"trace", "-"}, statusDone, "the server", "\x00"},
		{[]string{"trace", "--from", "1", "-"}, statusDone, "again", "the server"},
		{[]string{"trace", "--last", "1", "-"}, statusDone, "again", "the server"},
		{[]string{"trace", "--last", "0", "-"}, statusBadUse, "--last needs at least 1", "again"},
		{[]string{"trace", "--go", "-"}, statusBadUse, "only be drawn as a page", "again"},
	} {
		var out bytes.Buffer
		status := run(t.Context(), streams{in: strings.NewReader(simulated), out: &out, err: &out}, c.args)
		if status != c.status || !strings.Contains(out.String(), c.says) || strings.Contains(out.String(), c.saysNo) {
			t.Errorf("%q: status %d, %q", c.args, status, &out)
		}
	}
}
