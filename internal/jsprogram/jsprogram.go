// Package jsprogram is how the command wakeful and tests of other packages run whole JavaScript
// programs, so that module js does not export what only they use. Module js sets the functions when
// it is initialized. The parameter runtime is a *js.Runtime; its type is any because this package
// does not import js.
package jsprogram

import "context"

// File runs a file as `node FILE` does: until nothing is left to do, or until the program ends
// earlier. The exit code and the error are those of Runtime.Wait. Errors of the file itself are
// uncaught, like those of its callbacks. When ctx ends, the program ends as by Runtime.Close, with
// the exit code 1. Any goroutine except the loop's may call it.
var File func(ctx context.Context, runtime any, path string) (code int, err error)

// String is File for a program that is not in a file, as `node -e` runs it. Stacks show name. Its
// extension selects the language. Modules are resolved from the runtime's directory.
var String func(ctx context.Context, runtime any, name, source string) (code int, err error)
