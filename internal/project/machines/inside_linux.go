package main

// How a process gets onto its machine: in namespaces of its own, which need not be undone.

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// nobody is the user and group that own nothing.
const nobody = 65534

// openUmask makes what this process creates readable for other users.
func openUmask() { unix.Umask(0o022) }

// unable returns why this process cannot make namespaces, or "" if it can.
func unable(self string) string {
	if os.Getuid() != 0 {
		return "it takes root"
	}
	cmd := exec.Command(self, "-h")
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWNS | unix.CLONE_NEWNET}
	if err := cmd.Run(); err != nil {
		return "root may not make namespaces here: " + err.Error()
	}
	return ""
}

// launch starts the command on the machine. It returns what the command prints, and what waits for
// the end after everything has been read.
func launch(cmd *exec.Cmd, s *setting, m machine) (io.Reader, func() error, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: unix.SIGKILL}
	if s.Cannot == "" {
		cmd.SysProcAttr.Cloneflags = unix.CLONE_NEWNS
		if m.NoIPv6 {
			cmd.SysProcAttr.Cloneflags |= unix.CLONE_NEWNET
		}
	}
	runtime.LockOSThread() // the child ends with the thread that started it
	var from, to *os.File
	var err error
	if m.Terminal {
		if from, to, err = terminal(); err != nil {
			return nil, nil, fmt.Errorf("opening a terminal: %w", err)
		}
		cmd.Stdin = to
	} else if from, to, err = os.Pipe(); err != nil {
		return nil, nil, err
	}
	cmd.Stdout, cmd.Stderr = to, to
	if err := cmd.Start(); err != nil {
		return nil, nil, errors.Join(err, from.Close(), to.Close())
	}
	// A terminal drops what was not read yet when it hangs up. So it is not the command's controlling
	// terminal, whose end would hang it up, and stays open here until everything was read, up to a
	// mark that follows what the command has written.
	if m.Terminal {
		ended := make(chan error, 1)
		go func() {
			err := cmd.Wait()
			_, failed := to.WriteString(endMark)
			ended <- errors.Join(err, failed)
		}()
		return from, func() error { return errors.Join(<-ended, to.Close(), from.Close()) }, nil
	}
	_ = to.Close()
	return from, func() error { return errors.Join(cmd.Wait(), from.Close()) }, nil
}

// terminal opens a pseudoterminal that does not change what is written to it.
func terminal() (ours, theirs *os.File, err error) {
	if ours, err = os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		return nil, nil, err
	}
	number, err := unix.IoctlGetInt(int(ours.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(ours.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		theirs, err = os.OpenFile(fmt.Sprint("/dev/pts/", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		return nil, nil, errors.Join(err, ours.Close())
	}
	fd := int(theirs.Fd())
	mode, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err == nil {
		mode.Oflag &^= unix.OPOST // a line break stays one byte
		mode.Lflag &^= unix.ECHO
		err = errors.Join(unix.IoctlSetTermios(fd, unix.TCSETS, mode), unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80}))
	}
	if err != nil {
		return nil, nil, errors.Join(err, ours.Close(), theirs.Close())
	}
	return ours, theirs, nil
}

// inside changes the machine and becomes the test binary. It does not return.
func inside(how string, args []string) {
	var told struct {
		Setting *setting
		Machine machine
	}
	err := json.Unmarshal([]byte(how), &told)
	if err == nil {
		err = told.Setting.enter(told.Machine)
	}
	if err == nil {
		err = unix.Exec(args[0], args, os.Environ())
	}
	fmt.Fprintln(os.Stderr, "machines: entering the machine:", err)
	os.Exit(1)
}

// enter makes this process's machine. The order matters: what follows needs what comes later.
func (s *setting) enter(m machine) error {
	runtime.LockOSThread() // the set of processors is one of the thread, which becomes the process
	unix.Umask(m.Umask)
	if s.Cannot != "" {
		return nil
	}
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("a private view of the file systems: %w", err)
	}
	if m.NoIPv6 {
		if err := s.onlyIPv4(); err != nil {
			return fmt.Errorf("a network without IPv6: %w", err)
		}
	}
	if m.PlainKernel || m.Files != nil {
		if err := s.kernelFiles(m); err != nil {
			return fmt.Errorf("the kernel's files: %w", err)
		}
	}
	if m.SmallTemp {
		if err := unix.Mount("tmpfs", filepath.Join(s.Folder, "small"), "tmpfs", 0, fmt.Sprintf("size=%d,mode=1777", smallTemp)); err != nil {
			return fmt.Errorf("a small TMPDIR: %w", err)
		}
	}
	if m.OneProcessor {
		var have, one unix.CPUSet
		if err := unix.SchedGetaffinity(0, &have); err != nil {
			return err
		}
		for i := 0; one.Count() == 0; i++ {
			if have.IsSet(i) {
				one.Set(i)
			}
		}
		if err := unix.SchedSetaffinity(0, &one); err != nil {
			return fmt.Errorf("one processor: %w", err)
		}
	}
	if m.Nobody {
		for from, at := range map[string]string{s.Modules: "modules", s.GoRoot: "goroot"} {
			if err := bind(from, filepath.Join(s.Folder, at)); err != nil {
				return err
			}
		}
		if err := errors.Join(syscall.Setgroups(nil), syscall.Setgid(nobody), syscall.Setuid(nobody)); err != nil {
			return fmt.Errorf("another user: %w", err)
		}
	}
	return nil
}

