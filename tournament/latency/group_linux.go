package latency

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// This file owns control groups that allow a part of a processor: what a container
// with a limit is to the programs in it.

// period is that of Linux's default.
const period = 100_000 // us

// NewGroup makes a control group with so many processors' worth of time, in the
// second version of control groups or the first, and returns its folder. It takes
// the right to make one, which root has outside of most containers. The group must
// be removed when nothing runs in it any more.
func NewGroup(cpus float64) (folder string, remove func() error, err error) {
	quota := strconv.Itoa(int(cpus * period))
	var failed []error
	for _, version := range []struct {
		root   string
		limits [][2]string
	}{
		{"/sys/fs/cgroup", [][2]string{{"cpu.max", quota + " " + strconv.Itoa(period)}}},
		{"/sys/fs/cgroup/cpu", [][2]string{{"cpu.cfs_period_us", strconv.Itoa(period)}, {"cpu.cfs_quota_us", quota}}},
	} {
		// A folder that is no group's root must not get folders of ours.
		if _, err := os.Stat(filepath.Join(version.root, "cgroup.procs")); err != nil {
			failed = append(failed, err)
			continue
		}
		folder := filepath.Join(version.root, fmt.Sprintf("wakeful-latency-%d", os.Getpid()))
		if err := limited(folder, version.limits); err != nil {
			failed = append(failed, err)
			continue
		}
		return folder, func() error { return os.Remove(folder) }, nil
	}
	return "", nil, fmt.Errorf("no control group with %g processors could be made here: %w", cpus, errors.Join(failed...))
}

func limited(folder string, limits [][2]string) error {
	if err := os.Mkdir(folder, 0o755); err != nil {
		return err
	}
	for _, limit := range limits {
		// A file that is not there means that the group has no control of processors,
		// and must not be made.
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

// within is the command that runs another one in the group: the shell moves itself
// there before it becomes the program, whose threads all start inside.
func within(group string, command []string) []string {
	return append([]string{"/bin/sh", "-c", `echo $$ > "$0"/cgroup.procs && exec "$@"`, group}, command...)
}
