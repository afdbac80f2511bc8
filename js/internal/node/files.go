package node

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/wakeful-go/wakeful/js/internal/files"
)

// facts are the named properties of a result, for a module in JavaScript.
type facts map[string]any

// A record becomes an object for programs, with its properties in this order.
type record []property

type property struct {
	name  string
	value any
}

// entry is a name in a folder. folder is relative to the folder that was read.
type entry struct {
	name, folder string
	mode         int
}

// An operation is a function of fs, which is one step. Any goroutine may call do.
type operation struct {
	do    func(f *files.Files, a arguments) (any, error)
	call  string // the system call that an error names
	paths int    // how many of the first arguments an error names
}

// pathOperations are fs's functions that take paths.
var pathOperations = map[string]operation{
	"open": onPath("open", func(f *files.Files, a arguments) (any, error) {
		return f.OpenFile(a.text(0), openFlag(a, 1), a.mode(2))
	}),
	"readFile": onPath("open", func(f *files.Files, a arguments) (any, error) {
		b, err := readFile(f, a.text(0), openFlag(a, 1))
		if errors.Is(err, syscall.EISDIR) {
			err = &fileError{err: err, call: "read"}
		}
		return b, err
	}),
	"writeFile": changing("open", func(f *files.Files, a arguments) error {
		file, err := f.OpenFile(a.text(0), openFlag(a, 2), a.mode(3))
		if err != nil {
			return err
		}
		_, err = file.Write(a.bytes(1))
		return wrap(errors.Join(err, file.Close()), "write", "", "")
	}),
	"stat": onPath("stat", func(f *files.Files, a arguments) (any, error) {
		info, err := f.Stat(a.text(0))
		return statFacts(info, err, a.flag(1))
	}),
	"lstat": onPath("lstat", func(f *files.Files, a arguments) (any, error) {
		info, err := f.Lstat(a.text(0))
		return statFacts(info, err, a.flag(1))
	}),
	"access":  changing("access", func(f *files.Files, a arguments) error { return access(f, a.text(0), uint32(a.number(1))) }),
	"readdir": onPath("scandir", func(f *files.Files, a arguments) (any, error) { return readdir(f, a.text(0), a.flag(1)) }),
	"mkdir": onPath("mkdir", func(f *files.Files, a arguments) (any, error) {
		if a.flag(2) {
			return newFolders(a.text(0), a.mode(1)).atOnce(f)
		}
		return nil, f.Mkdir(a.text(0), a.mode(1))
	}),
	"mkdtemp": onPath("mkdtemp", func(f *files.Files, a arguments) (any, error) {
		made, err := f.MkdirTemp(a.text(0))
		return made, wrap(err, "mkdtemp", a.text(0)+"XXXXXX", "")
	}),
	"rm": changing("rm", func(f *files.Files, a arguments) error {
		path, force, deep := a.text(0), a.flag(1), a.flag(2)
		info, err := f.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist) && force:
			return nil
		case err != nil:
			return wrap(err, "lstat", path, "")
		case info.IsDir() && !deep:
			return &directoryError{path}
		}
		return f.RemoveAll(path)
	}),
	"rmdir":    changing("rmdir", func(f *files.Files, a arguments) error { return removeOne(f, a.text(0), true, syscall.ENOTDIR) }),
	"unlink":   changing("unlink", func(f *files.Files, a arguments) error { return removeOne(f, a.text(0), false, syscall.EISDIR) }),
	"rename":   between("rename", (*files.Files).Rename),
	"link":     between("link", (*files.Files).Link),
	"symlink":  between("symlink", (*files.Files).Symlink),
	"readlink": onPath("readlink", func(f *files.Files, a arguments) (any, error) { return f.Readlink(a.text(0)) }),
	"realpath": onPath("lstat", func(f *files.Files, a arguments) (any, error) { return f.RealPath(a.text(0)) }),
	"copyFile": {call: "copyfile", paths: 2, do: func(f *files.Files, a arguments) (any, error) {
		return nil, copyFile(f, a.text(0), a.text(1), int(a.number(2))&1 != 0)
	}},
	"chmod": changing("chmod", func(f *files.Files, a arguments) error { return f.Chmod(a.text(0), a.mode(1)) }),
	"chown": changing("chown", func(f *files.Files, a arguments) error {
		return f.Chown(a.text(0), int(a.number(1)), int(a.number(2)), true)
	}),
	"lchown": changing("lchown", func(f *files.Files, a arguments) error {
		return f.Chown(a.text(0), int(a.number(1)), int(a.number(2)), false)
	}),
	"truncate": changing("open", func(f *files.Files, a arguments) error { return f.Truncate(a.text(0), int64(a.number(1))) }),
	"utimes":   changing("utime", func(f *files.Files, a arguments) error { return f.Chtimes(a.text(0), a.time(1), a.time(2)) }),
	"lutimes": changing("lutime", func(f *files.Files, a arguments) error {
		info, err := f.Lstat(a.text(0))
		at, failed := f.Abs(a.text(0))
		switch {
		case err != nil || failed != nil:
			return cmp.Or(err, failed)
		case info.Mode()&fs.ModeSymlink == 0:
			return f.Chtimes(a.text(0), a.time(1), a.time(2))
		case !f.IsSystem():
			return syscall.ENOSYS
		}
		return setLinkTimes(at, a.time(1), a.time(2))
	}),
	"statfs": onPath("statfs", func(f *files.Files, a arguments) (any, error) { return statFS(f, a.text(0), a.flag(1)) }),
}

