//go:build !unix

package node

import (
	"os"
	"syscall"
	"time"

	"github.com/wakeful-go/wakeful/js/internal/files"
)

// processorTime returns 0: it is not measured on this system.
func processorTime() (user, system int64) { return 0, 0 }

// kill is not there: this system has no signals.
func kill(int, int) error { return syscall.ENOSYS }

// setTimes sets the times of the file that has the name by now under which a file was opened.
func setTimes(file files.File, accessed, modified time.Time) error {
	if named, ok := file.(interface{ Name() string }); ok {
		return os.Chtimes(named.Name(), accessed, modified)
	}
	return syscall.EPERM
}
