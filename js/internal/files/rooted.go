package files

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// This file owns the view of one directory, which is its root. os.Root keeps every operation inside,
// whatever symbolic links there are and whoever changes them meanwhile.

type rooted struct{ *os.Root }

func (r rooted) reader(name string) (reader, string, error) { return r, local(name), nil }
func (r rooted) writer(name string) (writer, string, error) { return r, local(name), nil }
func (r rooted) realPath(name string) (string, error)       { return realPath(r, local(name)) }
func (rooted) resolve(dir, name string) string              { return virtual(dir, name) }
func (rooted) start() (string, error)                       { return "/", nil }
func (rooted) may(Access, string) bool                      { return true }

func (r rooted) Open(name string) (File, error) { return opened(r.Root.Open(name)) }
func (r rooted) OpenFile(name string, flag int, perm fs.FileMode) (File, error) {
	return opened(r.Root.OpenFile(name, flag, perm))
}
func (r rooted) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(r.FS(), name) }

// RemoveAll removes what is in the root for the root itself, which cannot be removed.
func (r rooted) RemoveAll(name string) error {
	if name != "." {
		return r.Root.RemoveAll(name)
	}
	list, err := r.ReadDir(name)
	if err != nil {
		return err
	}
	for _, entry := range list {
		if err := r.Root.RemoveAll(entry.Name()); err != nil {
			return err
		}
	}
	return nil
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
	dir, err := realPath(r, path.Dir(name))
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
	return r.Root.Symlink(target, name)
}

func (r rooted) Readlink(name string) (string, error) {
	target, err := r.Root.Readlink(name)
	if err == nil && filepath.IsAbs(target) { // it would tell where the root is
		return "", denied(Read, name, "the link leads out of the directory")
	}
	return target, err
}

// outside makes a denied access of the error with which os.Root refuses to leave its directory. Any
// other error loses the path, which is the real one.
func outside(err error, name string) error {
	if err == nil {
		return nil
	}
	if refused, ok := errors.AsType[*DeniedError](err); ok { // of a tree below
		return denied(Access(refused.Permission), name, refused.Option)
	}
	var op string
	var cause error
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		op, cause = failed.Op, failed.Err
	} else if failed, ok := errors.AsType[*os.LinkError](err); ok {
		op, cause = failed.Op, failed.Err
	} else {
		return err
	}
	if strings.HasSuffix(cause.Error(), "path escapes from parent") { // os.Root has no exported value for it
		return denied(Read, name, "the name leads out of the directory")
	}
	return &fs.PathError{Op: op, Path: name, Err: cause}
}
