//go:build !linux

package node

import (
	"io/fs"
	"syscall"
	"time"
)

// system adds nothing, because io/fs has no more fields.
func system(fs.FileInfo, facts) {}

// fileSystem is not there: only Linux is asked.
func fileSystem(string) (record, error) { return nil, syscall.ENOSYS }

// setLinkTimes is not there: only Linux is asked.
func setLinkTimes(string, time.Time, time.Time) error { return syscall.ENOSYS }