// onlyIPv4 sets up the loopback interface of a new network.
func (s *setting) onlyIPv4() error {
	// This machine's /proc may be read-only, or have processes only.
	proc, err := os.MkdirTemp(filepath.Join(s.Folder, "run"), "proc-")
	if err == nil {
		err = unix.Mount("proc", proc, "proc", 0, "")
	}
	if err != nil {
		return err
	}
	for _, of := range []string{"all", "default", "lo"} {
		err := os.WriteFile(filepath.Join(proc, "sys/net/ipv6/conf", of, "disable_ipv6"), []byte("1"), 0)
		if err != nil && !errors.Is(err, os.ErrNotExist) { // the kernel has none
			return err
		}
	}
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd) //nolint:errcheck // nothing was written
	lo, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	lo.SetUint16(unix.IFF_UP)
	return unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, lo)
}

// kernelFiles mounts a /dev, a /sys and a /proc over this machine's.
func (s *setting) kernelFiles(m machine) error {
	own, err := os.MkdirTemp(filepath.Join(s.Folder, "run"), "kernel-")
	if err != nil {
		return err
	}
	if err := unix.Mount("tmpfs", own, "tmpfs", 0, "mode=0755"); err != nil {
		return err
	}
	dev, sys := filepath.Join(own, "dev"), filepath.Join(own, "sys")
	if err := errors.Join(os.Mkdir(dev, 0o755), os.Mkdir(sys, 0o755)); err != nil {
		return err
	}
	for _, name := range []string{"null", "zero", "full", "random", "urandom", "tty"} {
		if err := errors.Join(os.WriteFile(filepath.Join(dev, name), nil, 0o666), bind("/dev/"+name, filepath.Join(dev, name))); err != nil {
			return err
		}
	}
	if err := errors.Join(os.Mkdir(filepath.Join(dev, "pts"), 0o755), bind("/dev/pts", filepath.Join(dev, "pts"))); err != nil {
		return err
	}
	// The kernel looks for pts beside this file, so a mount of the other would not do.
	ptmx := filepath.Join(dev, "ptmx")
	if err := errors.Join(unix.Mknod(ptmx, unix.S_IFCHR, int(unix.Mkdev(5, 2))), os.Chmod(ptmx, 0o666)); err != nil {
		return err
	}
	shared := filepath.Join(dev, "shm")
	if err := errors.Join(os.Mkdir(shared, 0o755), os.Chmod(shared, 0o1777)); err != nil {
		return err
	}
	for name, target := range map[string]string{"fd": "", "stdin": "/0", "stdout": "/1", "stderr": "/2"} {
		if err := os.Symlink("/proc/self/fd"+target, filepath.Join(dev, name)); err != nil {
			return err
		}
	}
	for name, text := range m.Files {
		path := filepath.Join(own, name)
		mode := os.FileMode(0o644)
		if strings.HasPrefix(name, "/dev/") {
			mode = 0o600
		}
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), mode), os.Chmod(path, mode)); err != nil {
			return err
		}
	}
	if _, err := os.Stat("/sys/fs/cgroup"); m.Cgroups && err == nil {
		groups := filepath.Join(sys, "fs", "cgroup")
		if err := errors.Join(os.MkdirAll(groups, 0o755), bind("/sys/fs/cgroup", groups)); err != nil {
			return err
		}
	}
	if err := errors.Join(bind(dev, "/dev"), bind(sys, "/sys")); err != nil {
		return err
	}
	if m.PlainKernel {
		return unix.Mount("proc", "/proc", "proc", 0, "subset=pid")
	}
	return nil
}

// bind shows a file or directory, and what is mounted below it, in another place.
func bind(from, at string) error {
	if err := unix.Mount(from, at, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return fmt.Errorf("mounting %s on %s: %w", from, at, err)
	}
	return nil
}
