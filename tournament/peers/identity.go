package peers

import "unsafe"

// identity tells function values apart: two values with the same identity are
// the same closure over the same variables. Go compares functions with nil only;
// a function value is a pointer to its closure, and that pointer is what this is.
// The closure must be kept reachable as long as its identity is used.
type identity unsafe.Pointer

func identityOf(task func()) identity {
	return *(*identity)(unsafe.Pointer(&task))
}
