package node

import (
	"io/fs"
	"time"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// statFacts are the fields of fs.Stats that every system has; those of Unix come on
// top, see system.
func statFacts(info fs.FileInfo) facts {
	modified := float64(info.ModTime().UnixNano()) / float64(time.Millisecond)
	f := facts{
		"dev": 0, "mode": unixMode(info.Mode()), "nlink": 1, "uid": 0, "gid": 0, "rdev": 0, "blksize": 4096, "ino": 0,
		"size": info.Size(), "blocks": (info.Size() + 511) / 512,
		"atimeMs": modified, "mtimeMs": modified, "ctimeMs": modified, "birthtimeMs": modified,
	}
	system(info, f)
	return f
}

// unixMode returns a mode as Unix numbers it.
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
	made, err := rt.New(rt.GlobalObject().Get("Error"), rt.ToValue(e.Error()))
	if err != nil {
		panic(err)
	}
	for _, p := range []property{{"name", "SystemError"}, {"code", "ERR_FS_EISDIR"}, {"errno", 21}, {"syscall", "rm"}, {"path", e.path}} {
		if err := made.Set(p.name, p.value); err != nil {
			panic(err)
		}
	}
	return made
}