// onPath makes an operation whose errors name its first argument.
func onPath(call string, do func(f *files.Files, a arguments) (any, error)) operation {
	return operation{call: call, paths: 1, do: do}
}

// changing is onPath for an operation without a result.
func changing(call string, do func(f *files.Files, a arguments) error) operation {
	return onPath(call, func(f *files.Files, a arguments) (any, error) { return nil, do(f, a) })
}

// between makes an operation on two paths.
func between(call string, do func(f *files.Files, from, to string) error) operation {
	return operation{call: call, paths: 2, do: func(f *files.Files, a arguments) (any, error) { return nil, do(f, a.text(0), a.text(1)) }}
}

var openFlags = map[string]int{
	"r": os.O_RDONLY, "r+": os.O_RDWR,
	"w": os.O_WRONLY | os.O_CREATE | os.O_TRUNC, "wx": os.O_WRONLY | os.O_CREATE | os.O_TRUNC | os.O_EXCL,
	"w+": os.O_RDWR | os.O_CREATE | os.O_TRUNC, "wx+": os.O_RDWR | os.O_CREATE | os.O_TRUNC | os.O_EXCL,
	"a": os.O_WRONLY | os.O_CREATE | os.O_APPEND, "ax": os.O_WRONLY | os.O_CREATE | os.O_APPEND | os.O_EXCL,
	"a+": os.O_RDWR | os.O_CREATE | os.O_APPEND, "ax+": os.O_RDWR | os.O_CREATE | os.O_APPEND | os.O_EXCL,
}

// openFlag returns an argument with the flags of open: a name, or a number with Linux's values.
func openFlag(a arguments, i int) int {
	if name := a.text(i); name != "" {
		return openFlags[name]
	}
	given := int(a.number(i))
	flags := []int{os.O_RDONLY, os.O_WRONLY, os.O_RDWR, os.O_RDWR}[given&3]
	for linux, here := range map[int]int{0o100: os.O_CREATE, 0o200: os.O_EXCL, 0o1000: os.O_TRUNC, 0o2000: os.O_APPEND, 0o4010000: os.O_SYNC} {
		if given&linux == linux {
			flags |= here
		}
	}
	return flags
}

// wrap converts an error for JavaScript. It returns nil for nil.
func wrap(err error, call, path, dest string) error {
	if err == nil {
		return nil
	}
	return &fileError{err: err, call: call, path: path, dest: dest}
}

func readFile(f *files.Files, path string, flags int) ([]byte, error) {
	if flags == os.O_RDONLY {
		return f.ReadFile(path)
	}
	file, err := f.OpenFile(path, flags, 0o666)
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(file)
	return b, errors.Join(err, file.Close())
}

func access(f *files.Files, path string, mode uint32) error {
	if mode&2 != 0 && !f.May(files.Write, path) {
		return syscall.EROFS
	}
	info, err := f.Stat(path)
	if err != nil || mode == 0 || os.Geteuid() == 0 && (mode&1 == 0 || info.IsDir() || info.Mode().Perm()&0o111 != 0) {
		return err
	}
	if uint32(info.Mode().Perm())&(mode|mode<<3|mode<<6) == 0 {
		return fs.ErrPermission
	}
	return nil
}

func readdir(f *files.Files, root string, deep bool) (any, error) {
	list := []entry{}
	var read func(folder string) error
	read = func(folder string) error {
		found, err := f.ReadDir(filepath.Join(root, folder))
		if err != nil {
			return &fileError{err: err, call: "scandir", path: filepath.Join(root, folder)}
		}
		for _, e := range found {
			list = append(list, entry{e.Name(), filepath.ToSlash(folder), unixMode(e.Type())})
		}
		for _, e := range found {
			if deep && e.IsDir() {
				if err := read(filepath.Join(folder, e.Name())); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if err := read(""); err != nil {
		var failed *fileError
		if errors.As(err, &failed) && failed.path == filepath.Clean(root) {
			failed.path = root
		}
		return nil, err
	}
	return list, nil
}

// removeOne removes a folder or a file. It returns otherwise if the path is not that.
func removeOne(f *files.Files, path string, folder bool, otherwise error) error {
	info, err := f.Lstat(path)
	switch {
	case err != nil:
		return err
	case info.IsDir() != folder:
		return otherwise
	}
	return f.Remove(path)
}

func copyFile(f *files.Files, from, to string, exclusive bool) (err error) {
	source, err := f.OpenFile(from, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	info, err := source.Stat()
	if err != nil {
		return err
	}
	flags := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if exclusive {
		flags |= os.O_EXCL
	}
	target, err := f.OpenFile(to, flags, info.Mode().Perm())
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Close())
}
