//go:build !(linux || darwin || dragonfly || freebsd || netbsd || openbsd) || wakeful_nopoll

package poll

import (
	"errors"
	"fmt"
	"runtime"
)

// open says that there is no backend here.
func open() (backend, error) {
	return nil, fmt.Errorf("this build for %s/%s has neither epoll nor kqueue: %w", runtime.GOOS, runtime.GOARCH, errors.ErrUnsupported)
}
