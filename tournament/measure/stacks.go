package measure

import (
	"fmt"
	"strings"
)

// This file makes a short text of the stacks that Go's runtime writes after SIGQUIT. The stacks of
// the goroutines that matter are usually behind what a reason has room for.

// maxFrames is the number of functions named for one goroutine.
const maxFrames = 5

// stacks returns one line for all goroutines that are outside the runtime: their states, and where
// they are. Goroutines at the same place are counted together. It returns text unchanged when it is not
// the output after SIGQUIT.
func stacks(text string) string {
	if !strings.HasPrefix(text, "SIGQUIT") {
		return text
	}
	counts := map[string]int{}
	var places []string // in the order of the output
	for block := range strings.SplitSeq(text, "\n\n") {
		head, frames, _ := strings.Cut(strings.TrimSpace(block), "\n")
		open, shut := strings.IndexByte(head, '['), strings.LastIndexByte(head, ']')
		if !strings.HasPrefix(head, "goroutine ") || open < 0 || shut < open {
			continue
		}
		if at := ownFrames(frames); at != "" {
			place := fmt.Sprintf("%s in %s", head[open:shut+1], at)
			if counts[place]++; counts[place] == 1 {
				places = append(places, place)
			}
		}
	}
	if len(places) == 0 {
		return text
	}
	for i, place := range places {
		places[i] = fmt.Sprintf("%d %s", counts[place], place)
	}
	return "SIGQUIT: goroutines: " + strings.Join(places, "; ")
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
