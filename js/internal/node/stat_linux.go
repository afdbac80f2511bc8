package node

import (
	"io/fs"
	"syscall"
	"time"
)

// system adds what Linux knows of a file.
func system(info fs.FileInfo, f facts) {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return
	}
	ms := func(t syscall.Timespec) float64 { return float64(t.Nano()) / float64(time.Millisecond) }
	f["dev"], f["nlink"], f["uid"], f["gid"], f["rdev"] = s.Dev, s.Nlink, s.Uid, s.Gid, s.Rdev
	f["blksize"], f["ino"], f["blocks"] = s.Blksize, s.Ino, s.Blocks
	f["atimeMs"], f["mtimeMs"], f["ctimeMs"] = ms(s.Atim), ms(s.Mtim), ms(s.Ctim)
}
