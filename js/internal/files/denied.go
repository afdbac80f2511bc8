package files

import (
	"crypto/rand"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

// This file owns the error of an access that is not allowed, and the file system in which none is.

// A DeniedError says that scripts may not do something, and which option of package js or flag of
// the command would allow it.
type DeniedError struct {
	Permission string // what is missing, with Node's name
	Resource   string // the file, the address or the module, or ""
	Option     string // what would allow it
}

// Error returns a text that names the option. The first part is Node's.
func (e *DeniedError) Error() string {
	text := "Access to this API has been restricted"
	if e.Resource != "" {
		text += ": " + e.Resource
	}
	if e.Option != "" {
		text += " (" + e.Option + ")"
	}
	return text
}

// Is makes a denied access match fs.ErrPermission.
func (e *DeniedError) Is(target error) bool { return target == fs.ErrPermission }

func denied(access Access, name, option string) error {
	return &DeniedError{Permission: string(access), Resource: name, Option: option}
}

// none is the view of a runtime without files.
type none struct{}

const withFiles = "the Go program gives files with js.WithFS or js.WithRoot"

func (none) reader(name string) (reader, string, error) {
	return nil, "", denied(Read, name, withFiles)
}
func (none) writer(name string) (writer, string, error) {
	return nil, "", denied(Write, name, withFiles)
}
func (none) realPath(name string) (string, error) { return "", denied(Read, name, withFiles) }
func (none) resolve(dir, name string) string      { return virtual(dir, name) }
func (none) start() (string, error)               { return "/", nil }
func (none) may(Access, string) bool              { return false }

// virtual resolves a name in a file system that is not the system's. Its separator is a slash, and
// ".." ends at the root. The name of a Windows volume is dropped.
func virtual(dir, name string) string {
	name = filepath.ToSlash(strings.TrimPrefix(name, filepath.VolumeName(name)))
	if !strings.HasPrefix(name, "/") {
		name = filepath.ToSlash(dir) + "/" + name
	}
	return path.Clean("/" + name)
}

// randomName returns six characters, as mkdtemp does.
func randomName() string { return rand.Text()[:6] }
