package processors

import (
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// here returns the processors on which each thread of this process may run.
func here(t *testing.T) map[string]int {
	t.Helper()
	lists := map[string]int{}
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		t.Fatal(err)
	}
	for _, thread := range threads {
		status, err := os.ReadFile("/proc/self/task/" + thread.Name() + "/status")
		if err != nil {
			continue // it has ended
		}
		lists[listed(t, string(status))]++
	}
	return lists
}

// listed parses the processors in a thread's status.
func listed(t *testing.T, status string) string {
	t.Helper()
	_, list, found := strings.Cut(status, "Cpus_allowed_list:")
	if !found {
		t.Fatalf("the system does not say where a thread may run: %s", status)
	}
	list, _, _ = strings.Cut(list, "\n")
	return strings.TrimSpace(list)
}

// Every existing and new thread is pinned to the half, and is released afterwards.
func TestKeep(t *testing.T) {
	first, second, err := Halves()
	if err != nil {
		t.Skipf("NOT RUN: %v", err)
	}
	all := slices.Concat(first, second)
	if !slices.IsSorted(all) || len(slices.Compact(slices.Clone(all))) != len(all) || len(first) > len(second) {
		t.Fatalf("the halves are %v and %v", first, second)
	}
	before, procs := here(t), runtime.GOMAXPROCS(0)
	undo, err := Keep(second[:1])
	if err != nil {
		t.Fatal(err)
	}
	want := strconv.Itoa(second[0])
	if lists := here(t); len(lists) != 1 || lists[want] == 0 || runtime.GOMAXPROCS(0) != 1 {
		t.Errorf("threads kept on processor %s are on %v, with GOMAXPROCS %d", want, lists, runtime.GOMAXPROCS(0))
	}
	status, err := exec.CommandContext(t.Context(), "cat", "/proc/self/status").Output()
	if err != nil {
		t.Fatal(err)
	}
	if list := listed(t, string(status)); list != want {
		t.Errorf("a process started from processor %s is on %s", want, list)
	}
	if err := undo(); err != nil {
		t.Fatal(err)
	}
	after := here(t)
	for list := range before {
		if after[list] == 0 || after[want] > 0 && list != want || runtime.GOMAXPROCS(0) != procs {
			t.Errorf("threads that were on %v are on %v afterwards, with GOMAXPROCS %d instead of %d", before, after, runtime.GOMAXPROCS(0), procs)
		}
	}
}

// A refusal changes nothing.
func TestKeepOnMissingProcessors(t *testing.T) {
	before, procs := here(t), runtime.GOMAXPROCS(0)
	for _, on := range [][]int{nil, {1023}} {
		if _, err := Keep(on); err == nil {
			t.Errorf("this process was kept on the processors %v", on)
		}
	}
	after := here(t)
	for list := range before {
		if after[list] == 0 || runtime.GOMAXPROCS(0) != procs {
			t.Errorf("threads that were on %v are on %v", before, after)
		}
	}
}
