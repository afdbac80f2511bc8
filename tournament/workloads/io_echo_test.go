package workloads

import (
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// spoiledServer answers each connection with a function.
type spoiledServer struct {
	net.Listener
	ended chan struct{}
}

func (s *spoiledServer) Address() string { return s.Addr().String() }

func (s *spoiledServer) Close() error {
	err := s.Listener.Close()
	<-s.ended
	return err
}

// serving makes an entry of a server that serves one connection at a time.
func serving(serve func(net.Conn) error) contest.Entry {
	return contest.Entry{
		Name: "server", Kind: contest.Peer, Can: contest.Echoes,
		NewServer: func() (contest.Server, error) {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			s := &spoiledServer{l, make(chan struct{})}
			go func() {
				defer close(s.ended)
				for {
					conn, err := l.Accept()
					if err != nil {
						return
					}
					_ = serve(conn)
					_ = conn.Close()
				}
			}()
			return s, err
		},
	}
}

func echoes(conn net.Conn) error {
	_, err := io.Copy(conn, conn)
	return err
}

var oneConnection = map[string]string{"connections": "1"}

func echoWorkload(t *testing.T) *Workload {
	t.Helper()
	w, err := Find("io-echo")
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestAnEchoServerIsMeasured(t *testing.T) {
	s, err := Take(t.Context(), serving(echoes), echoWorkload(t), oneConnection, brief)
	if err != nil || s.Ops < minBatch || s.Value <= 0 {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestAWrongEchoFailsTheSample(t *testing.T) {
	for want, serve := range map[string]func(net.Conn) error{
		"not what was sent": func(conn net.Conn) error {
			var b [64]byte
			for {
				n, err := conn.Read(b[:])
				if err != nil {
					return err
				}
				b[0]++
				if _, err := conn.Write(b[:n]); err != nil {
					return err
				}
			}
		},
		"waiting for an answer": func(conn net.Conn) error {
			_, err := io.CopyN(conn, conn, 1000)
			return err
		},
		"1 bytes came back that were not sent": func(conn net.Conn) error {
			if err := echoes(conn); err != nil {
				return err
			}
			_, err := conn.Write([]byte{0})
			return err
		},
	} {
		if _, err := Take(t.Context(), serving(serve), echoWorkload(t), oneConnection, brief); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want something with %q", err, want)
		}
	}
}

// apartServer reports a processor time that grows by a second with each reading.
type apartServer struct {
	contest.Server
	used time.Duration
	err  error
}

func (s *apartServer) CPUTime() (time.Duration, error) {
	s.used += time.Second
	return s.used, s.err
}

func TestTheProcessorTimeOfAServerApart(t *testing.T) {
	no := errors.New("no")
	for want, fails := range map[time.Duration]error{time.Second: nil, 0: no} {
		e := serving(echoes)
		inner := e.NewServer
		e.NewServer = func() (contest.Server, error) {
			server, err := inner()
			return &apartServer{Server: server, err: fails}, err
		}
		s, err := Take(t.Context(), e, echoWorkload(t), oneConnection, brief)
		if !errors.Is(err, fails) || s.CPUSeconds != want.Seconds() {
			t.Errorf("a server apart that used %v: %+v, %v", want, s, err)
		}
	}
}

func TestClientsThatDoNotStartFailTheSample(t *testing.T) {
	defer func(process []string) { ClientProcess = process }(ClientProcess)
	for want, process := range map[string][]string{
		"no command":    nil,
		"starting":      {"/no/such/program"},
		"do not answer": {os.Args[0], "-test.list=nothing"},
	} {
		ClientProcess = process
		if _, err := Take(t.Context(), serving(echoes), echoWorkload(t), oneConnection, brief); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want something with %q", err, want)
		}
	}
}
