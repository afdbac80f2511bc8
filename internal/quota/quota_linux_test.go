package quota_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/internal/quota"
)

// The kernel's own files: the test moves itself into a group that it makes, with
// half a processor, then with more, then with none.
func TestGroupOfTheKernel(t *testing.T) {
	before, limit := newGroup(t)
	quota.Forget()
	parent := quota.CPUs()
	for _, test := range []struct {
		limit string
		want  float64
	}{{"50000", 0.5}, {"150000", 1.5}, {"", none}} {
		limit(test.limit)
		quota.Forget()
		if got := quota.CPUs(); got != min(parent, test.want) {
			t.Errorf("a quota of %q us in 100000: CPUs() = %v, want %v", test.limit, got, min(parent, test.want))
		}
	}
	before()
	quota.Forget()
	if got := quota.CPUs(); got != parent {
		t.Errorf("after the group: CPUs() = %v, want %v", got, parent)
	}
}

// newGroup moves the process into a new control group. It returns what moves it
// back and what limits the group.
func newGroup(t *testing.T) (back func(), limit func(string)) {
	t.Helper()
	own, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		t.Skip("NOT RUN: no control groups: ", err)
	}
	var mount, group string
	v2 := false
	for line := range strings.Lines(string(own)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		for c := range strings.SplitSeq(fields[1], ",") {
			if c == "cpu" {
				mount, group = "/sys/fs/cgroup/"+fields[1], fields[2]
			}
		}
		if fields[1] == "" && group == "" {
			mount, group, v2 = "/sys/fs/cgroup", fields[2], true
		}
	}
	v2 = v2 && mount == "/sys/fs/cgroup"
	parent := filepath.Join(mount, group)
	dir := filepath.Join(parent, "wakeful-test-"+strconv.Itoa(os.Getpid()))
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Skip("NOT RUN: no control group can be made here: ", err)
	}
	id := strconv.Itoa(os.Getpid())
	back = func() { write1(t, filepath.Join(parent, "cgroup.procs"), id) }
	t.Cleanup(func() {
		back()
		if err := os.Remove(dir); err != nil {
			t.Error(err)
		}
	})
	file, unlimited := "cpu.cfs_quota_us", "-1"
	if v2 {
		file, unlimited = "cpu.max", "max"
	}
	if _, err := os.Stat(filepath.Join(dir, file)); err != nil {
		t.Skip("NOT RUN: the groups here do not limit processors: ", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "cgroup.procs"), []byte(id), 0); err != nil {
		t.Skip("NOT RUN: this process cannot be moved: ", err)
	}
	return back, func(us string) {
		if us == "" {
			us = unlimited
		}
		write1(t, filepath.Join(dir, file), us)
	}
}

func write1(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0); err != nil {
		t.Fatal(err)
	}
}
