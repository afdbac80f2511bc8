package quota_test

import (
	"maps"
	"math"
	"runtime"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/wakeful-go/wakeful/internal/quota"
)

var none = math.Inf(1)

// Lines of /proc/self/mountinfo.
const (
	mountV2     = "25 30 0:23 / /sys/fs/cgroup rw,nosuid - cgroup2 none rw,nsdelegate\n"
	mountV1     = "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:5 - cgroup none rw,cpu,cpuacct\n"
	mountHybrid = "41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 none rw\n"
	mountMemory = "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup none rw,memory\n"
)

func files(m map[string]string) fstest.MapFS {
	root := fstest.MapFS{}
	for name, text := range m {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return root
}

func TestRead(t *testing.T) {
	for _, test := range []struct {
		name   string
		mounts string
		own    string
		files  map[string]string
		want   float64
	}{
		{"no control groups", "", "", nil, none},
		{"v2 without a limit", mountV2, "0::/app\n", map[string]string{
			"sys/fs/cgroup/app/cpu.max": "max 100000\n",
		}, none},
		{"v2, half a processor", mountV2, "0::/app\n", map[string]string{
			"sys/fs/cgroup/app/cpu.max": "50000 100000\n",
		}, 0.5},
		{"v2, limited further up", mountV2, "0::/app/part\n", map[string]string{
			"sys/fs/cgroup/app/cpu.max":      "150000 100000\n",
			"sys/fs/cgroup/app/part/cpu.max": "max 100000\n",
		}, 1.5},
		{"v2, the group next to it is limited", mountV2, "0::/app\n", map[string]string{
			"sys/fs/cgroup/app/cpu.max":  "max 100000\n",
			"sys/fs/cgroup/app2/cpu.max": "50000 100000\n",
		}, none},
		{"v2 in a namespace", mountV2, "0::/\n", map[string]string{
			"sys/fs/cgroup/cpu.max": "200000 100000\n",
		}, 2},
		{"v2, moved out of its namespace", mountV2, "0::/../other\n", map[string]string{
			"sys/fs/cgroup/cpu.max": "200000 100000\n",
		}, 2},
		{
			"v2 in a container without a namespace",
			"25 30 0:23 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n", "0::/docker/abc\n",
			map[string]string{"sys/fs/cgroup/cpu.max": "50000 100000\n"}, 0.5,
		},
		{
			"v2, a group of such a container",
			"25 30 0:23 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n", "0::/docker/abc/part\n",
			map[string]string{
				"sys/fs/cgroup/cpu.max":      "max 100000\n",
				"sys/fs/cgroup/part/cpu.max": "30000 100000\n",
			}, 0.3,
		},
		{
			"v2, a name that begins alike",
			"25 30 0:23 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n", "0::/docker/abcdef\n",
			map[string]string{
				"sys/fs/cgroup/cpu.max":     "40000 100000\n",
				"sys/fs/cgroup/def/cpu.max": "10000 100000\n",
			}, 0.4,
		},
		{
			"v2 at another place, with a space",
			"25 30 0:23 / /mnt/control\\040groups rw - cgroup2 none rw\n", "0::/app\n",
			map[string]string{"mnt/control groups/app/cpu.max": "50000 100000\n"}, 0.5,
		},
		{"v1", mountV1 + mountMemory, "4:cpu,cpuacct:/app\n3:memory:/app\n", map[string]string{
			"sys/fs/cgroup/cpu,cpuacct/app/cpu.cfs_quota_us":  "25000\n",
			"sys/fs/cgroup/cpu,cpuacct/app/cpu.cfs_period_us": "100000\n",
		}, 0.25},
		{"v1, limited further up", mountV1, "4:cpu,cpuacct:/app/part\n", map[string]string{
			"sys/fs/cgroup/cpu,cpuacct/app/cpu.cfs_quota_us":       "25000\n",
			"sys/fs/cgroup/cpu,cpuacct/app/cpu.cfs_period_us":      "50000\n",
			"sys/fs/cgroup/cpu,cpuacct/app/part/cpu.cfs_quota_us":  "-1\n",
			"sys/fs/cgroup/cpu,cpuacct/app/part/cpu.cfs_period_us": "100000\n",
		}, 0.5},
		{"v1 without a limit", mountV1, "4:cpu,cpuacct:/\n", map[string]string{
			"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us":  "-1\n",
			"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us": "100000\n",
		}, none},
		{"v1 without processors", mountMemory, "3:memory:/\n", nil, none},
		{"both, the processors in v1", mountV1 + mountHybrid, "4:cpu,cpuacct:/app\n0::/app\n", map[string]string{
			"sys/fs/cgroup/cpu,cpuacct/app/cpu.cfs_quota_us":  "50000\n",
			"sys/fs/cgroup/cpu,cpuacct/app/cpu.cfs_period_us": "100000\n",
		}, 0.5},
		{"a colon in the name", mountV2, "0::/a:b\n", map[string]string{
			"sys/fs/cgroup/a:b/cpu.max": "50000 100000\n",
		}, 0.5},
		{"nonsense", mountV2, "nonsense\n0::/\n", map[string]string{
			"sys/fs/cgroup/cpu.max": "many 0\n",
		}, none},
		{"no time at all", mountV2, "0::/\n", map[string]string{"sys/fs/cgroup/cpu.max": "0 100000\n"}, none},
		{"not a number", mountV2, "0::/\n", map[string]string{"sys/fs/cgroup/cpu.max": "NaN Inf\n"}, none},
		{"one field", mountV2, "0::/\n", map[string]string{"sys/fs/cgroup/cpu.max": "50000\n"}, none},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := files(test.files)
			maps.Copy(root, files(map[string]string{"proc/self/mountinfo": test.mounts, "proc/self/cgroup": test.own}))
			if got := quota.Read(root); got != test.want {
				t.Errorf("Read() = %v, want %v", got, test.want)
			}
		})
	}
}

// Any number of goroutines may ask, also while the answer is being read.
func TestCPUsOfThisProcess(t *testing.T) {
	quota.Forget()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 1000 {
				if got := quota.CPUs(); !(got > 0) {
					t.Errorf("CPUs() = %v, want a positive number or +Inf", got)
				}
				runtime.Gosched()
			}
		})
	}
	all.Wait()
}

func BenchmarkCPUs(b *testing.B) {
	b.Run("known", func(b *testing.B) {
		for b.Loop() {
			quota.CPUs()
		}
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			quota.Forget()
			quota.CPUs()
		}
	})
}
