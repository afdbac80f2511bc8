package machine

import (
	"bufio"
	"bytes"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
)

// This file owns what Linux says about the processor in files: the limits of
// control groups, in both of their versions, and the frequency governor. The
// file system is an argument, rooted at /, and on other systems has no such
// files.

// governor is the frequency governor of the first processor.
func governor(root fs.FS) string {
	text, err := fs.ReadFile(root, "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// cpuQuota is how many cores the process's control groups allow it, 0 when they
// do not limit it. The group and all groups around it count, and the smallest
// limit holds.
func cpuQuota(root fs.FS) float64 {
	text, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return 0
	}
	quota := 0.0
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		// hierarchy:controllers:path, with an empty list of controllers in
		// version 2.
		fields := strings.SplitN(lines.Text(), ":", 3)
		if len(fields) != 3 {
			continue
		}
		controllers, group := fields[1], path.Clean("/"+fields[2])
		switch {
		case controllers == "":
			quota = smallest(quota, upwards(group, func(dir string) float64 { return quotaV2(root, "sys/fs/cgroup"+dir) }))
		case contains(controllers, "cpu"):
			quota = smallest(quota, upwards(group, func(dir string) float64 { return quotaV1(root, "sys/fs/cgroup/cpu"+dir) }))
		}
	}
	return quota
}

func contains(list, controller string) bool {
	for name := range strings.SplitSeq(list, ",") {
		if name == controller {
			return true
		}
	}
	return false
}

// upwards is the smallest limit of a group and of the groups around it. Inside a
// container the path may be the host's; then only its last part, the root, is
// there to be read.
func upwards(group string, limit func(dir string) float64) float64 {
	quota := 0.0
	for dir := group; ; dir = path.Dir(dir) {
		if dir == "/" {
			return smallest(quota, limit(""))
		}
		quota = smallest(quota, limit(dir))
	}
}

// smallest ignores limits of 0, which stand for none.
func smallest(a, b float64) float64 {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// quotaV2 reads "quota period" in microseconds; the quota may be "max".
func quotaV2(root fs.FS, dir string) float64 {
	text, err := fs.ReadFile(root, dir+"/cpu.max")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text))
	if len(fields) != 2 {
		return 0
	}
	return share(fields[0], fields[1])
}

// quotaV1 reads quota and period from files of their own; a quota of -1 is none.
func quotaV1(root fs.FS, dir string) float64 {
	quota, err := fs.ReadFile(root, dir+"/cpu.cfs_quota_us")
	if err != nil {
		return 0
	}
	period, err := fs.ReadFile(root, dir+"/cpu.cfs_period_us")
	if err != nil {
		return 0
	}
	return share(strings.TrimSpace(string(quota)), strings.TrimSpace(string(period)))
}

func share(quota, period string) float64 {
	q, err := strconv.ParseFloat(quota, 64)
	if err != nil || q <= 0 {
		return 0
	}
	p, err := strconv.ParseFloat(period, 64)
	if err != nil || p <= 0 {
		return 0
	}
	return q / p
}

// CPUQuota is how many cores the process's control groups allow it, 0 when they do
// not limit it.
func CPUQuota() float64 { return cpuQuota(os.DirFS("/")) }
