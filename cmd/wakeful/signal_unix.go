//go:build unix

package main

import "syscall"

// terminate asks the program to end: it leaves what it has, as after Ctrl-C.
const terminate = syscall.SIGTERM
