package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// This file owns the rule that only one run at a time writes a file. A run locks a file beside the
// one that it writes, .NAME.lock. It does not lock the file itself, because result.Replace puts
// another one in its place. The system releases the lock at the end of the process, so a lock file
// that a killed run has left does not keep others away.

// errLocked: another process or another run of this one has the lock.
var errLocked = errors.New("locked")

// locks holds the lock files of one run. The zero value holds none.
type locks struct{ files []*os.File }

// lock locks files that a run writes. It fails if another run writes one of them. flags are the
// flags with which the user can name other files. Files that the run has locked before are locked
// once.
func (l *locks) lock(flags string, paths ...string) error {
	for _, path := range paths {
		if err := l.lockOne(flags, path); err != nil {
			return err
		}
	}
	return nil
}

func (l *locks) lockOne(flags, path string) error {
	// The same file as result.Replace replaces.
	target := path
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		target = resolved
	}
	if info, err := os.Stat(target); err == nil && !info.Mode().IsRegular() {
		return nil // a device or a pipe
	}
	name := filepath.Join(filepath.Dir(target), "."+filepath.Base(target)+".lock")
	for _, held := range l.files {
		if isAt(held, name) {
			return nil
		}
	}
	for {
		file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644) //nolint:gosec // others may see which process it is
		if errors.Is(err, fs.ErrNotExist) {
			return nil // there is no such folder, and so nothing that another run writes
		}
		if err != nil {
			return fmt.Errorf("%s cannot be written: %w", path, err)
		}
		if err := lockFile(file); err != nil {
			owner := ownerOf(file)
			_ = file.Close()
			if !errors.Is(err, errLocked) {
				return fmt.Errorf("%s cannot be locked: %w", path, err)
			}
			return fmt.Errorf("%s is being written by another run%s: wait for its end, or name another file with %s", path, owner, flags)
		}
		if !isAt(file, name) {
			_ = file.Close() // its owner has removed it between opening and locking
			continue
		}
		l.files = append(l.files, file)
		return sign(file)
	}
}

// isAt reports whether a file is the one of that name.
func isAt(file *os.File, name string) bool {
	own, err := file.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(name)
	return err == nil && os.SameFile(own, there)
}

// sign writes this process into a lock file, for the errors of others.
func sign(file *os.File) error {
	if err := file.Truncate(0); err != nil {
		return err
	}
	_, err := file.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return err
}

// ownerOf says which process has signed a lock file, or "".
func ownerOf(file *os.File) string {
	text := make([]byte, 20)
	n, _ := file.ReadAt(text, 0)
	pid, err := strconv.Atoi(strings.TrimSpace(string(text[:n])))
	if err != nil {
		return "" // not signed yet
	}
	return fmt.Sprintf(" (process %d)", pid)
}

// release releases the locks and removes their files.
func (l *locks) release() {
	for _, file := range l.files {
		removeLocked(file)
	}
	l.files = nil
}
