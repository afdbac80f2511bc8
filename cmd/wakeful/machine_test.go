package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"testing"
)

func TestTheMachineIsDescribed(t *testing.T) {
	e := describeMachine()
	if e.Cores != runtime.NumCPU() || e.GOMAXPROCS != runtime.GOMAXPROCS(0) || e.GoVersion != runtime.Version() {
		t.Errorf("the runtime is described as %+v", e)
	}
	if e.OS != runtime.GOOS || e.Arch != runtime.GOARCH || e.CPUQuota < 0 || e.LoadAtStart < 0 {
		t.Errorf("the system is described as %+v", e)
	}
	if runtime.GOOS == "linux" && e.Kernel == "" {
		t.Errorf("on Linux the kernel is known, but not here: %+v", e)
	}
	// A container may hide the file. Then the memory is unknown.
	if _, err := os.Stat("/proc/meminfo"); runtime.GOOS == "linux" && (e.MemoryBytes != 0) != (err == nil) {
		t.Errorf("the memory is %d, and of /proc/meminfo the error is %v", e.MemoryBytes, err)
	}
}

func TestBuildInformation(t *testing.T) {
	info := &debug.BuildInfo{
		Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "true"}},
		Deps: []*debug.Module{
			{Path: "github.com/dop251/goja", Version: "v1"},
			{Path: "github.com/spf13/cobra", Version: "v2"},
		},
	}
	if commit, dirty := commitOfBuild(info); commit != "abc" || !dirty {
		t.Errorf("commit %q, dirty %v", commit, dirty)
	}
	if got := versions(info); len(got) != 1 || got["github.com/dop251/goja"] != "v1" {
		t.Errorf("modules %v", got)
	}
}
