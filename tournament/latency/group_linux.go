package latency

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// This file makes control groups with a limit of processor time, as containers have.

// period is Linux's default.
const period = 100_000 // us

// NewGroup makes a control group with the given number of processors' worth of time, in version 2
// or 1 of control groups, and returns its folder. It needs the right to make groups, which root has
// outside of most containers. Call remove when nothing runs in the group any more.
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
		return folder, func() error { return os.Remove(folder) }, nil
	}
	return "", nil, fmt.Errorf("no control group with %g processors could be made here: %w", cpus, errors.Join(failed...))
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

// commandInGroup returns a command line that runs another one in the group. A shell moves itself
// into the group and then becomes the program, so all threads of the program start inside.
func commandInGroup(group string, command []string) []string {
	return append([]string{"/bin/sh", "-c", `echo $$ > "$0"/cgroup.procs && exec "$@"`, group}, command...)
}
