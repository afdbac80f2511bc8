package main

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockFile locks a byte far behind the end of an open file, so that others can read the file. It
// fails with errLocked.
func lockFile(file *os.File) error {
	const exclusive = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(file.Fd()), exclusive, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return errLocked
	}
	return err
}

// removeLocked removes a lock file. The system removes no open file, so it stays if another process
// has opened it meanwhile.
func removeLocked(file *os.File) {
	_ = file.Close()
	_ = os.Remove(file.Name())
}
