package system

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// printStatus is the variable that makes a process of this test print its status and end.
const printStatus = "WAKEFUL_TEST_STATUS"

func TestMain(m *testing.M) {
	if os.Getenv(printStatus) == "" {
		os.Exit(m.Run())
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		panic(err)
	}
	fmt.Println(string(status))
}

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
	undo, err := Pin(second[:1])
	if err != nil {
		t.Fatal(err)
	}
	want := strconv.Itoa(second[0])
	if lists := here(t); len(lists) != 1 || lists[want] == 0 || runtime.GOMAXPROCS(0) != 1 {
		t.Errorf("threads kept on processor %s are on %v, with GOMAXPROCS %d", want, lists, runtime.GOMAXPROCS(0))
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	started := exec.CommandContext(t.Context(), self)
	started.Env = append(os.Environ(), printStatus+"=1")
	status, err := started.Output()
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
		if _, err := Pin(on); err == nil {
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
