package telemetry

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// This file owns the look at the stack of a loop's goroutine, from another goroutine, and what it
// says about the callback.

const (
	minStacks = 1 << 16
	// maxStacks bounds the memory for the stacks of all goroutines, of which one is wanted.
	maxStacks = 64 << 20
)

// goroutineStack is one look at a goroutine.
type goroutineStack struct {
	state  string // "running", "chan receive"
	text   string // as runtime.Stack formats it
	frames []frame
	script bool    // JavaScript was running
	name   *string // that was given to the function, nil for none
}

// frame is a function of a stack.
type frame struct {
	function, file string
	line           int
}

// stackOf looks at the goroutine with the given ID. The world stops while the stacks of all
// goroutines are written, since the runtime has no way to ask for one: some 10 us for ten
// goroutines, 10 ms for ten thousand. The answer is empty if the goroutine is not there.
func stackOf(id uint64) *goroutineStack {
	header := fmt.Appendf(nil, "goroutine %d [", id)
	for size := minStacks; ; size *= 2 {
		buffer := make([]byte, size)
		all := buffer[:runtime.Stack(buffer, true)]
		at := bytes.Index(all, append([]byte("\n"), header...)) + 1
		if at > 0 {
			text, _, whole := bytes.Cut(all[at:], []byte("\n\n"))
			if whole || len(all) < size {
				return parseStack(string(text))
			}
		}
		if len(all) < size || size >= maxStacks || id == 0 {
			return &goroutineStack{}
		}
	}
}

// parseStack parses one goroutine of a traceback.
func parseStack(text string) *goroutineStack {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	s := &goroutineStack{text: text}
	// goroutine 26 [sleep (durable), 2 minutes, synctest bubble 1]:
	if _, state, ok := strings.Cut(lines[0], "["); ok {
		state, _, _ = strings.Cut(state, "]")
		state, _, _ = strings.Cut(state, ",")
		s.state = strings.TrimSuffix(state, " (durable)")
	}
	for i := 1; i+1 < len(lines); i += 2 {
		if strings.HasPrefix(lines[i], "created by ") || strings.HasPrefix(lines[i], "...") {
			break
		}
		s.frames = append(s.frames, parseFrame(lines[i], lines[i+1]))
	}
	for _, f := range s.frames {
		s.script = s.script || strings.HasPrefix(f.function, "github.com/dop251/goja.")
	}
	return s
}

// parseFrame parses the two lines of a frame:
//
//	main.load({0x1234, 0x5})
//		/src/main.go:17 +0x45
func parseFrame(call, place string) frame {
	f := frame{function: call}
	// The arguments begin at the last opening bracket: a receiver is in brackets too.
	if at := strings.LastIndexByte(call, '('); at > 0 {
		f.function = call[:at]
	}
	place, _, _ = strings.Cut(strings.TrimSpace(place), " ")
	if at := strings.LastIndexByte(place, ':'); at > 0 {
		f.file = place[:at]
		f.line, _ = strconv.Atoi(place[at+1:])
	}
	return f
}

// module is the library's path.
const module = "github.com/wakeful-go/wakeful"

// ours reports whether a function belongs to the library: to package wakeful and those that are
// built on it. Between the loop and a callback there may be any number of them.
func ours(function string) bool {
	rest, ok := strings.CutPrefix(function, module)
	if !ok {
		return false
	}
	for _, within := range []string{".", "/internal/", "/promise.", "/stream.", "/telemetry.", "/js.", "/js/internal/"} {
		if strings.HasPrefix(rest, within) {
			return true
		}
	}
	return false
}

// callback names the callback that runs: the function that the library has called first. Its file
// and line are where it is declared, if the runtime says so, otherwise where it was.
func (s *goroutineStack) callback() (name, file string, line int) {
	entered := false // in the loop, from where the outermost function is
	for _, f := range slices.Backward(s.frames) {
		if !entered {
			entered = strings.HasPrefix(f.function, module+".(*Loop).")
			continue
		}
		if ours(f.function) || strings.HasPrefix(f.function, "runtime.") || strings.HasPrefix(f.function, "runtime/") {
			continue
		}
		return f.function, f.file, f.line
	}
	// A callback of the library's own: the innermost function of it.
	for _, f := range s.frames {
		if ours(f.function) {
			return f.function, f.file, f.line
		}
	}
	return "", "", 0
}

// sameAs reports whether both looks have found the same callback in the same state of its stack:
// the same functions from the loop up to and including the callback's own.
func (s *goroutineStack) sameAs(other *goroutineStack) bool {
	if other == nil || len(s.frames) != len(other.frames) {
		return false
	}
	for i := range s.frames {
		if s.frames[i].function != other.frames[i].function {
			return false
		}
	}
	return true
}
