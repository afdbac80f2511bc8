//go:build (linux || darwin || dragonfly || freebsd || netbsd || openbsd) && !wakeful_nopoll

package wakeful_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/wakeful-go/wakeful"
	"golang.org/x/sys/unix"
)

// BenchmarkDescriptorEcho measures the time from writing a byte into a pipe until the reader's
// answer arrives through another pipe. The reader is a callback on a loop or, for comparison, a
// goroutine. The sender is a goroutine in both cases.
func BenchmarkDescriptorEcho(b *testing.B) {
	ask := func(b *testing.B, to, from *os.File) {
		buffer := []byte{0}
		b.ReportAllocs()
		b.ResetTimer()
		for n := range b.N {
			buffer[0] = byte(n)
			if _, err := to.Write(buffer); err != nil {
				b.Fatal(err)
			}
			if _, err := from.Read(buffer); err != nil || buffer[0] != byte(n) {
				b.Fatalf("read %d for %d: %v", buffer[0], byte(n), err)
			}
		}
	}
	file := func(e *end) *os.File {
		f := os.NewFile(uintptr(e.fd), "pipe")
		e.fd = -1 // the file owns it now
		b.Cleanup(func() { f.Close() })
		return f
	}
	b.Run("impl=wakeful", func(b *testing.B) {
		l := start(b)
		read, to := pipe(b)
		from, write := pipe(b)
		buffer := []byte{0}
		register(b, l, read, wakeful.Readable, func(wakeful.Events) {
			if _, err := unix.Read(read.fd, buffer); err != nil {
				b.Error(err)
			}
			if _, err := unix.Write(write.fd, buffer); err != nil {
				b.Error(err)
			}
		})
		ask(b, file(to), file(from))
	})
	b.Run("impl=goroutines", func(b *testing.B) {
		read, to := pipe(b)
		from, write := pipe(b)
		in, out := file(read), file(write)
		go func() {
			buffer := []byte{0}
			for {
				if _, err := in.Read(buffer); err != nil {
					return // the benchmark has closed it
				}
				if _, err := out.Write(buffer); err != nil {
					b.Error(err)
				}
			}
		}()
		ask(b, file(to), file(from))
	})
}

// BenchmarkPingPongBesideDescriptors measures a Submit and the answer of its function, on a loop
// with many descriptors that are never ready.
func BenchmarkPingPongBesideDescriptors(b *testing.B) {
	for _, n := range []int{0, 1, 1000} {
		b.Run(fmt.Sprintf("impl=wakeful/descriptors=%d", n), func(b *testing.B) {
			l := start(b)
			for range n {
				read, _ := pipe(b)
				register(b, l, read, wakeful.Readable, func(wakeful.Events) { b.Error("called") })
			}
			done := make(chan struct{}, 1)
			answer := func() { done <- struct{}{} }
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				if err := l.Submit(answer); err != nil {
					b.Fatal(err)
				}
				<-done
			}
		})
	}
}
