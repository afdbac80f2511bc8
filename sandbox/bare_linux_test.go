package sandbox_test

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/wakeful-go/wakeful/sandbox"
)

// TestWorkerIsBare looks at what a worker has.
func TestWorkerIsBare(t *testing.T) {
	t.Setenv("SECRET", "x")
	// A descriptor that every program inherits that is started.
	inherited, err := os.Open(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	defer inherited.Close()
	copied, err := syscall.Dup(int(inherited.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(copied)
	var sb *sandbox.Sandbox
	pids := newChildren(t, func() {
		sb = open(t, sandbox.Config{CacheDir: engineCache, Process: &sandbox.Process{Workers: 1}, Memory: 16 << 20})
	})
	if len(pids) != 1 {
		t.Fatal(pids)
	}
	dir := fmt.Sprintf("/proc/%d/", pids[0])
	self, err := os.Readlink("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	if executable, err := os.Readlink(dir + "exe"); err != nil || executable != self {
		t.Errorf("the worker is %q, %v", executable, err)
	}
	if line, err := os.ReadFile(dir + "cmdline"); err != nil || string(line) != "wakeful-sandbox-worker\x00" {
		t.Errorf("its arguments are %q, %v", line, err)
	}
	if text, err := os.ReadFile(dir + "environ"); err != nil || len(text) > 0 {
		t.Errorf("the environment is %q, %v", text, err)
	}
	descriptors, err := os.ReadDir(dir + "fd")
	if err != nil {
		t.Fatal(err)
	}
	sockets := 0
	for _, d := range descriptors {
		target, _ := os.Readlink(dir + "fd/" + d.Name())
		switch {
		case strings.HasPrefix(target, "socket:"):
			sockets++
		case target == "/dev/null", strings.HasPrefix(target, "anon_inode:"), strings.HasPrefix(target, "/memfd:"), strings.HasSuffix(target, "/pagemap"),
			strings.HasPrefix(target, "/sys/fs/cgroup/"):
		default:
			t.Errorf("descriptor %s is %s", d.Name(), target)
		}
	}
	if sockets != 1 {
		t.Errorf("it has %d sockets", sockets)
	}
	limits, err := os.ReadFile(dir + "limits")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"Max core file size": "0", "Max file size": strconv.Itoa(16 << 20), "Max open files": "4096"} {
		_, after, _ := strings.Cut(string(limits), name)
		fields := strings.Fields(after)
		if len(fields) < 2 || fields[0] != want || fields[1] != want {
			t.Errorf("%s: %.2v, want %s", name, fields, want)
		}
	}
	_, after, _ := strings.Cut(string(limits), "Max address space")
	if fields := strings.Fields(after); fields[0] == "unlimited" || fields[0] != fields[1] {
		t.Errorf("the limit of addresses is %.2v", fields)
	}
	status, err := os.ReadFile(dir + "status")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"NoNewPrivs:\t1", "Seccomp:\t2"} {
		if !strings.Contains(string(status), want) {
			t.Errorf("the status has no %q", want)
		}
	}
	// It still does all that scripts need: more threads, more memory, snapshots.
	var running sync.WaitGroup
	for n := range 20 {
		running.Go(func() {
			p, err := sb.Compile(fmt.Sprintf("m%d.js", n), "const all = new Array(1e5).fill(1); export const f = n => all.length + n")
			if err != nil {
				t.Error(err)
				return
			}
			for range 5 {
				if got, err := p.Call(t.Context(), "f", n); err != nil || got != 1e5+float64(n) {
					t.Error(got, err)
				}
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
			if _, err := p.Call(t.Context(), "f"); !errors.Is(err, sandbox.ErrClosed) {
				t.Error(err)
			}
		})
	}
	running.Wait()
}
