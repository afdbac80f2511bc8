package files

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"
	"syscall"
	"time"
)

// This file owns the read-only file system of an fs.FS. Writing fails with EROFS.

type readOnly struct{ fsys fs.FS }

// inFS converts an absolute name to one of package io/fs.
func inFS(name string) string {
	name = strings.TrimPrefix(path.Clean(name), "/")
	if name == "" {
		return "."
	}
	return name
}

func (r readOnly) OpenFile(name string, flag int, _ fs.FileMode) (File, error) {
	if writes(flag) {
		return nil, readOnlyError("open", name)
	}
	file, err := r.fsys.Open(inFS(name))
	if err != nil {
		return nil, err
	}
	return &readOnlyFile{file}, nil
}

func (r readOnly) Stat(name string) (fs.FileInfo, error)      { return fs.Stat(r.fsys, inFS(name)) }
func (r readOnly) Lstat(name string) (fs.FileInfo, error)     { return fs.Lstat(r.fsys, inFS(name)) }
func (r readOnly) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(r.fsys, inFS(name)) }
func (readOnly) Mkdir(name string, _ fs.FileMode) error       { return readOnlyError("mkdir", name) }
func (readOnly) Remove(name string) error                     { return readOnlyError("remove", name) }
func (readOnly) RemoveAll(name string) error                  { return readOnlyError("remove", name) }
func (readOnly) Rename(from, _ string) error                  { return readOnlyError("rename", from) }
func (readOnly) Link(from, _ string) error                    { return readOnlyError("link", from) }
func (readOnly) Symlink(_, name string) error                 { return readOnlyError("symlink", name) }
func (readOnly) Chmod(name string, _ fs.FileMode) error       { return readOnlyError("chmod", name) }
func (readOnly) Chtimes(name string, _, _ time.Time) error    { return readOnlyError("chtimes", name) }
func (readOnly) Resolve(dir, name string) string              { return virtual(dir, name) }
func (readOnly) Start() (string, error)                       { return "/", nil }
func (readOnly) May(access Access, _ string) bool             { return access == Read }

func (r readOnly) Readlink(name string) (string, error) {
	if _, ok := r.fsys.(fs.ReadLinkFS); !ok {
		return "", &fs.PathError{Op: "readlink", Path: name, Err: syscall.EINVAL}
	}
	target, err := fs.ReadLink(r.fsys, inFS(name))
	if err == nil && path.IsAbs(target) { // it would tell where the files are
		return "", denied(Read, name, "the link leads out of the directory")
	}
	return target, err
}

func (r readOnly) RealPath(name string) (string, error) {
	if _, ok := r.fsys.(fs.ReadLinkFS); !ok {
		if _, err := r.Stat(name); err != nil {
			return "", err
		}
		return path.Clean(name), nil
	}
	return realPath(r, name)
}

func readOnlyError(op, name string) error {
	return &fs.PathError{Op: op, Path: name, Err: syscall.EROFS}
}

// mostLinks is how many symbolic links a name may lead through, as on Linux.
const mostLinks = 40

// realPath follows the symbolic links of a name. A link whose target is absolute is kept: only the
// tree knows where it leads, if anywhere.
func realPath(t tree, name string) (string, error) {
	if _, err := t.Stat(name); err != nil {
		return "", err
	}
	left := strings.Split(strings.TrimPrefix(path.Clean(name), "/"), "/")
	at := "/"
	for links := 0; len(left) > 0; {
		part := left[0]
		left = left[1:]
		switch part {
		case "", ".":
			continue
		case "..":
			at = path.Dir(at)
			continue
		}
		next := path.Join(at, part)
		info, err := t.Lstat(next)
		if err != nil {
			return "", err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			at = next
			continue
		}
		target, err := t.Readlink(next)
		if errors.Is(err, fs.ErrPermission) {
			at = next
			continue
		}
		if err != nil {
			return "", err
		}
		if links++; links > mostLinks {
			return "", &fs.PathError{Op: "realpath", Path: name, Err: syscall.ELOOP}
		}
		left = append(strings.Split(target, "/"), left...)
	}
	return at, nil
}

// readOnlyFile is a file that can only be read. It hides the other methods of an *os.File: the owner
// of a file can change its mode through any descriptor.
type readOnlyFile struct{ fs.File }

func (f *readOnlyFile) ReadAt(b []byte, offset int64) (int, error) {
	if at, ok := f.File.(io.ReaderAt); ok {
		return at.ReadAt(b, offset)
	}
	if seeker, ok := f.File.(io.Seeker); ok {
		if _, err := seeker.Seek(offset, io.SeekStart); err != nil {
			return 0, err
		}
		n, err := io.ReadFull(f.File, b)
		if errors.Is(err, io.ErrUnexpectedEOF) {
			err = io.EOF
		}
		return n, err
	}
	return 0, errors.ErrUnsupported
}

func (*readOnlyFile) Write([]byte) (int, error)          { return 0, syscall.EBADF }
func (*readOnlyFile) WriteAt([]byte, int64) (int, error) { return 0, syscall.EBADF }
func (*readOnlyFile) Truncate(int64) error               { return syscall.EINVAL }
func (*readOnlyFile) Sync() error                        { return nil }
