package node

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/wakeful-go/wakeful/js/internal/files"
	"github.com/wakeful-go/wakeful/js/internal/vm"
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

// operations are fs's functions on a file system. Each parses its arguments on the loop and returns
// the work, which may run on any goroutine.
func operations(f *files.Files) map[string]func(arguments) func() (any, error) {
	return map[string]func(arguments) func() (any, error){
		"readFile": func(a arguments) func() (any, error) {
			path, flags := a.text(0), openFlag(a, 1)
			return func() (any, error) {
				b, err := readFile(f, path, flags)
				if err != nil {
					if errors.Is(err, syscall.EISDIR) {
						return nil, &fileError{err: err, call: "read"}
					}
					return nil, &fileError{err: err, call: "open", path: path}
				}
				return b, nil
			}
		},
		"writeFile": func(a arguments) func() (any, error) {
			path, data, flags, mode := a.text(0), a.bytes(1), openFlag(a, 2), fs.FileMode(a.number(3))
			return func() (any, error) { return nil, writeFile(f, path, data, flags, mode) }
		},
		"stat":  statting("stat", f.Stat),
		"lstat": statting("lstat", f.Lstat),
		"access": func(a arguments) func() (any, error) {
			path, mode := a.text(0), uint32(a.number(1))
			return func() (any, error) { return nil, wrap(access(f, path, mode), "access", path, "") }
		},
		"readdir": func(a arguments) func() (any, error) {
			path, deep := a.text(0), a.flag(1)
			return func() (any, error) { return readdir(f, path, deep) }
		},
		"mkdir": func(a arguments) func() (any, error) {
			path, mode, deep := a.text(0), fs.FileMode(a.number(1)), a.flag(2)
			return func() (any, error) { return mkdir(f, path, mode, deep) }
		},
		"mkdtemp": func(a arguments) func() (any, error) {
			prefix := a.text(0)
			return func() (any, error) {
				made, err := f.MkdirTemp(prefix)
				return made, wrap(err, "mkdtemp", prefix+"XXXXXX", "")
			}
		},
		"rm": func(a arguments) func() (any, error) {
			path, force, deep := a.text(0), a.flag(1), a.flag(2)
			return func() (any, error) { return nil, remove(f, path, force, deep) }
		},
		"rmdir": func(a arguments) func() (any, error) {
			path := a.text(0)
			return func() (any, error) {
				info, err := f.Lstat(path)
				if err == nil && !info.IsDir() {
					err = syscall.ENOTDIR
				}
				if err == nil {
					err = f.Remove(path)
				}
				return nil, wrap(err, "rmdir", path, "")
			}
		},
		"unlink": func(a arguments) func() (any, error) {
			path := a.text(0)
			return func() (any, error) {
				info, err := f.Lstat(path)
				if err == nil && info.IsDir() {
					err = syscall.EISDIR
				}
				if err == nil {
					err = f.Remove(path)
				}
				return nil, wrap(err, "unlink", path, "")
			}
		},
		"rename":  between("rename", f.Rename),
		"link":    between("link", f.Link),
		"symlink": between("symlink", f.Symlink),
		"copyFile": func(a arguments) func() (any, error) {
			from, to, exclusive := a.text(0), a.text(1), int(a.number(2))&1 != 0
			return func() (any, error) { return nil, wrap(copyFile(f, from, to, exclusive), "copyfile", from, to) }
		},
		"readlink": func(a arguments) func() (any, error) {
			path := a.text(0)
			return func() (any, error) {
				target, err := f.Readlink(path)
				return target, wrap(err, "readlink", path, "")
			}
		},
		"realpath": func(a arguments) func() (any, error) {
			path := a.text(0)
			return func() (any, error) {
				found, err := f.RealPath(path)
				return found, wrap(err, "lstat", path, "")
			}
		},
		"chmod": func(a arguments) func() (any, error) {
			path, mode := a.text(0), fs.FileMode(a.number(1))
			return func() (any, error) { return nil, wrap(f.Chmod(path, mode), "chmod", path, "") }
		},
		"chown":  owning("chown", f, true),
		"lchown": owning("lchown", f, false),
		"truncate": func(a arguments) func() (any, error) {
			path, length := a.text(0), int64(a.number(1))
			return func() (any, error) { return nil, wrap(f.Truncate(path, length), "open", path, "") }
		},
		"lutimes": func(a arguments) func() (any, error) {
			path, atime, mtime := a.text(0), moment(a.number(1)), moment(a.number(2))
			return func() (any, error) {
				info, err := f.Lstat(path)
				at, failed := f.Abs(path)
				switch {
				case err != nil || failed != nil:
					err = cmp.Or(err, failed)
				case info.Mode()&fs.ModeSymlink == 0:
					err = f.Chtimes(path, atime, mtime)
				case !f.IsSystem():
					err = syscall.ENOSYS
				default:
					err = setLinkTimes(at, atime, mtime)
				}
				return nil, wrap(err, "lutime", path, "")
			}
		},
		"statfs": func(a arguments) func() (any, error) {
			path, big := a.text(0), a.flag(1)
			return func() (any, error) {
				found, err := statFS(f, path, big)
				return found, wrap(err, "statfs", path, "")
			}
		},
		"utimes": func(a arguments) func() (any, error) {
			path, atime, mtime := a.text(0), a.number(1), a.number(2)
			return func() (any, error) {
				return nil, wrap(f.Chtimes(path, moment(atime), moment(mtime)), "utime", path, "")
			}
		},
	}
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
	if i >= len(a) || !vm.IsNumber(a[i]) {
		return openFlags[a.text(i)]
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

// owning changes the owner of a file. Only the system's own files have one that can be changed.
func owning(call string, f *files.Files, follow bool) func(arguments) func() (any, error) {
	return func(a arguments) func() (any, error) {
		path, uid, gid := a.text(0), int(a.number(1)), int(a.number(2))
		return func() (any, error) { return nil, wrap(f.Chown(path, uid, gid, follow), call, path, "") }
	}
}

// wrap converts an error for JavaScript. It returns nil for nil.
func wrap(err error, call, path, dest string) error {
	if err == nil {
		return nil
	}
	return &fileError{err: err, call: call, path: path, dest: dest}
}

func between(call string, do func(from, to string) error) func(arguments) func() (any, error) {
	return func(a arguments) func() (any, error) {
		from, to := a.text(0), a.text(1)
		return func() (any, error) { return nil, wrap(do(from, to), call, from, to) }
	}
}

func statting(call string, stat func(string) (fs.FileInfo, error)) func(arguments) func() (any, error) {
	return func(a arguments) func() (any, error) {
		path, big := a.text(0), a.flag(1)
		return func() (any, error) {
			info, err := stat(path)
			if err != nil {
				return nil, &fileError{err: err, call: call, path: path}
			}
			return statFacts(info, big), nil
		}
	}
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

func writeFile(f *files.Files, path string, data []byte, flags int, mode fs.FileMode) error {
	file, err := f.OpenFile(path, flags, mode)
	if err != nil {
		return &fileError{err: err, call: "open", path: path}
	}
	_, err = file.Write(data)
	return wrap(errors.Join(err, file.Close()), "write", "", "")
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

// mkdir returns the first folder that it made if it makes several.
func mkdir(f *files.Files, path string, mode fs.FileMode, deep bool) (any, error) {
	if !deep {
		return nil, wrap(f.Mkdir(path, mode), "mkdir", path, "")
	}
	absolute, err := f.Abs(path)
	if err == nil && !filepath.IsAbs(path) {
		_, err = f.Stat(".") // the folder is not made anew if it has been removed
	}
	if err != nil {
		return nil, wrap(err, "mkdir", path, "")
	}
	first := ""
	for at := absolute; ; at = filepath.Dir(at) {
		if _, err := f.Stat(at); err == nil || at == filepath.Dir(at) {
			break
		}
		first = at
	}
	if info, err := f.Stat(path); err == nil && !info.IsDir() {
		return nil, wrap(syscall.EEXIST, "mkdir", path, "")
	}
	if err := f.MkdirAll(path, mode); err != nil {
		return nil, wrap(err, "mkdir", path, "")
	}
	if first == "" {
		return nil, nil
	}
	return first, nil
}

func remove(f *files.Files, path string, force, deep bool) error {
	info, err := f.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && force:
		return nil
	case err != nil:
		return wrap(err, "lstat", path, "")
	case info.IsDir() && !deep:
		return &directoryError{path}
	}
	if err := f.RemoveAll(path); err != nil {
		return wrap(err, "rm", path, "")
	}
	return nil
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

func moment(seconds float64) time.Time { return time.UnixMilli(int64(seconds * 1000)) }
