// Package libuvecho has the source of the echo server on libuv. Two programs in C contain it: the
// tournament's contestant libuv and the peer libuv of package world.
package libuvecho

import _ "embed"

// Name is the file's name in an include directive.
const Name = "echo.h"

// Header is the source.
//
//go:embed echo.h
var Header string
