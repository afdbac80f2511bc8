package recording

import (
	"path"
	"strings"
)

// This file owns what the stack of a loop's goroutine says about a callback: what it was doing, and
// at which line of the program.

// An activity is what a goroutine does, and what to do if a callback does it for too long.
type activity struct{ doing, advice string }

// computing is what a goroutine does that runs or waits for a processor.
const computing = "computing"

// activities are the activities by what the states of goroutines begin with.
var activities = []struct {
	state string
	activity
}{
	{"syscall", activity{"in a system call", "run it with RunBlocking"}},
	{"IO wait", activity{"waiting for input or output", "use package stream, or run it with RunBlocking"}},
	{"sync.WaitGroup", activity{"waiting for a sync.WaitGroup", "let the last of the others submit what comes next"}},
	{"sync.Cond", activity{"waiting for a sync.Cond", "let the other side submit what comes next"}},
	{"sync.", activity{"waiting for a lock", "find who holds the lock for so long, or let the loop own what it guards"}},
	{"semacquire", activity{"waiting for a lock", "find who holds the lock for so long, or let the loop own what it guards"}},
	{"sleep", activity{"sleeping", "continue in a function of AfterFunc"}},
	{"chan", activity{"waiting for a channel", "let the other side submit what comes next"}},
	{"select", activity{"waiting for a channel", "let the other side submit what comes next"}},
	{"coroutine", activity{"running a coroutine", "split it with AfterSubmitted, or run it with RunBlocking"}},
	{"run", activity{computing, "split it with AfterSubmitted, or run it with RunBlocking"}}, // running, runnable
	{"preempted", activity{computing, "split it with AfterSubmitted, or run it with RunBlocking"}},
	{"GC", activity{"helping the garbage collector", "allocate less in it, or run it with RunBlocking"}},
}

// activityOf returns the activity for the state of a goroutine.
func activityOf(state string) activity {
	for _, a := range activities {
		if strings.HasPrefix(state, a.state) {
			return a.activity
		}
	}
	doing := "waiting"
	if state != "" {
		doing += " (" + state + ")"
	}
	return activity{doing, "split it, or run the slow part with RunBlocking"}
}

// stateIn returns the state of the goroutine of a stack.
func stateIn(stack string) string {
	_, text, _ := strings.Cut(stack, "[")
	text, _, _ = strings.Cut(text, "]")
	state, _, _ := strings.Cut(text, ",")
	return strings.TrimSuffix(state, " (durable)")
}

// placeIn returns the line at which the program was in a stack, and the function of the standard
// library or of this one that it has called, for a sentence. It is "" if the callback's place says it.
func placeIn(stack string, callback Function) string {
	called := ""
	lines := strings.Split(stack, "\n")
	for i := 1; i+1 < len(lines) && !strings.HasPrefix(lines[i], "created by "); i += 2 {
		f := frameIn(lines[i], lines[i+1])
		if !f.isLibrary() {
			switch {
			case f.File == callback.File && f.Line == callback.Line && called == "":
				return ""
			case f.File == callback.File && f.Line == callback.Line:
				return " in " + called
			case called == "":
				return " at " + f.String()
			}
			return " in " + called + ", called at " + f.String()
		}
		if name := f.Name[strings.LastIndexByte(f.Name, '.')+1:]; !strings.HasPrefix(f.Name, "internal/") && !strings.HasPrefix(f.Name, "syscall.") && !strings.HasPrefix(f.Name, "runtime.") && !strings.HasPrefix(name, "runtime_") {
			called = f.Name
		}
	}
	return ""
}

// frameIn returns a function of a stack from its two lines.
func frameIn(call, place string) (f Function) {
	f.Name = call
	if parameters := strings.LastIndexByte(call, '('); parameters >= 0 && strings.HasSuffix(call, ")") {
		f.Name = call[:parameters]
	}
	place, _, _ = strings.Cut(strings.TrimSpace(place), " +0x")
	if colon := strings.LastIndexByte(place, ':'); colon > 0 {
		f.File = place[:colon]
		for _, digit := range place[colon+1:] {
			f.Line = 10*f.Line + int(digit-'0')
		}
	}
	return f
}

const module = "github.com/wakeful-go/wakeful"

// isLibrary reports whether a function is one of the standard library or of this one. The runtime has
// functions with the names of other packages.
func (f Function) isLibrary() bool {
	slash := strings.LastIndexByte(f.Name, '/') + 1
	name, _, _ := strings.Cut(f.Name[slash:], ".")
	pkg := f.Name[:slash] + name
	if pkg == module || strings.HasPrefix(pkg, module+"/") {
		return !strings.HasSuffix(pkg, "_test") && !strings.HasPrefix(pkg, module+"/examples/") && !strings.HasPrefix(pkg, module+"/cmd/")
	}
	domain, _, _ := strings.Cut(pkg, "/")
	directory := path.Dir(strings.ReplaceAll(f.File, "\\", "/"))
	return pkg != "main" && !strings.Contains(domain, ".") && (directory == pkg || strings.HasSuffix(directory, "/src/"+pkg) || strings.HasSuffix(directory, "src/runtime"))
}
