//go:build unix

package handover_test

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/stream/handover"
	"go.uber.org/goleak"
)

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// socketPath returns a path that is short enough for a Unix socket.
func socketPath(t *testing.T) string {
	dir, err := os.MkdirTemp("", "") //nolint:usetesting // the name of the test would make the path too long
	check(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return filepath.Join(dir, "s")
}

// listening returns a file of a listener, and its address.
func listening(t *testing.T) (*os.File, string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	defer l.Close()
	f, err := l.(*net.TCPListener).File()
	check(t, err)
	return f, l.Addr().String()
}

// TestHandover: a listener, then connections with data, arrive in order and whole.
func TestHandover(t *testing.T) {
	path := socketPath(t)
	l, err := handover.Listen(path)
	check(t, err)
	defer l.Close()
	info, err := os.Stat(path)
	check(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("the socket has mode %v", info.Mode())
	}
	web, address := listening(t)
	large := strings.Repeat("state", 1<<20)
	offered := make(chan error, 1)
	go func() {
		s, err := l.Accept()
		if err != nil {
			offered <- err
			return
		}
		defer s.Close()
		if err = s.Offer(context.Background(), handover.Socket{Name: "web", File: web}); err == nil {
			for _, data := range []string{"", "short", large} {
				f, _ := listening(t)
				err = errors.Join(err, s.Send(handover.Socket{Name: "c", Data: []byte(data), File: f}))
			}
		}
		offered <- err
	}()
	p, err := handover.Take(context.Background(), path)
	check(t, err)
	defer p.Close()
	if len(p.Sockets) != 1 || p.Sockets[0].Name != "web" || len(p.Sockets[0].Data) != 0 {
		t.Fatalf("offered: %v", p.Sockets)
	}
	taken, err := net.FileListener(p.Sockets[0].File)
	check(t, err)
	defer taken.Close()
	if taken.Addr().String() != address {
		t.Errorf("the listener has address %v, want %s", taken.Addr(), address)
	}
	check(t, p.Ready())
	for _, data := range []string{"", "short", large} {
		s, err := p.Next()
		check(t, err)
		if s.Name != "c" || string(s.Data) != data || s.File == nil {
			t.Errorf("socket %q with %d bytes, want %d", s.Name, len(s.Data), len(data))
		}
		check(t, s.Close())
	}
	if _, err := p.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
	check(t, <-offered)
}

// TestNobody: without an old process, and with the path of one that has ended, the error says so.
func TestNobody(t *testing.T) {
	path := socketPath(t)
	_, err := handover.Take(context.Background(), path)
	if !errors.Is(err, handover.ErrNoPredecessor) {
		t.Error(err)
	}
	l, err := handover.Listen(path)
	check(t, err)
	check(t, l.Close())
	if _, err := l.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
	if _, err = handover.Take(context.Background(), path); !errors.Is(err, handover.ErrNoPredecessor) {
		t.Error(err)
	}
	l, err = handover.Listen(path) // takes the place of the old path
	check(t, err)
	check(t, l.Close())
	if _, err := handover.Listen(filepath.Join(path, "in", "a", "file")); err == nil {
		t.Error("a directory that does not exist was used")
	}
}

// TestOtherSideMisbehaves: Offer and Take return an error when the other side ends, sends something
// else, or is silent until the context ends.
func TestOtherSideMisbehaves(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	soon, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	for name, test := range map[string]struct {
		ctx   context.Context
		sends string
		stays bool
		want  error
	}{
		"ends":            {ctx: context.Background()},
		"ends in between": {ctx: context.Background(), sends: "\x01\x00"},
		"wrong kind":      {ctx: context.Background(), sends: "\x09\x00\x00\x00\x00\x00\x00\x00", stays: true},
		"too long":        {ctx: context.Background(), sends: "\x02\x00\x00\x00\xff\xff\xff\xff", stays: true},
		"without a file":  {ctx: context.Background(), sends: "\x01\x00\x00\x00\x00\x00\x00\x00", stays: true},
		"silent":          {ctx: soon, stays: true, want: context.DeadlineExceeded},
		"context over":    {ctx: ended, stays: true, want: context.Canceled},
	} {
		verify := func(t *testing.T, err error) {
			if err == nil || test.want != nil && !errors.Is(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
		}
		t.Run("successor "+name, func(t *testing.T) {
			path := socketPath(t)
			l, err := handover.Listen(path)
			check(t, err)
			defer l.Close()
			c, err := net.Dial("unix", path)
			check(t, err)
			defer c.Close()
			_, err = io.WriteString(c, test.sends)
			check(t, err)
			if !test.stays {
				check(t, c.Close())
			}
			s, err := l.Accept()
			check(t, err)
			f, _ := listening(t)
			verify(t, s.Offer(test.ctx, handover.Socket{File: f}))
			if f.Close() == nil {
				t.Error("the file is still open")
			}
			check(t, s.Close())
		})
		t.Run("predecessor "+name, func(t *testing.T) {
			path := socketPath(t)
			l, err := net.Listen("unix", path)
			check(t, err)
			defer l.Close()
			done := make(chan struct{})
			go func() {
				c, err := l.Accept()
				if err == nil {
					_, _ = io.WriteString(c, test.sends)
					if test.stays {
						<-done
					}
					_ = c.Close()
				}
			}()
			_, err = handover.Take(test.ctx, path)
			verify(t, err)
			close(done)
		})
	}
}

// TestSendMistakes: a socket that cannot be sent is refused, and stays open.
func TestSendMistakes(t *testing.T) {
	path := socketPath(t)
	l, err := handover.Listen(path)
	check(t, err)
	defer l.Close()
	c, err := net.Dial("unix", path)
	check(t, err)
	defer c.Close()
	s, err := l.Accept()
	check(t, err)
	defer s.Close()
	f, _ := listening(t)
	for _, socket := range []handover.Socket{
		{Name: strings.Repeat("x", 256), File: f}, {Data: make([]byte, 16<<20+1), File: f}, {Name: "none"},
	} {
		if err := s.Send(socket); !errors.Is(err, os.ErrInvalid) {
			t.Error(err)
		}
	}
	check(t, f.Close())
	if s.Send(handover.Socket{File: f}) == nil {
		t.Error("a closed file was sent")
	}
}

// TestActivated: the variables of another process, and wrong ones, give no sockets, and none stay. The
// sockets themselves are tested in a process of their own, in examples/restart.
func TestActivated(t *testing.T) {
	for pid, fails := range map[string]bool{"": false, "1": false, "self": true} {
		if pid == "self" {
			pid = strconv.Itoa(os.Getpid())
		}
		t.Setenv("LISTEN_PID", pid)
		t.Setenv("LISTEN_FDS", "many")
		sockets, err := handover.Activated()
		if len(sockets) != 0 || (err != nil) != fails {
			t.Errorf("LISTEN_PID %q: %v, %v", pid, sockets, err)
		}
		if _, still := os.LookupEnv("LISTEN_FDS"); still {
			t.Error("LISTEN_FDS is still there")
		}
	}
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
