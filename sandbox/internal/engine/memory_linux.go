//go:build !wakeful_portable

package engine

// Linear memory and snapshots with the virtual memory of Linux: a clone maps the snapshot's file
// privately, so the kernel copies the pages that it writes to. Pages after the snapshot belong to no
// file: a page of a hole in the file would be made twice, once in the file and once for the clone.

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// memory is the linear memory of an instance. All of its limit is reserved as addresses; the kernel
// gives pages when they are used.
type memory struct {
	limit  uint64
	region []byte
	image  *image   // that is mapped; nil: none
	pages  []uint32 // reused
}

func (m *memory) reserve() (err error) {
	m.region, err = unix.Mmap(-1, 0, int(m.limit), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	return err
}

// Reallocate is wazero's question for more memory. Nil refuses.
func (m *memory) Reallocate(size uint64) []byte {
	if size > m.limit {
		return nil
	}
	return m.region[:size]
}

// Free does nothing: wazero calls it while the code may still be running. Instance.Close calls
// release.
func (m *memory) Free() {}

func (m *memory) release() {
	if m.region != nil {
		_ = unix.Munmap(m.region) // the only error is that of a wrong address
		m.region = nil
	}
}

// rewind makes the memory that of the image again. If only few pages were written to, they are copied
// back, so that the next use finds all its pages: a page that the kernel has to map costs about a
// microsecond. Otherwise, and without /proc, the image is mapped again, which also frees the pages.
func (m *memory) rewind(i *image) error {
	if m.image == i {
		if pages, ok := written(m.region[:i.size], m.pages[:0]); ok && len(pages) <= maxCopied {
			m.pages = pages
			for _, n := range pages {
				at := uint64(n) * systemPage
				copy(m.region[at:at+systemPage], i.bytes[at:])
			}
			return nil
		}
	}
	_, err := unix.MmapPtr(int(i.file.Fd()), 0, unsafe.Pointer(&m.region[0]), uintptr(i.size),
		unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_FIXED|unix.MAP_NORESERVE)
	if err == nil {
		m.image = i
	}
	return err
}

// populate makes private copies of pages, before a call writes to them.
func (m *memory) populate(pages []uint32) {
	for _, n := range pages {
		at := uint64(n) * systemPage
		copy(m.region[at:at+systemPage], m.image.bytes[at:])
	}
}

// maxCopied is the number of pages that are copied back, and so the memory that an unused clone
// keeps: half a megabyte.
const maxCopied = 128

// pagemap is /proc/self/pagemap: for each page of the process's memory, 64 bits. Nil: there is none,
// or it does not say which of two pages was written to. What one call wrote and the kernel did not
// report, the next call would see.
var pagemap = sync.OnceValue(func() *os.File {
	f, err := os.Open("/proc/self/pagemap")
	if err != nil || os.Getpagesize() != systemPage {
		return nil
	}
	i, err := newImage(bytes.Repeat([]byte{1}, 2*systemPage))
	if err != nil {
		return nil
	}
	defer i.close()
	region, err := unix.Mmap(int(i.file.Fd()), 0, 2*systemPage, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE)
	if err != nil {
		return nil
	}
	defer func() { _ = unix.Munmap(region) }()
	region[systemPage] = region[0] + 1
	if pages, ok := writtenPages(f, region, nil); !ok || len(pages) != 1 || pages[0] != 1 {
		return nil
	}
	return f
})

// Bits of pagemap.
const (
	pagePresent = 1 << 63
	pageSwapped = 1 << 62
	pageOfFile  = 1 << 61 // and not a private copy
)

// written returns the numbers of the pages that were written to since the image was mapped, because
// they are private copies. It reports false if the kernel does not say.
func written(region []byte, pages []uint32) ([]uint32, bool) {
	f := pagemap()
	if f == nil {
		return nil, false
	}
	return writtenPages(f, region, pages)
}

func writtenPages(f *os.File, region []byte, pages []uint32) ([]uint32, bool) {
	first := uint64(uintptr(unsafe.Pointer(&region[0]))) / systemPage
	var text [4096]byte
	for done, all := 0, len(region)/systemPage; done < all; {
		n := min(len(text)/8, all-done)
		if _, err := f.ReadAt(text[:n*8], int64(first+uint64(done))*8); err != nil {
			return nil, false
		}
		for k := range n {
			entry := binary.LittleEndian.Uint64(text[k*8:])
			if entry&(pagePresent|pageSwapped) != 0 && entry&pageOfFile == 0 {
				pages = append(pages, uint32(done+k))
			}
		}
		if len(pages) > maxCopied {
			break
		}
		done += n
	}
	return pages, true
}

// image is the memory of a snapshot, in a file without a name. Pages that are zero are holes.
type image struct {
	file  *os.File
	size  uint64
	bytes []byte // the file, mapped to be read
}

const systemPage = 4096

func newImage(memory []byte) (*image, error) {
	fd, err := unix.MemfdCreate("wakeful-sandbox", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return nil, fmt.Errorf("memfd_create: %w", err)
	}
	i := &image{file: os.NewFile(uintptr(fd), "sandbox snapshot"), size: uint64(len(memory))}
	if err := i.fill(memory); err != nil {
		i.close()
		return nil, err
	}
	return i, nil
}

func (i *image) fill(memory []byte) error {
	if err := i.file.Truncate(int64(len(memory))); err != nil {
		return err
	}
	for at := 0; at < len(memory); at += systemPage {
		page := memory[at : at+systemPage]
		if *(*[systemPage]byte)(page) == [systemPage]byte{} {
			continue
		}
		if _, err := i.file.WriteAt(page, int64(at)); err != nil {
			return err
		}
	}
	var err error
	if i.bytes, err = unix.Mmap(int(i.file.Fd()), 0, len(memory), unix.PROT_READ, unix.MAP_PRIVATE); err != nil {
		return err
	}
	// Nobody can change or shorten it now: a shorter file would be a SIGBUS of the host.
	_, err = unix.FcntlInt(i.file.Fd(), unix.F_ADD_SEALS, unix.F_SEAL_WRITE|unix.F_SEAL_SHRINK|unix.F_SEAL_GROW|unix.F_SEAL_SEAL)
	return err
}

func (i *image) close() {
	if i.bytes != nil {
		_ = unix.Munmap(i.bytes)
		i.bytes = nil
	}
	_ = i.file.Close()
}
