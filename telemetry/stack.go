package telemetry

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/wakeful-go/wakeful/internal/observe"
)

// This file owns taking the stack of a loop's goroutine from another goroutine, and finding the
// callback in it.

const (
	minStacks = 1 << 16
	// maxStacks limits the memory for the stacks of all goroutines. Only one of them is used.
	maxStacks = 64 << 20
)

// goroutineStack is the state of a goroutine at one check.
type goroutineStack struct {
	state  string // "running", "chan receive"
	text   string // as runtime.Stack formats it
	frames []frame
	script bool    // JavaScript was running
	name   *string // given to the function by Named, nil for none
	// behind says that the goroutine waits for another one while others run or wait for a processor.
	behind bool
}

// frame is a function of a stack.
type frame struct {
	function, file string
	line           int
}

// runningInSyscall is the state of a goroutine in a system call whose thread does not sleep: the kernel works
// for it, or the thread waits for a processor. The runtime calls both "syscall".
const runningInSyscall = "running in syscall"

// stackOf returns the stack of a loop's goroutine. The world stops while the stacks of
// all goroutines are written, because the runtime cannot write only one: some 10 us for ten
// goroutines, 10 ms for ten thousand. The result is empty if the goroutine does not exist.
func stackOf(l observe.Loop) *goroutineStack {
	s := findStack(l.Goroutine())
	if s.state != "syscall" || strings.Contains(s.text, "runtime.cgocall(") {
		return s // C has a stack of its own
	}
	if low, high := l.Stack(); low != 0 && !asleep(low, high) {
		s.state, s.text = runningInSyscall, strings.Replace(s.text, "[syscall", "["+runningInSyscall, 1)
	}
	return s
}

// findStack returns the stack of the goroutine with an ID.
func findStack(id uint64) *goroutineStack {
	header := fmt.Appendf(nil, "goroutine %d [", id)
	for size := minStacks; ; size *= 2 {
		buffer := make([]byte, size)
		all := buffer[:runtime.Stack(buffer, true)]
		if at := bytes.Index(all, header); at >= 0 {
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
		s.script = s.script || strings.HasPrefix(f.function, engine)
	}
	return s
}

// parseFrame parses the two lines of a frame:
//
//	main.load({0x1234, 0x5})
//		/src/main.go:17 +0x45
func parseFrame(call, place string) frame {
	f := frame{function: call}
	// The arguments begin at the last opening bracket, because a receiver has brackets too.
	if at := strings.LastIndexByte(call, '('); at > 0 {
		f.function = call[:at]
	}
	place = strings.TrimSpace(place)
	if at := strings.LastIndex(place, " +0x"); at > 0 { // the name of a directory may contain a space
		place = place[:at]
	}
	if at := strings.LastIndexByte(place, ':'); at > 0 {
		f.file = place[:at]
		f.line, _ = strconv.Atoi(place[at+1:])
	}
	return f
}

// module is the import path of the library. engine is the prefix of the JavaScript engine's
// functions.
const (
	module = "github.com/wakeful-go/wakeful"
	engine = "github.com/dop251/goja."
)

// ours reports whether a function belongs to the library: to package wakeful or a package built on
// it. There may be any number of such functions between the loop and a callback. Tests, examples and
// commands use the library as programs do.
func ours(function string) bool {
	rest, ok := strings.CutPrefix(function, module)
	if !ok {
		return false
	}
	for _, within := range []string{
		".", "/internal/", "/group.", "/keyed.", "/keyed/keyed", "/otelwakeful.", "/promise.", "/sandbox.",
		"/stream.", "/stream/ws.", "/stream/http.", "/telemetry.", "/js.", "/js/internal/",
	} {
		if strings.HasPrefix(rest, within) {
			return true
		}
	}
	return false
}

// callback names the running callback, the first function that the library has called, and the
// line that it is at.
func (s *goroutineStack) callback() (name, file string, line int) {
	entered := false // in the loop, from where the outermost function is
	for _, f := range slices.Backward(s.frames) {
		if !entered {
			entered = strings.HasPrefix(f.function, module+".(*Loop).")
			continue
		}
		if ours(f.function) || strings.HasPrefix(f.function, engine) || strings.HasPrefix(f.function, "runtime.") || strings.HasPrefix(f.function, "runtime/") {
			continue
		}
		return f.function, f.file, f.line
	}
	// The callback belongs to the library itself. Name its innermost function.
	for _, f := range s.frames {
		if ours(f.function) {
			return f.function, f.file, f.line
		}
	}
	return "", "", 0
}

// computes reports whether a script was computing. A script that waits in a function of Go executes
// no instruction after which its stack could be taken.
func (s *goroutineStack) computes() bool { return s.script && wantsProcessor(s.state) }

// sameAs reports whether both stacks have the same functions, from the loop to the callback's own
// function.
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
