package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// This file owns the file system of the operating system.

type system struct{}

func (system) OpenFile(name string, flag int, perm fs.FileMode) (File, error) {
	file, err := os.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	return file, nil
}
func (system) Stat(name string) (fs.FileInfo, error)      { return os.Stat(name) }
func (system) Lstat(name string) (fs.FileInfo, error)     { return os.Lstat(name) }
func (system) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }
func (system) Mkdir(name string, perm fs.FileMode) error  { return os.Mkdir(name, perm) }
func (system) Remove(name string) error                   { return os.Remove(name) }
func (system) RemoveAll(name string) error                { return os.RemoveAll(name) }
func (system) Rename(from, to string) error               { return os.Rename(from, to) }
func (system) Link(from, to string) error                 { return os.Link(from, to) }
func (system) Symlink(target, name string) error          { return os.Symlink(target, name) }
func (system) Readlink(name string) (string, error)       { return os.Readlink(name) }
func (system) Chmod(name string, mode fs.FileMode) error  { return os.Chmod(name, mode) }
func (system) Chtimes(name string, accessed, modified time.Time) error {
	return os.Chtimes(name, accessed, modified)
}
func (system) RealPath(name string) (string, error) {
	found, err := filepath.EvalSymlinks(name)
	if err != nil {
		if _, err := os.Stat(name); err != nil {
			return "", err // of the system, such as ELOOP
		}
		return "", err
	}
	return filepath.Abs(found)
}
func (system) Resolve(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}
func (system) Start() (string, error)  { return os.Getwd() }
func (system) May(Access, string) bool { return true }

// writes reports whether opening a file with a flag can change it or its directory.
func writes(flag int) bool {
	return flag&(os.O_WRONLY|os.O_RDWR|os.O_CREATE|os.O_TRUNC|os.O_APPEND) != 0
}
