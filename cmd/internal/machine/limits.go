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

// This file owns the files in which Linux describes the processor: the limits of control groups,
// version 1 and 2, and the frequency governor. The file system is an argument, rooted at /. Other
// systems have no such files.

// governor returns the frequency governor of the first processor.
func governor(root fs.FS) string {
	text, err := fs.ReadFile(root, "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// cpuQuota returns the number of cores that the process's control groups allow, or 0 without a
// limit. The smallest limit of the group and of all its parents applies.
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

// upwards returns the smallest limit of a group and its parents. Inside a container the path may be
// the host's. Then only its last part, the root, can be read.
func upwards(group string, limit func(dir string) float64) float64 {
	quota := 0.0
	for dir := group; ; dir = path.Dir(dir) {
		if dir == "/" {
			return smallest(quota, limit(""))
		}
		quota = smallest(quota, limit(dir))
	}
}

// smallest ignores limits of 0, which mean no limit.
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

// quotaV1 reads quota and period from separate files. A quota of -1 means none.
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

// CPUQuota returns the number of cores that the process's control groups allow, or 0 without a
// limit.
func CPUQuota() float64 { return cpuQuota(os.DirFS("/")) }
