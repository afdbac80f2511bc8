//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

// The reading of TLS, given the same bytes in pieces of every kind.

import (
	"bytes"
	"crypto/tls"
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"testing"

	"github.com/wakeful-go/wakeful/stream"
)

// TestTLSRecordBoundary: records are counted in the same way, however they are cut.
func TestTLSRecordBoundary(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // a test
	for range 1000 {
		var all []byte
		records := random.IntN(5)
		for range records {
			length := random.IntN(700)
			all = append(all, 23, 3, 3, byte(length>>8), byte(length))
			all = append(all, make([]byte, length)...)
		}
		cut := random.IntN(5) // of one more record
		all = append(all, []byte{23, 3, 3, 0, 1}[:cut]...)
		var r stream.RecordBoundary
		got := 0
		for rest := all; len(rest) > 0; {
			n := min(len(rest), 1+random.IntN(20))
			got += r.Add(rest[:n])
			rest = rest[n:]
		}
		equal(t, "records", got, records)
		equal(t, "between two", r.Between(), cut == 0)
	}
}

// cutting is a net.Conn that writes in pieces whose lengths come from cuts, again and again.
type cutting struct {
	net.Conn
	cuts []byte
	next int
}

func (c *cutting) Write(p []byte) (n int, err error) {
	for n < len(p) {
		size := 1
		if len(c.cuts) > 0 {
			size += int(c.cuts[c.next%len(c.cuts)])
			c.next++
		}
		more, err := c.Conn.Write(p[n:min(len(p), n+size)])
		if n += more; err != nil {
			return n, err
		}
	}
	return n, nil
}

// cutEcho has a server on a loop echo what comes in pieces.
func cutEcho(t testing.TB, listener *stream.Listener, version uint16, cuts, sent []byte) {
	t.Helper()
	raw, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	peer := tls.Client(&cutting{Conn: raw, cuts: cuts}, withVersion(clientConfig(), version))
	var writing sync.WaitGroup
	writing.Go(func() {
		_, err := peer.Write(sent)
		check(t, err)
		check(t, peer.CloseWrite())
	})
	got, err := io.ReadAll(peer)
	check(t, err)
	writing.Wait()
	if !bytes.Equal(got, sent) {
		t.Errorf("%d bytes came back, other than the %d that were sent", len(got), len(sent))
	}
}

// TestTLSByteByByte: the whole connection, handshake included, comes one byte at a time.
func TestTLSByteByByte(t *testing.T) {
	everyTLS(t, func(t *testing.T, version uint16) {
		l := running(t)
		listener := serveTLS(t, l, serverConfig(t), nil, func(c *stream.Conn) { echo(t, c) })
		cutEcho(t, listener, version, nil, numberedBytes(5000))
	})
}

// FuzzTLSPieces: pieces of any lengths.
func FuzzTLSPieces(f *testing.F) {
	l := running(f)
	listener := serveTLS(f, l, serverConfig(f), nil, func(c *stream.Conn) { _ = c.OnData(func(p []byte) { _, _ = c.Write(p) }) }) // f is not to be used while the target runs
	f.Add([]byte{0, 255, 4, 5, 21}, uint16(40_000), false)
	f.Add([]byte{4}, uint16(1), true)
	f.Fuzz(func(t *testing.T, cuts []byte, size uint16, old bool) {
		version := uint16(tls.VersionTLS13)
		if old {
			version = tls.VersionTLS12
		}
		cutEcho(t, listener, version, cuts, numberedBytes(int(size)))
	})
}

// FuzzTLSInput: any bytes instead of a client, and any bytes after a handshake. The server must not
// panic, and must end the connection or wait.
func FuzzTLSInput(f *testing.F) {
	l := running(f)
	listener := serveTLS(f, l, serverConfig(f), func(error) {}, func(c *stream.Conn) { _ = c.OnData(func(p []byte) { _, _ = c.Write(p) }) })
	f.Add(clientHello(f), false)
	f.Add([]byte{23, 3, 3, 0, 1, 0}, true)
	f.Add([]byte{21, 3, 3, 0, 2, 1, 0}, true)
	f.Add([]byte{20, 3, 3, 0, 1, 1}, true)
	f.Fuzz(func(t *testing.T, input []byte, after bool) {
		raw, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer raw.Close()
		if after {
			check(t, tls.Client(raw, clientConfig()).HandshakeContext(t.Context()))
		}
		write(t, raw, input)
		_ = raw.(*net.TCPConn).CloseWrite() // fails if the server has reset the connection
		_, _ = io.Copy(io.Discard, raw)     // ends, possibly with a reset
	})
}
