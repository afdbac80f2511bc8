//go:build unix

package main

import (
	"os"
	"syscall"
)

// become replaces this process by a program.
func become(path string, arguments ...string) error {
	return syscall.Exec(path, arguments, os.Environ())
}
