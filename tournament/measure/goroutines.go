package measure

import (
	"cmp"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
)

// maxFrames is the number of functions named for one goroutine.
const maxFrames = 5

// goroutinePlaces says where the goroutines of this process are. Goroutines at the same place are
// counted together, and larger counts come first: "16 in sync.(*Mutex).Lock, called by
// designs.(*mutexIngress).push, ...".
func goroutinePlaces() string {
	var records []runtime.StackRecord
	for n, ok := runtime.GoroutineProfile(nil); !ok; { // nothing is copied where there is too little room
		records = make([]runtime.StackRecord, n+n/8+8)
		if n, ok = runtime.GoroutineProfile(records); ok {
			records = records[:n]
		}
	}
	counts := map[string]int{}
	for i := range records {
		if at := place(records[i].Stack()); at != "" {
			counts[at]++
		}
	}
	places := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	for i, at := range places {
		places[i] = fmt.Sprintf("%d in %s", counts[at], at)
	}
	return strings.Join(places, "; ")
}

// place names the innermost functions of a stack. It leaves out the functions of package runtime
// and the directories of packages.
func place(stack []uintptr) string {
	var names []string
	frames := runtime.CallersFrames(stack)
	for more := true; more && len(names) < maxFrames; {
		var f runtime.Frame
		f, more = frames.Next()
		if f.Function != "" && !strings.HasPrefix(f.Function, "runtime.") {
			names = append(names, f.Function[strings.LastIndexByte(f.Function, '/')+1:])
		}
	}
	return strings.Join(names, ", called by ")
}
