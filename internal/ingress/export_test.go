package ingress

import (
	"unsafe"
	"weak"
)

const (
	Chunk             = chunk
	PushesPerHoldBack = pushesPerHoldBack
)

// A Lock is the lock of a queue.
type Lock = lock

// Acquire acquires the lock.
func (l *lock) Acquire() { l.acquire() }

// Release releases the lock.
func (l *lock) Release() { l.release() }

// slices returns all slices of the queue. Consumer only.
func (q *Queue) slices() [][]func() {
	q.lock.acquire()
	defer q.lock.release()
	return append([][]func(){q.run, q.pushes, q.spare}, q.full...)
}

// Slots returns how many slots the queue has, used or not. Consumer only.
func (q *Queue) Slots() (slots int) {
	for _, s := range q.slices() {
		slots += cap(s)
	}
	return slots
}

// Arrays returns the arrays of the queue, weakly. Consumer only.
func (q *Queue) Arrays() (arrays []weak.Pointer[func()]) {
	for _, s := range q.slices() {
		if cap(s) > 0 {
			arrays = append(arrays, weak.Make(unsafe.SliceData(s)))
		}
	}
	return arrays
}

// Layout has the offsets on which the queue's speed depends.
type Layout struct {
	Lock, HasPushes, EndOfProducers, Consumer uintptr
}

// LayoutOf returns the layout of Queue.
func LayoutOf() Layout {
	var q Queue
	return Layout{
		Lock:           unsafe.Offsetof(q.lock),
		HasPushes:      unsafe.Offsetof(q.hasPushes),
		EndOfProducers: unsafe.Offsetof(q.stalledAt) + unsafe.Sizeof(q.stalledAt),
		Consumer:       unsafe.Offsetof(q.run),
	}
}
