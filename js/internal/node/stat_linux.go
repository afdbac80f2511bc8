package node

import (
	"io/fs"
	"syscall"
)

// system adds the fields that Linux has.
func system(info fs.FileInfo, f facts) {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return
	}
	f["dev"], f["nlink"], f["uid"], f["gid"], f["rdev"] = s.Dev, s.Nlink, s.Uid, s.Gid, s.Rdev
	f["blksize"], f["ino"], f["blocks"] = s.Blksize, s.Ino, s.Blocks
	f["atimeNs"], f["mtimeNs"], f["ctimeNs"] = s.Atim.Nano(), s.Mtim.Nano(), s.Ctim.Nano()
}
