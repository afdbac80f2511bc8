// Package files is the file system that the scripts of a runtime see: none, a read-only fs.FS, one
// directory, some paths of the system, or all of it. Everything in module js that reads or writes
// files for a script does so through a Files, so that there is one place that decides.
package files

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"time"
)

// A File is an open file. *os.File is one.
type File interface {
	io.Reader
	io.ReaderAt
	io.Writer
	io.WriterAt
	io.Closer
	Stat() (fs.FileInfo, error)
	Truncate(size int64) error
	Sync() error
}

// A tree is a file system. Names are absolute, or, for the tree of the whole system, names that the
// operating system resolves. Any goroutine may call its methods.
type tree interface {
	OpenFile(name string, flag int, perm fs.FileMode) (File, error)
	Stat(name string) (fs.FileInfo, error)
	Lstat(name string) (fs.FileInfo, error)
	ReadDir(name string) ([]fs.DirEntry, error)
	Mkdir(name string, perm fs.FileMode) error
	Remove(name string) error
	RemoveAll(name string) error
	Rename(from, to string) error
	Link(from, to string) error
	Symlink(target, name string) error
	Readlink(name string) (string, error)
	RealPath(name string) (string, error)
	Chmod(name string, mode fs.FileMode) error
	Chtimes(name string, accessed, modified time.Time) error
	// Resolve returns the name that a relative name has in a directory.
	Resolve(dir, name string) string
	// Start is the directory in which a runtime begins.
	Start() (string, error)
	// May reports whether some operation that reads, or that writes, can succeed for a name. An
	// empty name asks whether it can for every name.
	May(access Access, name string) bool
}

// Access is what an operation does with a file.
type Access string

// The kinds of access, with the names that Node's permissions have.
const (
	Read  Access = "FileSystemRead"
	Write Access = "FileSystemWrite"
)

// Files is the file system of a runtime, with the directory in which relative names are looked up.
// Any goroutine may call its methods. An operation that starts on the loop and works on another
// goroutine resolves its names when it works, as in Node.
type Files struct {
	tree tree
	dir  atomic.Pointer[string] // written by Chdir on the loop; nil for the tree's own directory
}

// None returns a file system in which every access is denied.
func None() *Files { return &Files{tree: none{}} }

// System returns the file system of the operating system.
func System() *Files { return &Files{tree: system{}} }

// ReadOnly returns a file system with the files of an fs.FS, whose root is "/".
func ReadOnly(fsys fs.FS) *Files { return &Files{tree: readOnly{fsys}} }

// Rooted returns a file system whose root is a directory. Nothing leads out of it.
func Rooted(root *os.Root) *Files { return &Files{tree: rooted{root}} }

// IsSystem reports whether this is the whole file system of the operating system.
func (f *Files) IsSystem() bool {
	_, ok := f.tree.(system)
	return ok
}

// Dir returns the directory in which relative names are looked up.
func (f *Files) Dir() (string, error) {
	if dir := f.dir.Load(); dir != nil {
		return *dir, nil
	}
	return f.tree.Start()
}

// Chdir sets that directory, without looking whether it exists.
func (f *Files) Chdir(dir string) { f.dir.Store(&dir) }

// Abs returns a name as an absolute one.
func (f *Files) Abs(name string) (string, error) {
	dir, err := f.Dir()
	if err != nil {
		return "", err
	}
	return f.tree.Resolve(dir, name), nil
}

// at returns the name that the tree gets.
func (f *Files) at(name string) string {
	if f.dir.Load() == nil && f.IsSystem() {
		return name
	}
	dir, _ := f.Dir()
	return f.tree.Resolve(dir, name)
}

// May reports whether an access to a name is allowed. An empty name stands for every name.
func (f *Files) May(access Access, name string) bool {
	if name != "" {
		name = f.at(name)
	}
	return f.tree.May(access, name)
}

// OpenFile is os.OpenFile.
func (f *Files) OpenFile(name string, flag int, perm fs.FileMode) (File, error) {
	return f.tree.OpenFile(f.at(name), flag, perm)
}

