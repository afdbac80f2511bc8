package node

import (
	"io/fs"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
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

// fileSystem returns what the system says of the file system with a file.
func fileSystem(path string) (record, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(path, &s); err != nil {
		return nil, err
	}
	return record{
		{"type", s.Type}, {"bsize", s.Bsize}, {"blocks", s.Blocks}, {"bfree", s.Bfree}, {"bavail", s.Bavail}, {"files", s.Files}, {"ffree", s.Ffree},
	}, nil
}

// setLinkTimes sets the times of a symbolic link itself.
func setLinkTimes(path string, accessed, modified time.Time) error {
	times := []unix.Timespec{unix.NsecToTimespec(accessed.UnixNano()), unix.NsecToTimespec(modified.UnixNano())}
	return unix.UtimesNanoAt(unix.AT_FDCWD, path, times, unix.AT_SYMLINK_NOFOLLOW)
}
