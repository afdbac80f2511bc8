package sandbox

// The limits and the filter of a worker, tried in a process that has them.

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// TestFilter starts itself as a process that gives up what a worker gives up, and then tries it.
func TestFilter(t *testing.T) {
	if folder := os.Getenv("WAKEFUL_SANDBOX_FILTER"); folder != "" {
		insideFilter(t, folder)
		return
	}
	t.Parallel()
	folder := t.TempDir()
	command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestFilter$", "-test.v")
	// The other variable keeps TestMain from making a folder that it could not remove.
	command.Env = append(os.Environ(), "WAKEFUL_SANDBOX_FILTER="+folder, "WAKEFUL_SANDBOX_PROCESSES="+folder)
	out, err := command.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestFilter") {
		t.Errorf("%v\n%s", err, out)
	}
}

func insideFilter(t *testing.T, folder string) {
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	parent, page := os.Getppid(), os.Getpagesize()
	plain, err := syscall.Mmap(-1, 0, page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	if err := limitProcess(workerSetup{Memory: minimumMemory, AddressSpace: 1 << 30}); err != nil {
		t.Fatal(err)
	}
	if err := filterCalls(); err != nil {
		t.Fatal(err)
	}
	anonymous := func(size, protection int) error {
		_, err := syscall.Mmap(-1, 0, size, protection, syscall.MAP_ANON|syscall.MAP_PRIVATE)
		return err
	}
	for what, try := range map[string]func() error{
		"reading a file":    func() error { _, err := os.ReadFile(file); return err },
		"making a file":     func() error { _, err := os.Create(filepath.Join(folder, "new")); return err },
		"removing a file":   func() error { return os.Remove(file) },
		"listing a folder":  func() error { _, err := os.ReadDir(folder); return err },
		"a look at a file":  func() error { _, err := os.Stat(file); return err },
		"a socket":          func() error { _, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0); return err },
		"a connection":      func() error { _, err := net.Dial("unix", file); return err },
		"a process":         func() error { return exec.Command(os.Args[0], "-test.run=^$").Run() },
		"another program":   func() error { return syscall.Exec(os.Args[0], []string{"x"}, nil) },
		"a signal":          func() error { return syscall.Kill(parent, 0) },
		"a thread's signal": func() error { return unix.Tgkill(parent, parent, 0) },
		"tracing":           func() error { return syscall.PtraceAttach(parent) },
		"machine code":      func() error { return anonymous(page, syscall.PROT_READ|syscall.PROT_EXEC) },
		"code in data":      func() error { return syscall.Mprotect(plain, syscall.PROT_READ|syscall.PROT_EXEC) },
		"addresses":         func() error { return anonymous(2<<30, syscall.PROT_NONE) },
		"a higher limit": func() error {
			return syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: workerFiles + 1, Max: workerFiles + 1})
		},
		"another user":  func() error { _, _, err := syscall.RawSyscall(syscall.SYS_SETUID, 65534, 0, 0); return errnoOf(err) },
		"a mount":       func() error { return syscall.Mount("none", folder, "tmpfs", 0, "") },
		"a user's keys": func() error { _, err := unix.KeyctlGetKeyringID(unix.KEY_SPEC_SESSION_KEYRING, true); return err },
	} {
		if err := try(); err == nil {
			t.Errorf("%s is possible", what)
		}
	}
	// What scripts need works: threads, memory, anonymous files.
	var threads sync.WaitGroup
	for range 20 {
		threads.Go(func() {
			runtime.LockOSThread() // the thread ends with the goroutine
			if len(make([]byte, 1<<20)) == 0 {
				t.Error("no memory")
			}
		})
	}
	threads.Wait()
	runtime.GC()
	fd, err := unix.MemfdCreate("snapshot", unix.MFD_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.Ftruncate(fd, minimumMemory); err != nil {
		t.Error(err)
	}
	if _, err := unix.Mmap(fd, 0, minimumMemory, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE); err != nil {
		t.Error(err)
	}
}

func errnoOf(err syscall.Errno) error {
	if err == 0 {
		return nil
	}
	return err
}
