// Package files is the file system that the scripts of a runtime see: none, a read-only fs.FS, one
// directory, some paths of the system, or all of it. Everything in module js that reads or writes
// files for a script does so through a Files, so that there is one place that decides.
package files

import (
	"errors"
	"io"
	"io/fs"
	"os"
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

// A view is the files that a runtime may use. Names are absolute, or, for the files of the whole
// system, names that the operating system resolves. Any goroutine may call its methods, and those of
// what they return.
type view interface {
	// reader returns the tree that has a file, for an operation that reads, and the file's name in
	// it. writer does that for an operation that writes. An error says why it is not allowed.
	reader(name string) (reader, string, error)
	writer(name string) (writer, string, error)
	// realPath returns an absolute name without symbolic links.
	realPath(name string) (string, error)
	// resolve returns the name that a relative name has in a directory.
	resolve(dir, name string) string
	// start is the directory in which a runtime begins.
	start() (string, error)
	// may reports whether some operation that reads, or that writes, can succeed for a name. An
	// empty name asks whether it can for every name.
	may(access Access, name string) bool
}

// A reader is a tree of files, of which it reads some.
type reader interface {
	Open(name string) (File, error)
	Stat(name string) (fs.FileInfo, error)
	Lstat(name string) (fs.FileInfo, error)
	ReadDir(name string) ([]fs.DirEntry, error)
	Readlink(name string) (string, error)
}

// A writer is a tree of files that it changes.
type writer interface {
	OpenFile(name string, flag int, perm fs.FileMode) (File, error)
	Mkdir(name string, perm fs.FileMode) error
	Remove(name string) error
	RemoveAll(name string) error
	Rename(from, to string) error
	Link(from, to string) error
	Symlink(target, name string) error
	Chmod(name string, mode fs.FileMode) error
	Chtimes(name string, accessed, modified time.Time) error
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
	view view
	dir  atomic.Pointer[string] // written by Chdir on the loop; nil for the view's own directory
}

// None returns a file system in which every access is denied.
func None() *Files { return &Files{view: none{}} }

// System returns the file system of the operating system.
func System() *Files { return &Files{view: system{}} }

// ReadOnly returns a file system with the files of an fs.FS, whose root is "/".
func ReadOnly(fsys fs.FS) *Files { return &Files{view: readOnly{fsys}} }

// Rooted returns a file system whose root is a directory. Nothing leads out of it.
func Rooted(root *os.Root) *Files { return &Files{view: rooted{root}} }

// IsSystem reports whether this is the whole file system of the operating system.
func (f *Files) IsSystem() bool {
	_, ok := f.view.(system)
	return ok
}

// Dir returns the directory in which relative names are looked up.
func (f *Files) Dir() (string, error) {
	if dir := f.dir.Load(); dir != nil {
		return *dir, nil
	}
	return f.view.start()
}

// Chdir sets that directory, without looking whether it exists.
func (f *Files) Chdir(dir string) { f.dir.Store(&dir) }

// Abs returns a name as an absolute one.
func (f *Files) Abs(name string) (string, error) {
	dir, err := f.Dir()
	if err != nil {
		return "", err
	}
	return f.view.resolve(dir, name), nil
}

// at returns the name that the view gets.
func (f *Files) at(name string) string {
	if f.dir.Load() == nil && f.IsSystem() {
		return name
	}
	dir, _ := f.Dir()
	return f.view.resolve(dir, name)
}

// May reports whether an access to a name is allowed. An empty name stands for every name.
func (f *Files) May(access Access, name string) bool {
	if name != "" {
		name = f.at(name)
	}
	return f.view.may(access, name)
}

// read does an operation that reads a file.
func read[T any](f *Files, name string, do func(r reader, name string) (T, error)) (result T, err error) {
	name = f.at(name)
	tree, below, err := f.view.reader(name)
	if err == nil {
		result, err = do(tree, below)
	}
	return result, outside(err, name)
}

// write does an operation that changes a file.
func (f *Files) write(name string, do func(w writer, name string) error) error {
	name = f.at(name)
	tree, below, err := f.view.writer(name)
	if err == nil {
		err = do(tree, below)
	}
	return outside(err, name)
}

// OpenFile is os.OpenFile.
func (f *Files) OpenFile(name string, flag int, perm fs.FileMode) (file File, err error) {
	if flag&(os.O_WRONLY|os.O_RDWR|os.O_CREATE|os.O_TRUNC|os.O_APPEND) == 0 {
		return read(f, name, reader.Open)
	}
	if flag&(os.O_WRONLY|os.O_RDWR) != os.O_WRONLY { // it may be read, too
		if _, _, err := f.view.reader(f.at(name)); err != nil {
			return nil, err
		}
	}
	err = f.write(name, func(w writer, below string) (err error) {
		file, err = w.OpenFile(below, flag, perm.Perm())
		return err
	})
	return file, err
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
func (f *Files) Stat(name string) (fs.FileInfo, error) { return read(f, name, reader.Stat) }

// Lstat is os.Lstat.
func (f *Files) Lstat(name string) (fs.FileInfo, error) { return read(f, name, reader.Lstat) }

// ReadDir is os.ReadDir.
func (f *Files) ReadDir(name string) ([]fs.DirEntry, error) { return read(f, name, reader.ReadDir) }

// Mkdir is os.Mkdir.
func (f *Files) Mkdir(name string, perm fs.FileMode) error {
	return f.write(name, func(w writer, name string) error { return w.Mkdir(name, perm.Perm()) })
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
func (f *Files) Remove(name string) error { return f.write(name, writer.Remove) }

// RemoveAll is os.RemoveAll.
func (f *Files) RemoveAll(name string) error { return f.write(name, writer.RemoveAll) }

// Rename is os.Rename. As in Node, it needs to read what it renames.
func (f *Files) Rename(from, to string) error {
	if _, _, err := f.view.reader(f.at(from)); err != nil {
		return err
	}
	return f.write(from, func(source writer, from string) error {
		return f.write(to, func(target writer, to string) error {
			if source != target { // nothing is copied: the error is that of two devices
				return errors.New("the two names are not below the same path of --allow-fs-write")
			}
			return source.Rename(from, to)
		})
	})
}

// Link is os.Link.
func (f *Files) Link(from, to string) error {
	from = f.at(from)
	return f.link(to, func(w writer, to string) error {
		_, from, err := f.view.writer(from)
		if err != nil {
			return err
		}
		return w.Link(from, to)
	})
}

// Symlink is os.Symlink. The target is not resolved.
func (f *Files) Symlink(target, name string) error {
	return f.link(name, func(w writer, name string) error { return w.Symlink(target, name) })
}

// link makes a link. As in Node, that needs every file, because a link makes a file known under
// another name.
func (f *Files) link(name string, do func(w writer, name string) error) error {
	return f.write(name, func(w writer, below string) error {
		if !f.view.may(Read, "") || !f.view.may(Write, "") {
			return denied(Write, name, "links need --allow-fs-read=* and --allow-fs-write=*")
		}
		return do(w, below)
	})
}

// Readlink is os.Readlink.
func (f *Files) Readlink(name string) (string, error) { return read(f, name, reader.Readlink) }

// RealPath returns an absolute name without symbolic links.
func (f *Files) RealPath(name string) (string, error) {
	name = f.at(name)
	found, err := f.view.realPath(name)
	return found, outside(err, name)
}

// Chmod is os.Chmod.
func (f *Files) Chmod(name string, mode fs.FileMode) error {
	return f.write(name, func(w writer, name string) error { return w.Chmod(name, mode.Perm()) })
}

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
	return f.write(name, func(w writer, name string) error { return w.Chtimes(name, accessed, modified) })
}

// Truncate is os.Truncate.
func (f *Files) Truncate(name string, size int64) error {
	file, err := f.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(file.Truncate(size), file.Close())
}
