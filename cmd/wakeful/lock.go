package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"

	"github.com/gofrs/flock"
)

// locks are the files that a run writes, and that no other run may write meanwhile. The zero value
// has none.
//
// A run locks a file beside the one that it writes, .NAME.lock. It does not lock the file itself,
// because result.Replace puts another one in its place. The system releases the lock at the end of
// the process, so a lock file that a killed run has left does not keep others away.
type locks []*flock.Flock

// lock locks a file. It fails if another run writes it, or if nobody can. A file that the run has
// locked before is locked once.
func (l *locks) lock(path string) error {
	// The same file as result.Replace replaces.
	target := path
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		target = resolved
	}
	if info, err := os.Stat(target); err == nil && !info.Mode().IsRegular() {
		return nil // a device or a pipe
	}
	name := filepath.Join(filepath.Dir(target), "."+filepath.Base(target)+".lock")
	if slices.ContainsFunc(*l, func(held *flock.Flock) bool { return isAt(held, name) }) {
		return nil
	}
	for {
		file := flock.New(name)
		locked, err := file.TryLock()
		switch {
		case errors.Is(err, errors.ErrUnsupported), errors.Is(err, syscall.ENOLCK):
			_ = os.Remove(name)
			return nil // a file system without locks, as some of networks are
		case errors.Is(err, fs.ErrNotExist):
			return nil // there is no such folder, and so nothing that another run writes
		case err != nil:
			return fmt.Errorf("%s cannot be written: %w", path, err)
		case !locked:
			return fmt.Errorf("%s is being written by another run: wait for its end, or name another file with --json", path)
		case isAt(file, name):
			*l = append(*l, file)
			return nil
		}
		_ = file.Unlock() // its owner has removed it between opening and locking
	}
}

// isAt reports whether a lock is on the file of that name.
func isAt(lock *flock.Flock, name string) bool {
	own, err := lock.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(name)
	return err == nil && os.SameFile(own, there)
}

// release removes the lock files, and releases the locks after that, so that nobody locks a file that
// is about to be removed. Windows removes no open file, and none that another run has opened.
func (l *locks) release() {
	for _, file := range *l {
		_ = os.Remove(file.Path())
		_ = file.Unlock()
		if runtime.GOOS == "windows" {
			_ = os.Remove(file.Path())
		}
	}
	*l = nil
}
