package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// This file owns what --version says.

// version is the program's version, what it was built from, and with what.
func version() string {
	text := "(unknown)"
	commit, changed := "", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		text = info.Main.Version
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				commit = s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				changed = " with changes"
			}
		}
	}
	if commit != "" {
		text += ", commit " + commit + changed
	}
	return fmt.Sprintf("%s, %s, %s/%s", text, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
