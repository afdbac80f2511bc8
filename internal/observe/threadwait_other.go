//go:build !linux

package observe

// ThreadWait measures for how long a thread waits for a processor, which only Linux tells.
type ThreadWait struct{}

// Begin does nothing.
func (*ThreadWait) Begin() {}

// End returns NotKnown.
func (*ThreadWait) End() uint32 { return NotKnown }

// Since returns NotKnown.
func (*ThreadWait) Since() uint32 { return NotKnown }
