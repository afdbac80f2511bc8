//go:build unix

package main

import "syscall"

// terminate asks the program to end. It is handled like Ctrl-C: the results so far are written.
const terminate = syscall.SIGTERM
