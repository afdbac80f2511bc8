// Package quota tells how many processors' worth of time the process may use,
// which can be less than it has processors to run on: in a container a spinning
// loop spends the quota that its own producers need.
package quota

import (
	"io/fs"
	"math"
	"os"
	"path"
	"strconv"
	"strings"
	"sync"
)

// CPUs returns the quota in processors, +Inf if there is none or it cannot be
// read. It is read once, from the control groups (v2, then v1) of Linux.
var CPUs = sync.OnceValue(func() float64 { return read(os.DirFS("/")) })

// read returns the least quota of the process's control group and those above it.
func read(root fs.FS) float64 {
	least := math.Inf(1)
	for _, g := range groups(root) {
		for dir := g.dir; ; dir = path.Dir(dir) {
			least = min(least, g.quota(root, path.Join(g.mount, dir)))
			if dir == "." || dir == "/" {
				break
			}
		}
	}
	return least
}

// group is a control group that can limit the processor.
type group struct {
	mount, dir string
	quota      func(root fs.FS, dir string) float64
}

// groups reads lines such as "0::/app" (v2) and "4:cpu,cpuacct:/app" (v1).
func groups(root fs.FS) (found []group) {
	text, _ := fs.ReadFile(root, "proc/self/cgroup")
	for line := range strings.Lines(string(text)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) != 3 {
			continue
		}
		dir := strings.TrimPrefix(path.Clean(fields[2]), "/")
		if dir == "" || strings.HasPrefix(dir, "..") {
			dir = "." // in a namespace of its own: the mount shows the group itself
		}
		if fields[0] == "0" && fields[1] == "" {
			found = append(found, group{"sys/fs/cgroup", dir, quotaV2})
			continue
		}
		for controller := range strings.SplitSeq(fields[1], ",") {
			if controller == "cpu" {
				found = append(found,
					group{"sys/fs/cgroup/cpu", dir, quotaV1},
					group{"sys/fs/cgroup/" + fields[1], dir, quotaV1})
			}
		}
	}
	return found
}

// quotaV2 reads "max 100000" or "50000 100000".
func quotaV2(root fs.FS, dir string) float64 {
	text, _ := fs.ReadFile(root, path.Join(dir, "cpu.max"))
	fields := strings.Fields(string(text))
	if len(fields) != 2 {
		return math.Inf(1)
	}
	return ratio(fields[0], fields[1])
}

// quotaV1 reads a quota in microseconds, -1 for none, and its period.
func quotaV1(root fs.FS, dir string) float64 {
	quota, _ := fs.ReadFile(root, path.Join(dir, "cpu.cfs_quota_us"))
	period, _ := fs.ReadFile(root, path.Join(dir, "cpu.cfs_period_us"))
	return ratio(strings.TrimSpace(string(quota)), strings.TrimSpace(string(period)))
}

func ratio(quota, period string) float64 {
	q, err := strconv.ParseFloat(quota, 64)
	p, err2 := strconv.ParseFloat(period, 64)
	if err != nil || err2 != nil || q <= 0 || p <= 0 {
		return math.Inf(1)
	}
	return q / p
}
