//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package main

import "os"

// lockFile locks nothing: this system has no lock that ends with its process and is not released by
// opening the file again.
func lockFile(*os.File) error { return nil }

func removeLocked(file *os.File) {
	_ = os.Remove(file.Name())
	_ = file.Close()
}
