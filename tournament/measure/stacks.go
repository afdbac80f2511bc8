package measure

import (
	"fmt"
	"strings"
)

// This file makes a short text of the stacks that Go's runtime writes after SIGQUIT. The stacks of
// the goroutines that matter are usually behind what a reason has room for.

// stacks returns one line for all goroutines that are outside the runtime: their states, and where
// they are. It returns text unchanged when it is not the output after SIGQUIT.
func stacks(text string) string {
	if !strings.HasPrefix(text, "SIGQUIT") {
		return text
	}
	var told []string
	for block := range strings.SplitSeq(text, "\n\n") {
		head, frames, _ := strings.Cut(strings.TrimSpace(block), "\n")
		open, shut := strings.IndexByte(head, '['), strings.LastIndexByte(head, ']')
		if !strings.HasPrefix(head, "goroutine ") || open < 0 || shut < open {
			continue
		}
		if at := ownFrames(frames); at != "" {
			number, _, _ := strings.Cut(strings.TrimPrefix(head, "goroutine "), " ")
			told = append(told, fmt.Sprintf("goroutine %s %s in %s", number, head[open:shut+1], at))
		}
	}
	if len(told) == 0 {
		return text
	}
	return "SIGQUIT: " + strings.Join(told, "; ")
}

// ownFrames names the innermost functions of a stack, without the runtime's and the directories of
// their packages.
func ownFrames(frames string) string {
	var names []string
	for line := range strings.Lines(frames) {
		if strings.HasPrefix(line, "created by ") || len(names) == maxFrames {
			break
		}
		open := strings.LastIndexByte(line, '(')
		if line[0] == '\t' || open < 0 {
			continue
		}
		name := line[strings.LastIndexByte(line[:open], '/')+1 : open]
		if !strings.HasPrefix(name, "runtime.") {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", called by ")
}
