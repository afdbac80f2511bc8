//go:build (linux || darwin || dragonfly || freebsd || netbsd || openbsd) && !wakeful_nopoll

package wakeful_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/wakeful-go/wakeful"
	"golang.org/x/sys/unix"
)

// An event meets the loop at every stage of parking, and the watcher at every stage of being armed.
// If this test hangs, an event was lost.
func TestNoEventIsLost(t *testing.T) {
	for name, options := range map[string][]wakeful.FDOption{
		"level": nil, "edge": {wakeful.WithEdgeTriggered()}, "one-shot": {wakeful.WithOneShot()},
	} {
		t.Run(name, func(t *testing.T) {
			atProcessors(t, func(t *testing.T) {
				random := seeded(t)
				l := running(t)
				read, write := pipe(t)
				done := make(chan struct{}, 1)
				var r *wakeful.FDRegistration
				on(t, l, func() {
					r = register(t, l, read, wakeful.Readable, func(wakeful.Events) {
						read.take(1)
						if name == "one-shot" {
							check(t, r.Modify(wakeful.Readable))
						}
						done <- struct{}{}
					}, options...)
				})
				for n := range rounds(20_000) {
					if n%3 == 0 {
						check(t, l.Submit(func() {}))
					}
					hesitate(random.IntN(4000))
					write.put("x")
					<-done
				}
			})
		})
	}
}

// Every byte that is written is read once: a million bytes through pipes of all kinds, with one
// call for each byte where the reader reads single bytes.
func TestDescriptorsConserve(t *testing.T) {
	atProcessors(t, func(t *testing.T) {
		random := seeded(t)
		l := running(t, wakeful.WithWaitStrategy(wakeful.Adaptive()))
		total := rounds(1_000_000)
		const pipes = 8
		var all sync.WaitGroup
		var sent, got [pipes]uint64 // sums of the bytes
		var calls atomic.Uint64
		for i := range pipes {
			read, write, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			fd := takeOver(t, read)
			var options []wakeful.FDOption
			size := 1
			if i%2 == 1 {
				options, size = append(options, wakeful.WithEdgeTriggered()), 7
			}
			all.Add(1)
			var r *wakeful.FDRegistration
			again := func() {}
			if i >= pipes/2 {
				options = append(options, wakeful.WithOneShot())
				again = func() { check(t, r.Modify(wakeful.Readable)) }
			}
			on(t, l, func() {
				buffer := make([]byte, size)
				r = register(t, l, &end{t, fd}, wakeful.Readable, func(wakeful.Events) {
					calls.Add(1)
					for {
						n, err := unix.Read(fd, buffer)
						for _, b := range buffer[:max(0, n)] {
							got[i] += uint64(b)
						}
						switch {
						case n == 0 && err == nil:
							check(t, r.Close())
							all.Done()
							return
						case err != nil:
							matches(t, err, unix.EAGAIN)
							again()
							return
						case size == 1:
							again()
							return
						}
					}
				}, options...)
			})
			pieces := rand.New(rand.NewPCG(random.Uint64(), 0))
			go func() {
				buffer := make([]byte, 512)
				for left := total / pipes; left > 0; {
					piece := buffer[:min(left, 1+pieces.IntN(len(buffer)))]
					for j := range piece {
						piece[j] = byte(pieces.Uint32())
						sent[i] += uint64(piece[j])
					}
					if _, err := write.Write(piece); err != nil {
						t.Error(err)
						break
					}
					left -= len(piece)
				}
				check(t, write.Close())
			}()
		}
		all.Wait()
		equal(t, "sums", got, sent)
		check(t, l.Shutdown(t.Context()))
		equal(t, "calls", l.Metrics().Descriptors, calls.Load())
		if least := uint64(total / 2); calls.Load() < least {
			t.Errorf("%d calls, want %d at least: half of the bytes are read one at a time", calls.Load(), least)
		}
	})
}

// takeOver returns a duplicate of a file's descriptor and closes the file, so that the runtime's
// poller does not watch it. The end of the test closes it.
func takeOver(t *testing.T, file *os.File) int {
	t.Helper()
	conn, err := file.SyscallConn()
	check(t, err)
	fd := -1
	check(t, conn.Control(func(from uintptr) { fd, err = unix.Dup(int(from)) }))
	check(t, err)
	check(t, file.Close())
	newEnd(t, fd)
	return fd
}

// Four goroutines open, register and close descriptors, which reuse a few numbers. No function gets
// an event of another owner: a descriptor without data is never called for, one with data is, and
// the data read is the data written.
func TestManyReuses(t *testing.T) {
	atProcessors(t, func(t *testing.T) {
		seed := seeded(t).Uint64()
		l := running(t)
		var called atomic.Uint64
		var all sync.WaitGroup
		const goroutines = 4
		for g := range goroutines {
			random := rand.New(rand.NewPCG(seed, uint64(g)))
			all.Go(func() {
				for range rounds(5000) {
					storm(t, l, random, byte(g), &called)
				}
			})
		}
		all.Wait()
		if called.Load() == 0 {
			t.Error("nobody was called")
		}
	})
}

// storm opens, registers, uses and closes one descriptor.
func storm(t *testing.T, l *wakeful.Loop, random *rand.Rand, name byte, called *atomic.Uint64) {
	var ends [2]int
	if err := unix.Pipe(ends[:]); err != nil {
		t.Error(err)
		return
	}
	read, write := ends[0], ends[1]
	check(t, unix.SetNonblock(read, true))
	defer unix.Close(write)
	writes, reads := random.IntN(2) == 0, random.IntN(2) == 0
	var written, over atomic.Bool
	got := make(chan byte, 1)
	r, err := l.RegisterFD(read, wakeful.Readable, func(events wakeful.Events) {
		// After Close a call may just be starting, and the number may already belong to another
		// file.
		if over.Load() {
			return
		}
		called.Add(1)
		if !written.Load() {
			t.Errorf("called for %v, and nobody has written", events)
		}
		if reads {
			b := []byte{255}
			if n, err := unix.Read(read, b); n == 1 && err == nil {
				got <- b[0]
			}
		}
	})
	if err != nil {
		t.Error(err)
		check(t, unix.Close(read))
		return
	}
	if writes {
		written.Store(true)
		if _, err := unix.Write(write, []byte{name}); err != nil {
			t.Error(err)
		}
		if reads {
			equal(t, "read", <-got, name)
		} else if random.IntN(4) == 0 {
			runtime.Gosched()
		}
	}
	over.Store(true)
	switch random.IntN(3) {
	case 0:
		check(t, r.Close())
		check(t, unix.Close(read))
	case 1: // in the wrong order
		check(t, unix.Close(read))
		check(t, r.Close())
	case 2: // never: the number's next owner closes the registration
		check(t, unix.Close(read))
		if err := r.Modify(wakeful.Writable); err != nil && !errors.Is(err, unix.EBADF) && !errors.Is(err, wakeful.ErrRegistrationClosed) {
			t.Error(err)
		}
	}
}
