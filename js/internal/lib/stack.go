package lib

import (
	"regexp"
	"strings"
)

// counter matches the position in compiled code that the engine appends to a frame.
var counter = regexp.MustCompile(`\(\d+\)(\)?)$`)

// Stack converts a stack from the engine's format to Node's, without frames of Go functions, of the
// runtime and of the built-in modules.
func Stack(stack string) string {
	if !strings.Contains(stack, "\n\tat ") {
		return stack
	}
	return Frames(stack, func(frame string) (string, bool) {
		return frame, !strings.Contains(frame, "node:internal/")
	})
}

// Frames converts a stack from the engine's format to Node's, without frames of Go functions and of the
// runtime. edit returns what a frame becomes, and whether it stays.
func Frames(stack string, edit func(frame string) (string, bool)) string {
	lines := strings.Split(strings.TrimRight(stack, "\n"), "\n")
	kept := lines[:0]
	for _, line := range lines {
		frame, ok := strings.CutPrefix(line, "\tat ")
		if !ok {
			kept = append(kept, line)
			continue
		}
		frame = counter.ReplaceAllString(frame, "$1")
		if strings.Contains(frame, "(native)") || frame == "native" || strings.Contains(frame, "wakeful:internal") {
			continue
		}
		if frame, ok = edit(frame); ok {
			kept = append(kept, "    at "+frame)
		}
	}
	return strings.Join(kept, "\n")
}
