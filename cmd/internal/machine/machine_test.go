package machine

import (
	"os"
	"runtime"
	"runtime/debug"
	"testing"
	"testing/fstest"
)

func TestDescribe(t *testing.T) {
	e := Describe()
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

// root returns a file system with these files.
func root(files map[string]string) fstest.MapFS {
	fs := fstest.MapFS{}
	for name, text := range files {
		fs[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fs
}

func TestCPUQuota(t *testing.T) {
	for what, c := range map[string]struct {
		files map[string]string
		want  float64
	}{
		"no control groups": {nil, 0},
		"version 2, its own group": {map[string]string{
			"proc/self/cgroup":          "0::/a/b\n",
			"sys/fs/cgroup/a/b/cpu.max": "150000 100000\n",
		}, 1.5},
		"version 2, a group around it": {map[string]string{
			"proc/self/cgroup":          "0::/a/b\n",
			"sys/fs/cgroup/a/cpu.max":   "50000 100000\n",
			"sys/fs/cgroup/a/b/cpu.max": "max 100000\n",
		}, 0.5},
		"version 2, the smallest of several": {map[string]string{
			"proc/self/cgroup":          "0::/a/b\n",
			"sys/fs/cgroup/cpu.max":     "400000 100000\n",
			"sys/fs/cgroup/a/cpu.max":   "200000 100000\n",
			"sys/fs/cgroup/a/b/cpu.max": "300000 100000\n",
		}, 2},
		"version 2, in a container that sees only the root": {map[string]string{
			"proc/self/cgroup":      "0::/\n",
			"sys/fs/cgroup/cpu.max": "100000 100000\n",
		}, 1},
		"version 2, no limit": {map[string]string{
			"proc/self/cgroup":      "0::/\n",
			"sys/fs/cgroup/cpu.max": "max 100000\n",
		}, 0},
		"version 1": {map[string]string{
			"proc/self/cgroup":                      "4:memory:/m\n3:cpu,cpuacct:/c\n",
			"sys/fs/cgroup/cpu/c/cpu.cfs_quota_us":  "250000\n",
			"sys/fs/cgroup/cpu/c/cpu.cfs_period_us": "100000\n",
		}, 2.5},
		"version 1, the path is the host's": {map[string]string{
			"proc/self/cgroup":                    "3:cpuacct,cpu:/docker/abc\n",
			"sys/fs/cgroup/cpu/cpu.cfs_quota_us":  "100000\n",
			"sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
		}, 1},
		"version 1, no limit": {map[string]string{
			"proc/self/cgroup":                    "3:cpu:/\n",
			"sys/fs/cgroup/cpu/cpu.cfs_quota_us":  "-1\n",
			"sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
		}, 0},
		"damaged": {map[string]string{
			"proc/self/cgroup":      "0::/\nnonsense\n",
			"sys/fs/cgroup/cpu.max": "much 0\n",
		}, 0},
	} {
		if got := cpuQuota(root(c.files)); got != c.want {
			t.Errorf("%s: %v cores, want %v", what, got, c.want)
		}
	}
}

func TestGovernor(t *testing.T) {
	if got := governor(root(map[string]string{"sys/devices/system/cpu/cpu0/cpufreq/scaling_governor": "performance\n"})); got != "performance" {
		t.Errorf("governor %q", got)
	}
	if got := governor(root(nil)); got != "" {
		t.Errorf("without the file, governor %q", got)
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

// Outside of the project's source tree, git returns another project's commit or none.
func TestAnotherFolderHasNoCommit(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("go.mod", []byte("module example.com/another\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOWORK", "off")
	if commit, dirty := commitOfCheckout(t.Context()); commit != "" || dirty {
		t.Errorf("commit %q, dirty %v", commit, dirty)
	}
}