// ReadFile is os.ReadFile.
func (f *Files) ReadFile(name string) ([]byte, error) {
	if f.IsSystem() {
		return os.ReadFile(f.at(name))
	}
	file, err := f.OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(file)
	return b, errors.Join(err, file.Close())
}

// Stat is os.Stat.
func (f *Files) Stat(name string) (fs.FileInfo, error) { return f.tree.Stat(f.at(name)) }

// Lstat is os.Lstat.
func (f *Files) Lstat(name string) (fs.FileInfo, error) { return f.tree.Lstat(f.at(name)) }

// ReadDir is os.ReadDir.
func (f *Files) ReadDir(name string) ([]fs.DirEntry, error) { return f.tree.ReadDir(f.at(name)) }

// Mkdir is os.Mkdir.
func (f *Files) Mkdir(name string, perm fs.FileMode) error { return f.tree.Mkdir(f.at(name), perm) }

// MkdirAll is os.MkdirAll.
func (f *Files) MkdirAll(name string, perm fs.FileMode) error {
	name = f.at(name)
	if f.IsSystem() {
		return os.MkdirAll(name, perm)
	}
	return f.mkdirAll(name, perm)
}

func (f *Files) mkdirAll(name string, perm fs.FileMode) error {
	if info, err := f.tree.Stat(name); err == nil {
		if !info.IsDir() {
			return &fs.PathError{Op: "mkdir", Path: name, Err: syscall.ENOTDIR}
		}
		return nil
	}
	if above := filepath.Dir(name); above != name {
		if err := f.mkdirAll(above, perm); err != nil {
			return err
		}
	}
	err := f.tree.Mkdir(name, perm)
	if errors.Is(err, fs.ErrExist) {
		if info, failed := f.tree.Stat(name); failed == nil && info.IsDir() {
			return nil
		}
	}
	return err
}

// MkdirTemp makes a directory whose name is a prefix with random characters, and returns it.
func (f *Files) MkdirTemp(prefix string) (string, error) {
	for range 10_000 {
		name := prefix + randomName()
		err := f.Mkdir(name, 0o700)
		if err == nil {
			return name, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", err
		}
	}
	return "", fs.ErrExist
}

// Remove is os.Remove.
func (f *Files) Remove(name string) error { return f.tree.Remove(f.at(name)) }

// RemoveAll is os.RemoveAll.
func (f *Files) RemoveAll(name string) error { return f.tree.RemoveAll(f.at(name)) }

// Rename is os.Rename.
func (f *Files) Rename(from, to string) error { return f.tree.Rename(f.at(from), f.at(to)) }

// Link is os.Link.
func (f *Files) Link(from, to string) error { return f.tree.Link(f.at(from), f.at(to)) }

// Symlink is os.Symlink. The target is not resolved.
func (f *Files) Symlink(target, name string) error { return f.tree.Symlink(target, f.at(name)) }

// Readlink is os.Readlink.
func (f *Files) Readlink(name string) (string, error) { return f.tree.Readlink(f.at(name)) }

// RealPath returns an absolute name without symbolic links.
func (f *Files) RealPath(name string) (string, error) { return f.tree.RealPath(f.at(name)) }

// Chmod is os.Chmod.
func (f *Files) Chmod(name string, mode fs.FileMode) error { return f.tree.Chmod(f.at(name), mode) }

// Chown is os.Chown, and without follow os.Lchown, for the file system of the operating system.
func (f *Files) Chown(name string, uid, gid int, follow bool) error {
	switch {
	case !f.IsSystem():
		return syscall.EPERM
	case follow:
		return os.Chown(f.at(name), uid, gid)
	}
	return os.Lchown(f.at(name), uid, gid)
}

// Chtimes is os.Chtimes.
func (f *Files) Chtimes(name string, accessed, modified time.Time) error {
	return f.tree.Chtimes(f.at(name), accessed, modified)
}

// Truncate is os.Truncate.
func (f *Files) Truncate(name string, size int64) error {
	file, err := f.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(file.Truncate(size), file.Close())
}
