package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// This file owns the file system of the operating system.

type system struct{}

func (s system) reader(name string) (reader, string, error) { return s, name, nil }
func (s system) writer(name string) (writer, string, error) { return s, name, nil }
func (system) start() (string, error)                       { return os.Getwd() }
func (system) may(Access, string) bool                      { return true }

func (system) realPath(name string) (string, error) {
	found, err := filepath.EvalSymlinks(name)
	if err != nil {
		if _, err := os.Stat(name); err != nil {
			return "", err // of the system, such as ELOOP
		}
		return "", err
	}
	return filepath.Abs(found)
}

func (system) resolve(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

func (system) Open(name string) (File, error) { return opened(os.Open(name)) }
func (system) OpenFile(name string, flag int, perm fs.FileMode) (File, error) {
	return opened(os.OpenFile(name, flag, perm))
}
func (system) Stat(name string) (fs.FileInfo, error)      { return os.Stat(name) }
func (system) Lstat(name string) (fs.FileInfo, error)     { return os.Lstat(name) }
func (system) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }
func (system) Readlink(name string) (string, error)       { return os.Readlink(name) }
func (system) Mkdir(name string, perm fs.FileMode) error  { return os.Mkdir(name, perm) }
func (system) Remove(name string) error                   { return os.Remove(name) }
func (system) RemoveAll(name string) error                { return os.RemoveAll(name) }
func (system) Rename(from, to string) error               { return os.Rename(from, to) }
func (system) Link(from, to string) error                 { return os.Link(from, to) }
func (system) Symlink(target, name string) error          { return os.Symlink(target, name) }
func (system) Chmod(name string, mode fs.FileMode) error  { return os.Chmod(name, mode) }
func (system) Chtimes(name string, accessed, modified time.Time) error {
	return os.Chtimes(name, accessed, modified)
}

// opened returns an open file, or nil, which a nil *os.File would not be.
func opened(file *os.File, err error) (File, error) {
	if err != nil {
		return nil, err
	}
	return file, nil
}
