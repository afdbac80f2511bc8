package files

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// This file owns the file system below one directory. os.Root keeps every operation inside,
// whatever symbolic links there are and whoever changes them meanwhile.

type rooted struct{ root *os.Root }

// inRoot converts an absolute name to one below a root.
func inRoot(name string) string { return filepath.FromSlash(inFS(name)) }

func (r rooted) OpenFile(name string, flag int, perm fs.FileMode) (File, error) {
	file, err := r.root.OpenFile(inRoot(name), flag, perm.Perm())
	if err != nil {
		return nil, outside(err, name)
	}
	return file, nil
}

func (r rooted) Stat(name string) (fs.FileInfo, error) {
	info, err := r.root.Stat(inRoot(name))
	return info, outside(err, name)
}

func (r rooted) Lstat(name string) (fs.FileInfo, error) {
	info, err := r.root.Lstat(inRoot(name))
	return info, outside(err, name)
}

func (r rooted) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(r.root.FS(), inFS(name))
	return list, outside(err, name)
}

func (r rooted) Mkdir(name string, perm fs.FileMode) error {
	return outside(r.root.Mkdir(inRoot(name), perm.Perm()), name)
}

func (r rooted) Remove(name string) error { return outside(r.root.Remove(inRoot(name)), name) }

func (r rooted) RemoveAll(name string) error {
	if inFS(name) == "." {
		return r.empty()
	}
	return outside(r.root.RemoveAll(inRoot(name)), name)
}

// empty removes what is in the root, which itself cannot be removed.
func (r rooted) empty() error {
	list, err := r.ReadDir("/")
	if err != nil {
		return err
	}
	for _, entry := range list {
		if err := r.RemoveAll("/" + entry.Name()); err != nil {
			return err
		}
	}
	return nil
}

func (r rooted) Rename(from, to string) error {
	return outside(r.root.Rename(inRoot(from), inRoot(to)), from)
}

func (r rooted) Link(from, to string) error {
	return outside(r.root.Link(inRoot(from), inRoot(to)), from)
}

// Symlink makes a link. Its target may be anything, because no operation of this tree follows a
// link out of the root. Other programs would: so a target that leads out is denied.
//
// What a target leads through may be a link as well. So each of its ".." must come before every
// other name, and the directory of the link is looked up without links. A link that is moved later,
// by itself or with its directory, may lead out. That only matters to other programs.
func (r rooted) Symlink(target, name string) error {
	refuse := func() error {
		return denied(Write, target, "symbolic links cannot lead out of the directory of js.WithRoot")
	}
	slashed := filepath.ToSlash(target)
	if filepath.IsAbs(target) || path.IsAbs(slashed) {
		return refuse()
	}
	dir, err := r.RealPath(path.Dir(name))
	if err != nil {
		return err
	}
	depth, named := strings.Count(strings.TrimSuffix(dir, "/"), "/"), false
	for part := range strings.SplitSeq(slashed, "/") {
		switch part {
		case "", ".":
		case "..":
			if depth--; named || depth < 0 {
				return refuse()
			}
		default:
			named = true
		}
	}
	return outside(r.root.Symlink(target, inRoot(name)), name)
}

func (r rooted) Readlink(name string) (string, error) {
	target, err := r.root.Readlink(inRoot(name))
	if err == nil && filepath.IsAbs(target) { // it would tell where the root is
		return "", denied(Read, name, "the link leads out of the directory")
	}
	return target, outside(err, name)
}

func (r rooted) RealPath(name string) (string, error) { return realPath(r, name) }

func (r rooted) Chmod(name string, mode fs.FileMode) error {
	return outside(r.root.Chmod(inRoot(name), mode.Perm()), name)
}

func (r rooted) Chtimes(name string, accessed, modified time.Time) error {
	return outside(r.root.Chtimes(inRoot(name), accessed, modified), name)
}

func (rooted) Resolve(dir, name string) string { return virtual(dir, name) }
func (rooted) Start() (string, error)          { return "/", nil }
func (rooted) May(Access, string) bool         { return true }

// outside makes a denied access of the error with which os.Root refuses to leave its directory. Any
// other error loses the path, which is the real one.
func outside(err error, name string) error {
	if err == nil {
		return nil
	}
	// os.Root has no exported value for it.
	if strings.Contains(err.Error(), "path escapes from parent") {
		return denied(Read, name, "the name leads out of the directory")
	}
	if refused, ok := errors.AsType[*DeniedError](err); ok { // of a tree below
		return denied(Access(refused.Permission), name, refused.Option)
	}
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return &fs.PathError{Op: failed.Op, Path: name, Err: failed.Err}
	}
	if failed, ok := errors.AsType[*os.LinkError](err); ok {
		return &fs.PathError{Op: failed.Op, Path: name, Err: failed.Err}
	}
	return err
}
