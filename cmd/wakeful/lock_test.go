package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A run into a file that another run writes does not start, whatever it calls the file and
// whichever command it is. It says which file that is, and changes nothing.
func TestSecondRunIntoAFileIsRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("real", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", "linked"); err != nil {
		t.Skipf("NOT RUN: no symbolic links: %v", err)
	}
	const refused = "is being written by another run"
	second := func() {
		for _, args := range [][]string{
			small("--rounds", "1", "--json", "real/run.json"),
			small("--rounds", "1", "--json", "linked/run.json"),
			small("--rounds", "1", "--json", "real/run.txt"), /* its report is real/run.html */
			{"tournament", "--resume", "real/run.json"},
			{"tournament", "--world", "--resume", "linked/run.json"},
			{"tournament", "--world", "--only", "wakeful/submit", "--json", "real/run.json"},
			{"tournament", "--growth", "--only", "wakeful/timers", "--json", "real/run.json"},
		} {
			status, _, errOut := here(t, args...)
			if status != statusBadUse || !strings.Contains(errOut, refused) || !strings.Contains(errOut, "run.") {
				t.Errorf("%v: status %d, %q; want %d and %q", args, status, errOut, statusBadUse, refused)
			}
		}
	}
	errOut := &interrupter{when: "round 1 of 2", interrupt: second}
	status := run(t.Context(), streams{out: &bytes.Buffer{}, err: errOut}, small("--rounds", "2", "--json", "real/run.json"))
	if status != statusDone || !strings.Contains(errOut.String(), "round 1 of 2") {
		t.Fatalf("status %d: %s", status, errOut)
	}
	if status, _, errOut := here(t, small("--rounds", "1", "--json", "linked/run.json")...); status != statusDone {
		t.Errorf("after the end of the first: status %d: %s", status, errOut)
	}
	left, err := filepath.Glob("real/.*")
	if err != nil || len(left) > 0 {
		t.Errorf("it left %v, %v", left, err)
	}
}

// holdLock is the command line by which the test binary locks a file until it is killed.
const holdLock = "hold-lock"

func holdLockUntilKilled(path string) {
	var held locks
	if err := held.lock(path); err != nil {
		panic(err)
	}
	fmt.Println("locked")
	select {}
}

// A lock ends with its process, also if the process was killed.
func TestLockEndsWithItsProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.json")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	owner := exec.Command(self, holdLock, path)
	out, err := owner.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := owner.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	var held locks
	refused := held.lock(path)
	if killed := owner.Process.Kill(); killed != nil {
		t.Fatal(killed)
	}
	_ = owner.Wait() // it was killed
	if err != nil || line != "locked\n" {
		t.Fatalf("%q, %v", line, err)
	}
	if refused == nil || !strings.Contains(refused.Error(), "by another run") {
		t.Errorf("got %v, want that another run writes it", refused)
	}
	for range 2 {
		if err := held.lock(path); err != nil {
			t.Errorf("after the process: %v", err)
		}
	}
	held.release()
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) > 0 {
		t.Errorf("it left %v, %v", left, err)
	}
}
