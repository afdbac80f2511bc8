package quota

import (
	"math"
	"testing"
	"testing/fstest"
)

func TestRead(t *testing.T) {
	none := math.Inf(1)
	for _, test := range []struct {
		name  string
		files map[string]string
		want  float64
	}{
		{"no control groups", nil, none},
		{"v2 without a limit", map[string]string{
			"proc/self/cgroup":          "0::/app\n",
			"sys/fs/cgroup/app/cpu.max": "max 100000\n",
		}, none},
		{"v2, half a processor", map[string]string{
			"proc/self/cgroup":          "0::/app\n",
			"sys/fs/cgroup/app/cpu.max": "50000 100000\n",
		}, 0.5},
		{"v2, limited further up", map[string]string{
			"proc/self/cgroup":               "0::/app/part\n",
			"sys/fs/cgroup/app/cpu.max":      "150000 100000\n",
			"sys/fs/cgroup/app/part/cpu.max": "max 100000\n",
		}, 1.5},
		{"v2 in a namespace", map[string]string{
			"proc/self/cgroup":      "0::/\n",
			"sys/fs/cgroup/cpu.max": "200000 100000\n",
		}, 2},
		{"v2 moved out of its namespace", map[string]string{
			"proc/self/cgroup":      "0::/../other\n",
			"sys/fs/cgroup/cpu.max": "200000 100000\n",
		}, 2},
		{"v1", map[string]string{
			"proc/self/cgroup": "4:cpu,cpuacct:/app\n3:memory:/app\n",
			"sys/fs/cgroup/cpu,cpuacct/app/cpu.cfs_quota_us":  "25000\n",
			"sys/fs/cgroup/cpu,cpuacct/app/cpu.cfs_period_us": "100000\n",
		}, 0.25},
		{"v1 without a limit", map[string]string{
			"proc/self/cgroup":                    "4:cpu:/\n",
			"sys/fs/cgroup/cpu/cpu.cfs_quota_us":  "-1\n",
			"sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
		}, none},
		{"nonsense", map[string]string{
			"proc/self/cgroup":      "nonsense\n0::/\n",
			"sys/fs/cgroup/cpu.max": "many 0\n",
		}, none},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := fstest.MapFS{}
			for name, text := range test.files {
				root[name] = &fstest.MapFile{Data: []byte(text)}
			}
			if got := read(root); got != test.want {
				t.Errorf("read() = %v, want %v", got, test.want)
			}
		})
	}
}

func TestCPUsOfThisProcess(t *testing.T) {
	if got := CPUs(); !(got > 0) {
		t.Errorf("CPUs() = %v, want a positive number or +Inf", got)
	}
}
