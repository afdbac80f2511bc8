package quota_test

// The reader against layouts that are made up: the least of the limits on the way
// up, whatever else there is; and no text makes it fail.

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/internal/quota"
	"pgregory.net/rapid"
)

func TestAnyLayout(t *testing.T) {
	names := rapid.StringMatching(`[a-z][a-z0-9:. \-]{0,8}[a-z]`)
	rapid.Check(t, func(t *rapid.T) {
		root := map[string]string{}
		want := none
		var mounts, own []string
		for hierarchy, v2 := range []bool{false, true} {
			if !rapid.Bool().Draw(t, "present") {
				continue
			}
			at := path.Join("/", names.Draw(t, "place"), fmt.Sprint(hierarchy))
			seen := rapid.SliceOfN(names, 0, 2).Draw(t, "mounted group")
			below := rapid.SliceOfN(names, 0, 4).Draw(t, "group below")
			kind := "cgroup none rw,cpu,cpuacct"
			member := "4:cpuacct,cpu:"
			if v2 {
				kind, member = "cgroup2 none rw", "0::"
			}
			escape := strings.NewReplacer(" ", `\040`)
			mounts = append(mounts, fmt.Sprintf("1 2 0:3 /%s %s rw shared:7 master:8 - %s", escape.Replace(path.Join(seen...)), escape.Replace(at), kind))
			own = append(own, member+path.Join("/", path.Join(seen...), path.Join(below...)))
			// Each group on the way up, and one beside it, which does not count.
			for n := range len(below) + 1 {
				dir := path.Join(at, path.Join(below[:n]...))
				limit := rapid.SampledFrom([]float64{none, 0.25, 0.5, 1, 1.5, 2, 64}).Draw(t, "limit")
				want = min(want, limit)
				write(root, dir, v2, limit)
				write(root, dir+"z", v2, 0.125)
			}
		}
		shuffled := rapid.Permutation(append(mounts, mountMemory, "36 1 0:1 / /proc rw - proc none rw", "")).Draw(t, "mounts")
		root["/proc/self/mountinfo"] = strings.Join(shuffled, "\n")
		root["/proc/self/cgroup"] = strings.Join(rapid.Permutation(append(own, "3:memory:/x")).Draw(t, "memberships"), "\n") + "\n"
		relative := map[string]string{}
		for name, text := range root {
			relative[strings.TrimPrefix(name, "/")] = text
		}
		if got := quota.Read(files(relative)); got != want {
			t.Errorf("Read() = %v, want %v, of %q", got, want, relative)
		}
	})
}

// write writes the files of one group.
func write(root map[string]string, dir string, v2 bool, limit float64) {
	const period = 100_000
	spent := fmt.Sprint(int(limit * period))
	switch {
	case v2 && limit == none:
		root[dir+"/cpu.max"] = fmt.Sprintf("max %d\n", period)
	case v2:
		root[dir+"/cpu.max"] = fmt.Sprintf("%s %d\n", spent, period)
	default:
		if limit == none {
			spent = "-1"
		}
		root[dir+"/cpu.cfs_quota_us"], root[dir+"/cpu.cfs_period_us"] = spent+"\n", fmt.Sprintln(period)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(mountV2, "0::/app\n", "50000 100000\n", "-1", "100000")
	f.Add(mountV1, "4:cpu,cpuacct:/app\n", "max 100000", "25000\n", "50000\n")
	f.Add("1 2 3 \\04 \\777 - cgroup2 a b", "0::/../..\n0::\n:cpu:/", "-1 -1", "", "0")
	f.Fuzz(func(t *testing.T, mounts, own, limit, spent, period string) {
		root := map[string]string{"proc/self/mountinfo": mounts, "proc/self/cgroup": own}
		for _, dir := range []string{"sys/fs/cgroup", "sys/fs/cgroup/app", "sys/fs/cgroup/cpu,cpuacct", "sys/fs/cgroup/cpu,cpuacct/app"} {
			root[dir+"/cpu.max"], root[dir+"/cpu.cfs_quota_us"], root[dir+"/cpu.cfs_period_us"] = limit, spent, period
		}
		if got := quota.Read(files(root)); !(got > 0) {
			t.Errorf("Read() = %v, want a positive number or +Inf", got)
		}
	})
}
