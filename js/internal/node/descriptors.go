package node

import (
	"errors"
	"io"
	"io/fs"
	"syscall"

	"github.com/wakeful-go/wakeful/js/internal/files"
	"github.com/wakeful-go/wakeful/js/internal/host"
)

// descriptors are the files that a program has opened, under numbers of their own, because the
// system's numbers are shared with the Go program and other runtimes. 0, 1 and 2 are the program's
// standard streams. Loop goroutine only: the work of an operation, which may run on another
// goroutine, already has the file. The garbage collector closes files that an ended program has
// left open.
type descriptors struct {
	h    host.Host
	open map[int]files.File
}

// add assigns the smallest free number to an open file and returns it.
func (d *descriptors) add(file files.File) int {
	fd := 3
	for d.open[fd] != nil {
		fd++
	}
	d.open[fd] = file
	return fd
}

// first returns the file or the standard stream that the first argument refers to.
func (d *descriptors) first(a arguments) any {
	switch fd := int(a.number(0)); fd {
	case 0:
		if !d.h.Open() {
			return struct{ io.Reader }{d.h.Stdin()} // without what else an *os.File can do
		}
		return d.h.Stdin()
	case 1:
		return d.h.Stdout()
	case 2:
		return d.h.Stderr()
	default:
		if file := d.open[fd]; file != nil {
			return file
		}
		return nil
	}
}

// on makes an operation on the open file of the first argument.
func (d *descriptors) on(call string, do func(file files.File, a arguments) func() (any, error)) func(arguments) func() (any, error) {
	return func(a arguments) func() (any, error) {
		file, ok := d.first(a).(files.File)
		if !ok {
			return func() (any, error) { return nil, &fileError{err: syscall.EBADF, call: call} }
		}
		work := do(file, a)
		return func() (any, error) {
			result, err := work()
			return result, wrap(err, call, "", "")
		}
	}
}

// operations returns fs's functions that take or return a descriptor.
func (d *descriptors) operations() map[string]func(arguments) func() (any, error) {
	return map[string]func(arguments) func() (any, error){
		"open": func(a arguments) func() (any, error) {
			path, flags, mode := a.text(0), openFlag(a, 1), fs.FileMode(a.number(2))
			return func() (any, error) {
				file, err := d.h.Files().OpenFile(path, flags, mode)
				if err != nil {
					return nil, &fileError{err: err, call: "open", path: path}
				}
				return func() any { return d.add(file) }, nil
			}
		},
		"close": func(a arguments) func() (any, error) {
			fd := int(a.number(0))
			file := d.open[fd]
			delete(d.open, fd)
			return func() (any, error) {
				if file == nil && fd > 2 {
					return nil, &fileError{err: syscall.EBADF, call: "close"}
				} else if file == nil {
					return nil, nil // the program must not close a standard stream
				}
				return nil, wrap(file.Close(), "close", "", "")
			}
		},
		// read returns the result of one read of at most a length, from a position or, if that is
		// negative, from where the last read ended.
		"read": func(a arguments) func() (any, error) {
			from, length, position := d.first(a), int(a.number(1)), int64(a.number(2))
			return func() (any, error) {
				b := make([]byte, length)
				n, err := readOnce(from, b, position)
				if err != nil && !errors.Is(err, io.EOF) {
					return nil, wrap(err, "read", "", "")
				}
				return b[:n], nil
			}
		},
		"readAll": func(a arguments) func() (any, error) {
			from := d.first(a)
			return func() (any, error) {
				reader, ok := from.(io.Reader)
				if !ok {
					return nil, &fileError{err: syscall.EBADF, call: "read"}
				}
				b, err := io.ReadAll(reader)
				return b, wrap(err, "read", "", "")
			}
		},
		// fileSize returns the size of a regular file, and 0 for other files.
		"fileSize": func(a arguments) func() (any, error) {
			from := d.first(a)
			return func() (any, error) {
				file, ok := from.(files.File)
				if !ok && from == nil {
					return nil, &fileError{err: syscall.EBADF, call: "fstat"}
				} else if !ok {
					return 0, nil
				}
				info, err := file.Stat()
				if err != nil || !info.Mode().IsRegular() {
					return 0, wrap(err, "fstat", "", "")
				}
				return info.Size(), nil
			}
		},
		"write": func(a arguments) func() (any, error) {
			to, data, position := d.first(a), a.bytes(1), int64(a.number(2))
			return func() (any, error) {
				n, err := writeOnce(to, data, position)
				return n, wrap(err, "write", "", "")
			}
		},
		"fstat": d.on("fstat", func(file files.File, a arguments) func() (any, error) {
			big := a.flag(1)
			return func() (any, error) {
				info, err := file.Stat()
				if err != nil {
					return nil, err
				}
				return statFacts(info, big), nil
			}
		}),
		"ftruncate": d.on("ftruncate", func(file files.File, a arguments) func() (any, error) {
			length := int64(a.number(1))
			return func() (any, error) { return nil, file.Truncate(length) }
		}),
		"fchmod": d.on("fchmod", func(file files.File, a arguments) func() (any, error) {
			mode := fs.FileMode(a.number(1))
			return func() (any, error) {
				if changes, ok := file.(interface{ Chmod(fs.FileMode) error }); ok {
					return nil, changes.Chmod(mode)
				}
				return nil, syscall.EPERM
			}
		}),
		"fchown": d.on("fchown", func(file files.File, a arguments) func() (any, error) {
			uid, gid := int(a.number(1)), int(a.number(2))
			return func() (any, error) {
				if changes, ok := file.(interface{ Chown(uid, gid int) error }); ok {
					return nil, changes.Chown(uid, gid)
				}
				return nil, syscall.EPERM
			}
		}),
		"futimes": d.on("futime", func(file files.File, a arguments) func() (any, error) {
			accessed, modified := moment(a.number(1)), moment(a.number(2))
			return func() (any, error) {
				return nil, setTimes(file, accessed, modified)
			}
		}),
		"fsync": d.on("fsync", func(file files.File, _ arguments) func() (any, error) {
			return func() (any, error) { return nil, file.Sync() }
		}),
	}
}

func readOnce(from any, b []byte, position int64) (int, error) {
	if position >= 0 {
		if at, ok := from.(io.ReaderAt); ok {
			return at.ReadAt(b, position)
		}
	}
	if reader, ok := from.(io.Reader); ok {
		return reader.Read(b)
	}
	return 0, syscall.EBADF
}

func writeOnce(to any, data []byte, position int64) (int, error) {
	if position >= 0 {
		if at, ok := to.(io.WriterAt); ok {
			if n, err := at.WriteAt(data, position); n > 0 || err == nil {
				return n, err
			} // a file opened for appending has no positions, but accepts the data
		}
	}
	if writer, ok := to.(io.Writer); ok {
		return writer.Write(data)
	}
	return 0, syscall.EBADF
}
