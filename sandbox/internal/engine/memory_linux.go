package engine

// Linear memory and snapshots with the virtual memory of Linux: a clone maps the snapshot's file
// privately, so the kernel copies the pages that it writes to.

import (
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// memory is the linear memory of an instance. All of its limit is reserved as addresses; the kernel
// gives pages when they are used.
type memory struct {
	limit  uint64
	region []byte
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

// rewind maps the image over the memory. The pages that were written are gone.
func (m *memory) rewind(i *image) error {
	_, err := unix.MmapPtr(int(i.file.Fd()), 0, unsafe.Pointer(&m.region[0]), uintptr(m.limit),
		unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_FIXED|unix.MAP_NORESERVE)
	return err
}

// image is the memory of a snapshot, in a file without a name. Pages that are zero are holes.
type image struct {
	file *os.File
	size uint64
}

const systemPage = 4096

func newImage(memory []byte, limit uint64) (*image, error) {
	fd, err := unix.MemfdCreate("wakeful-sandbox", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return nil, fmt.Errorf("memfd_create: %w", err)
	}
	i := &image{os.NewFile(uintptr(fd), "sandbox snapshot"), uint64(len(memory))}
	if err := i.fill(memory, limit); err != nil {
		i.close()
		return nil, err
	}
	return i, nil
}

func (i *image) fill(memory []byte, limit uint64) error {
	if err := i.file.Truncate(int64(limit)); err != nil {
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
	// Nobody can change or shorten it now: a shorter file would be a SIGBUS of the host.
	_, err := unix.FcntlInt(i.file.Fd(), unix.F_ADD_SEALS, unix.F_SEAL_WRITE|unix.F_SEAL_SHRINK|unix.F_SEAL_GROW|unix.F_SEAL_SEAL)
	return err
}

func (i *image) close() { _ = i.file.Close() }
