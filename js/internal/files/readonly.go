package files

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"
	"syscall"
)

// This file owns the read-only view of an fs.FS. Writing fails with EROFS.

type readOnly struct{ fsys fs.FS }

// local converts an absolute name to one of package io/fs, or below an os.Root.
func local(name string) string {
	name = strings.TrimPrefix(path.Clean(name), "/")
	if name == "" {
		return "."
	}
	return name
}

func (r readOnly) reader(name string) (reader, string, error) { return r, local(name), nil }
func (readOnly) resolve(dir, name string) string              { return virtual(dir, name) }
func (readOnly) start() (string, error)                       { return "/", nil }
func (readOnly) may(access Access, _ string) bool             { return access == Read }

func (readOnly) writer(name string) (writer, string, error) {
	return nil, "", &fs.PathError{Op: "write", Path: name, Err: syscall.EROFS}
}

func (r readOnly) realPath(name string) (string, error) {
	if _, ok := r.fsys.(fs.ReadLinkFS); ok {
		return realPath(r, local(name))
	}
	_, err := r.Stat(local(name)) // the folders above may not exist by themselves
	return path.Clean(name), err
}

func (r readOnly) Open(name string) (File, error) {
	file, err := r.fsys.Open(name)
	if err != nil {
		return nil, err
	}
	return &readOnlyFile{file}, nil
}

func (r readOnly) Stat(name string) (fs.FileInfo, error)      { return fs.Stat(r.fsys, name) }
func (r readOnly) Lstat(name string) (fs.FileInfo, error)     { return fs.Lstat(r.fsys, name) }
func (r readOnly) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(r.fsys, name) }

func (r readOnly) Readlink(name string) (string, error) {
	if _, ok := r.fsys.(fs.ReadLinkFS); !ok {
		return "", &fs.PathError{Op: "readlink", Path: name, Err: syscall.EINVAL}
	}
	target, err := fs.ReadLink(r.fsys, name)
	if err == nil && path.IsAbs(target) { // it would tell where the files are
		return "", denied(Read, name, "the link leads out of the directory")
	}
	return target, err
}

// mostLinks is how many symbolic links a name may lead through, as on Linux.
const mostLinks = 40

// realPath follows the symbolic links of a local name and returns an absolute one. A link whose target
// is absolute is kept: only the tree knows where it leads, if anywhere.
func realPath(tree reader, name string) (string, error) {
	if _, err := tree.Stat(name); err != nil {
		return "", err
	}
	left := strings.Split(name, "/")
	at := "."
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
		info, err := tree.Lstat(next)
		if err != nil {
			return "", err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			at = next
			continue
		}
		target, err := tree.Readlink(next)
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
	return path.Join("/", at), nil
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
