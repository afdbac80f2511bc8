package node

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/wakeful-go/wakeful/js/internal/host"
)

// descriptors are the files that a program has opened, by numbers of its own: those of
// the system would be shared with the Go program and other runtimes. 0, 1 and 2 are
// the program's standard streams. It belongs to the loop; the work of an operation,
// which another goroutine may do, has the file already. What a program that has ended
// has left open, the garbage collector closes.
type descriptors struct {
	h    host.Host
	open map[int]*os.File
}

// add returns the number of an open file, the smallest that is free.
func (d *descriptors) add(file *os.File) int {
	fd := 3
	for d.open[fd] != nil {
		fd++
	}
	d.open[fd] = file
	return fd
}

// first returns what the first argument stands for: a file, or a standard stream.
func (d *descriptors) first(a arguments) any {
	switch fd := int(a.number(0)); fd {
	case 0:
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

// on makes an operation on the open file that is the first argument.
func (d *descriptors) on(call string, do func(file *os.File, a arguments) func() (any, error)) func(arguments) func() (any, error) {
	return func(a arguments) func() (any, error) {
		file, ok := d.first(a).(*os.File)
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

// operations are fs's functions that take or make a descriptor.
func (d *descriptors) operations() map[string]func(arguments) func() (any, error) {
	return map[string]func(arguments) func() (any, error){
		"open": func(a arguments) func() (any, error) {
			path, flags, mode := a.text(0), openFlags[a.text(1)], fs.FileMode(a.number(2))
			return func() (any, error) {
				file, err := os.OpenFile(path, flags, mode)
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
					return nil, nil // a standard stream is not the program's to close
				}
				return nil, wrap(file.Close(), "close", "", "")
			}
		},
		// read returns what one read brings: up to a length, from a position or, if that
		// is negative, from where the last one ended.
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
		// fileSize returns the size of a regular file, and 0 for everything else.
		"fileSize": func(a arguments) func() (any, error) {
			from := d.first(a)
			return func() (any, error) {
				file, ok := from.(*os.File)
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
		"fstat": d.on("fstat", func(file *os.File, a arguments) func() (any, error) {
			big := a.flag(1)
			return func() (any, error) {
				info, err := file.Stat()
				if err != nil {
					return nil, err
				}
				return statFacts(info, big), nil
			}
		}),
		"ftruncate": d.on("ftruncate", func(file *os.File, a arguments) func() (any, error) {
			length := int64(a.number(1))
			return func() (any, error) { return nil, file.Truncate(length) }
		}),
		"fsync": d.on("fsync", func(file *os.File, _ arguments) func() (any, error) {
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
			} // a file that is appended to has no positions, and takes the data all the same
		}
	}
	if writer, ok := to.(io.Writer); ok {
		return writer.Write(data)
	}
	return 0, syscall.EBADF
}
