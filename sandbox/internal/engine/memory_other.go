//go:build !linux || wakeful_portable

package engine

// Linear memory and snapshots as slices of Go: a clone copies the snapshot.

// memory is the linear memory of an instance.
type memory struct {
	limit uint64
	bytes []byte
	pages []uint32 // empty
}

func (m *memory) reserve() error { return nil }

// Reallocate is wazero's question for more memory. Nil refuses.
func (m *memory) Reallocate(size uint64) []byte {
	if size > m.limit {
		return nil
	}
	if size > uint64(cap(m.bytes)) {
		grown := make([]byte, size, min(m.limit, size+size/4))
		copy(grown, m.bytes)
		m.bytes = grown
	}
	m.bytes = m.bytes[:size]
	return m.bytes
}

// Free does nothing: the garbage collector frees the memory.
func (m *memory) Free() {}

func (m *memory) release() {}

func (m *memory) rewind(i *image) error {
	copy(m.bytes, i.bytes)
	return nil
}

func (m *memory) populate([]uint32) {}

// image is the memory of a snapshot.
type image struct {
	bytes []byte
	size  uint64
}

func newImage(memory []byte) (*image, error) {
	return &image{append([]byte(nil), memory...), uint64(len(memory))}, nil
}

func (i *image) close() {}
