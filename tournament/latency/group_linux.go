package latency

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// period is Linux's default.
const period = 100_000 // us

// NewGroup makes a control group with half a processor's worth of time, in version 2 or 1 of control
// groups. It needs the right to make groups, which root has outside of most containers. Close it
// when nothing runs in it any more.
func NewGroup() Group {
	half := strconv.Itoa(halfProcessor * period)
	var failed []error
	for _, version := range []struct {
		root   string
		limits [][2]string
	}{
		{"/sys/fs/cgroup", [][2]string{{"cpu.max", half + " " + strconv.Itoa(period)}}},
		{"/sys/fs/cgroup/cpu", [][2]string{{"cpu.cfs_period_us", strconv.Itoa(period)}, {"cpu.cfs_quota_us", half}}},
	} {
		// A folder that is not the root of control groups must not get new folders.
		if _, err := os.Stat(filepath.Join(version.root, "cgroup.procs")); err != nil {
			failed = append(failed, err)
			continue
		}
		folder := filepath.Join(version.root, fmt.Sprintf("wakeful-latency-%d", os.Getpid()))
		if err := limited(folder, version.limits); err != nil {
			failed = append(failed, err)
			continue
		}
		return Group{folder: folder}
	}
	return Group{Missing: fmt.Sprintf("no control group with half a processor could be made here: %v", errors.Join(failed...))}
}

func limited(folder string, limits [][2]string) error {
	if err := os.Mkdir(folder, 0o755); err != nil {
		return err
	}
	for _, limit := range limits {
		// If the file does not exist, the group has no processor controller. Do not create it.
		f, err := os.OpenFile(filepath.Join(folder, limit[0]), os.O_WRONLY, 0)
		if err == nil {
			_, err = f.WriteString(limit[1])
			err = errors.Join(err, f.Close())
		}
		if err != nil {
			return errors.Join(err, os.Remove(folder))
		}
	}
	return nil
}
