package node

import (
	"errors"
	"io"
	"io/fs"
	"syscall"

	"github.com/wakeful-go/wakeful/js/internal/files"
	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/vm"
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

// find returns the file or the standard stream of a number, or nil if there is none.
func (d *descriptors) find(fd int) any {
	switch fd {
	case 0:
		if !d.h.Open() {
			return struct{ io.Reader }{d.h.Stdin()} // without what else an *os.File can do
		}
		return d.h.Stdin()
	case 1:
		return d.h.Stdout()
	case 2:
		return d.h.Stderr()
	}
	if file := d.open[fd]; file != nil {
		return file
	}
	return nil
}

// begin reads the arguments of an operation, and returns its work, which any goroutine may do.
func (d *descriptors) begin(name string, given []vm.Value) func() (any, error) {
	a := argumentsOf(given)
	fd := int(a.number(0))
	op, ok := pathOperations[name]
	if !ok {
		op = fileOperations[name]
		a[0] = d.find(fd)
	}
	if name == "close" && fd > 2 {
		delete(d.open, fd)
	} else if name == "close" {
		a[0] = struct{}{} // the program must not close a standard stream
	}
	return func() (any, error) {
		result, err := op.do(d.h.Files(), a)
		if _, ok := errors.AsType[complete](err); err != nil && !ok {
			failed := &fileError{err: err, call: op.call}
			if op.paths > 0 {
				failed.path = a.text(0)
			}
			if op.paths > 1 {
				failed.dest = a.text(1)
			}
			return nil, failed
		}
		if file, ok := result.(files.File); ok {
			return func() any { return d.add(file) }, err
		}
		return result, err
	}
}

// complete is an error that already has Node's form.
type complete interface {
	error
	JSValue(rt *vm.Runtime) vm.Value
}

// onFile makes an operation on an open file.
func onFile(call string, do func(file files.File, a arguments) (any, error)) operation {
	return operation{call: call, do: func(_ *files.Files, a arguments) (any, error) {
		file, ok := a[0].(files.File)
		if !ok {
			return nil, syscall.EBADF
		}
		return do(file, a)
	}}
}

// changingFile is onFile for an operation without a result.
func changingFile(call string, do func(file files.File, a arguments) error) operation {
	return onFile(call, func(file files.File, a arguments) (any, error) { return nil, do(file, a) })
}

// onStream makes an operation on an open file or a standard stream.
func onStream(call string, do func(stream any, a arguments) (any, error)) operation {
	return operation{call: call, do: func(_ *files.Files, a arguments) (any, error) { return do(a[0], a) }}
}

// fileOperations are fs's functions that take a descriptor. Their first argument is what is open.
var fileOperations = map[string]operation{
	"close": onStream("close", func(stream any, _ arguments) (any, error) {
		switch file := stream.(type) {
		case nil:
			return nil, syscall.EBADF
		case files.File:
			return nil, file.Close()
		}
		return nil, nil
	}),
	// read returns the result of one read of at most a length, from a position or, if that is
	// negative, from where the last read ended.
	"read": onStream("read", func(stream any, a arguments) (any, error) {
		b := make([]byte, int(a.number(1)))
		n, err := readOnce(stream, b, int64(a.number(2)))
		if errors.Is(err, io.EOF) {
			err = nil
		}
		return b[:n], err
	}),
	"readAll": onStream("read", func(stream any, _ arguments) (any, error) {
		if reader, ok := stream.(io.Reader); ok {
			return io.ReadAll(reader)
		}
		return nil, syscall.EBADF
	}),
	// fileSize returns the size of a regular file, and 0 for other files.
	"fileSize": onStream("fstat", func(stream any, _ arguments) (any, error) {
		switch file := stream.(type) {
		case nil:
			return nil, syscall.EBADF
		case files.File:
			info, err := file.Stat()
			if err != nil || !info.Mode().IsRegular() {
				return 0, err
			}
			return info.Size(), nil
		}
		return 0, nil
	}),
	"write": onStream("write", func(stream any, a arguments) (any, error) {
		return writeOnce(stream, a.bytes(1), int64(a.number(2)))
	}),
	"fstat": onFile("fstat", func(file files.File, a arguments) (any, error) {
		info, err := file.Stat()
		return statFacts(info, err, a.flag(1))
	}),
	"ftruncate": changingFile("ftruncate", func(file files.File, a arguments) error { return file.Truncate(int64(a.number(1))) }),
	"fchmod": changingFile("fchmod", func(file files.File, a arguments) error {
		if changes, ok := file.(interface{ Chmod(fs.FileMode) error }); ok {
			return changes.Chmod(a.mode(1))
		}
		return syscall.EPERM
	}),
	"fchown": changingFile("fchown", func(file files.File, a arguments) error {
		if changes, ok := file.(interface{ Chown(uid, gid int) error }); ok {
			return changes.Chown(int(a.number(1)), int(a.number(2)))
		}
		return syscall.EPERM
	}),
	"futimes": changingFile("futime", func(file files.File, a arguments) error { return setTimes(file, a.time(1), a.time(2)) }),
	"fsync":   changingFile("fsync", func(file files.File, _ arguments) error { return file.Sync() }),
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
