package measure

import (
	"cmp"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
)

// framesTold is how many functions of a goroutine are told.
const framesTold = 5

// whereabouts tells where the goroutines of this process are, those in the same
// place together, the larger crowds first: "16 in sync.(*Mutex).Lock, called by
// designs.(*mutexIngress).push, ...".
func whereabouts() string {
	var records []runtime.StackRecord
	for n, ok := runtime.GoroutineProfile(nil); !ok; { // nothing is copied where there is too little room
		records = make([]runtime.StackRecord, n+n/8+8)
		if n, ok = runtime.GoroutineProfile(records); ok {
			records = records[:n]
		}
	}
	crowds := map[string]int{}
	for i := range records {
		if at := place(records[i].Stack()); at != "" {
			crowds[at]++
		}
	}
	places := slices.SortedFunc(maps.Keys(crowds), func(a, b string) int {
		return cmp.Or(cmp.Compare(crowds[b], crowds[a]), cmp.Compare(a, b))
	})
	for i, at := range places {
		places[i] = fmt.Sprintf("%d in %s", crowds[at], at)
	}
	return strings.Join(places, "; ")
}

// place names the innermost functions of a stack, without the runtime's and the
// directories of their packages.
func place(stack []uintptr) string {
	var names []string
	frames := runtime.CallersFrames(stack)
	for more := true; more && len(names) < framesTold; {
		var f runtime.Frame
		f, more = frames.Next()
		if f.Function != "" && !strings.HasPrefix(f.Function, "runtime.") {
			names = append(names, f.Function[strings.LastIndexByte(f.Function, '/')+1:])
		}
	}
	return strings.Join(names, ", called by ")
}
