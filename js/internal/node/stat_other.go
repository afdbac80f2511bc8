//go:build !linux

package node

import "io/fs"

// system adds nothing: the other systems' fields are those of io/fs.
func system(fs.FileInfo, facts) {}
