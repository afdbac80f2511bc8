package node

import (
	"errors"
	"io/fs"
	"math/big"
	"reflect"
	"syscall"
	"time"

	"github.com/wakeful-go/wakeful/js/internal/files"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// statFacts are the fields of fs.Stats that every system has. system adds those of Unix. Times are
// in milliseconds, such as atimeMs. With big they are in nanoseconds as well, and all fields are
// BigInts, which are exact. It passes an error on.
func statFacts(info fs.FileInfo, err error, big bool) (any, error) {
	if err != nil {
		return nil, err
	}
	modified := info.ModTime().UnixNano()
	f := facts{
		"dev": 0, "mode": unixMode(info.Mode()), "nlink": 1, "uid": 0, "gid": 0, "rdev": 0, "blksize": 4096, "ino": 0,
		"size": info.Size(), "blocks": (info.Size() + 511) / 512,
		"atimeNs": modified, "mtimeNs": modified, "ctimeNs": modified, "birthtimeNs": modified,
	}
	system(info, f)
	for _, name := range []string{"atime", "mtime", "ctime", "birthtime"} {
		ns := f[name+"Ns"].(int64)
		f[name+"Ms"] = float64(ns) / float64(time.Millisecond)
		if big {
			f[name+"Ms"] = ns / int64(time.Millisecond)
		}
	}
	if big {
		for name, value := range f {
			f[name] = bigInteger(value)
		}
	}
	return f, nil
}

// statFS returns the fields of fs.StatFs: the file system that has a file.
func statFS(f *files.Files, path string, big bool) (any, error) {
	if _, err := f.Stat(path); err != nil {
		return nil, err
	}
	at, err := f.Abs(path)
	if err != nil || !f.IsSystem() {
		return nil, errors.Join(err, syscall.ENOSYS)
	}
	found, err := fileSystem(at)
	if err != nil {
		return nil, err
	}
	for i := range found {
		if big {
			found[i].value = bigInteger(found[i].value)
		}
	}
	return found, nil
}

// bigInteger converts an integer of any type.
func bigInteger(value any) *big.Int {
	v := reflect.ValueOf(value)
	if v.CanUint() {
		return new(big.Int).SetUint64(v.Uint())
	}
	return big.NewInt(v.Int())
}

// unixMode returns a mode with Unix's numbers.
func unixMode(mode fs.FileMode) int {
	m := int(mode.Perm())
	switch {
	case mode.IsDir():
		m |= 0o040000
	case mode&fs.ModeSymlink != 0:
		m |= 0o120000
	case mode&fs.ModeNamedPipe != 0:
		m |= 0o010000
	case mode&fs.ModeSocket != 0:
		m |= 0o140000
	case mode&fs.ModeCharDevice != 0:
		m |= 0o020000
	case mode&fs.ModeDevice != 0:
		m |= 0o060000
	default:
		m |= 0o100000
	}
	for bit, unix := range map[fs.FileMode]int{fs.ModeSetuid: 0o4000, fs.ModeSetgid: 0o2000, fs.ModeSticky: 0o1000} {
		if mode&bit != 0 {
			m |= unix
		}
	}
	return m
}

// directoryError is fs.rm's error for a folder without recursive.
type directoryError struct{ path string }

func (e *directoryError) Error() string {
	return "Path is a directory: rm returned EISDIR (is a directory) " + e.path
}

// JSValue makes the error that a program catches.
func (e *directoryError) JSValue(rt *vm.Runtime) vm.Value {
	made := vm.NewError(rt, "Error", e.Error())
	for _, p := range []property{{"name", "SystemError"}, {"code", "ERR_FS_EISDIR"}, {"errno", 21}, {"syscall", "rm"}, {"path", e.path}} {
		vm.Check(made.Set(p.name, p.value))
	}
	return made
}
