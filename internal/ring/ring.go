// Package ring is a first-in, first-out queue in a ring buffer. Its users are owned by one
// goroutine or by the holder of a lock.
//
// The buffer doubles when it is full, and shrinks after a burst: a queue that was long once and
// stays short releases its memory, even if it is never empty. A queue of at most 1024 values keeps
// its buffer.
package ring

// Sizes of buffers in values: the first one, and the largest that is kept.
const (
	smallest = 8
	kept     = 1024
)

// A Buffer is a queue of values of one type. Its zero value is empty and ready for use, and
// assigning the zero value empties it. It is not safe for concurrent use.
type Buffer[T any] struct {
	slots []T // its length is 0 or a power of two
	head  int // index of the oldest
	n     int
}

// Len returns how many values there are.
func (b *Buffer[T]) Len() int { return b.n }

// Push adds v as the newest.
func (b *Buffer[T]) Push(v T) {
	if b.n == len(b.slots) {
		b.resize(max(smallest, 2*b.n))
	}
	b.slots[(b.head+b.n)&(len(b.slots)-1)] = v
	b.n++
}

// Pop removes and returns the oldest value. The buffer must not be empty.
func (b *Buffer[T]) Pop() T {
	slot := &b.slots[b.head]
	v := *slot
	var none T
	*slot = none
	b.head = (b.head + 1) & (len(b.slots) - 1)
	b.n--
	if len(b.slots) > kept && b.n <= len(b.slots)/8 {
		b.shrink()
	}
	return v
}

// Front returns a pointer to the oldest value, valid until the next Push or Pop. The buffer must
// not be empty.
func (b *Buffer[T]) Front() *T { return &b.slots[b.head] }

// Back returns a pointer to the newest value, valid until the next Push or Pop. The buffer must not
// be empty.
func (b *Buffer[T]) Back() *T { return &b.slots[(b.head+b.n-1)&(len(b.slots)-1)] }

// shrink reduces a buffer of which at most an eighth is used to a quarter of its length. So
// emptying a long queue copies less than a fifth of its values in total, and a queue whose length
// goes up and down is not copied each time.
func (b *Buffer[T]) shrink() {
	if b.n == 0 {
		*b = Buffer[T]{}
		return
	}
	b.resize(len(b.slots) / 4)
}

func (b *Buffer[T]) resize(size int) {
	slots := make([]T, size)
	k := copy(slots, b.slots[b.head:min(b.head+b.n, len(b.slots))])
	copy(slots[k:], b.slots[:b.n-k])
	b.slots, b.head = slots, 0
}
