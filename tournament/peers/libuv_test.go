package peers

import (
	"io"
	"net"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// libuvForTest starts the server on libuv, or skips the test.
func libuvForTest(t *testing.T) *libuvServer {
	t.Helper()
	if _, err := findLibuv(); err != nil {
		t.Skip("NOT RUN:", err)
	}
	server, err := newLibuvServer()
	if err != nil {
		t.Fatal(err)
	}
	return server.(*libuvServer)
}

// The server's process tells how much of a processor it has used.
func TestTheServerOnLibuvCountsItsProcessorTime(t *testing.T) {
	server := libuvForTest(t)
	defer func() {
		if err := server.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	}()
	var apart contest.SeparateProcess = server
	used := func() time.Duration {
		used, err := apart.CPUTime()
		if err != nil {
			t.Fatal(err)
		}
		return used
	}
	conn, err := net.Dial("tcp", server.Address())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	var message [64]byte
	for began := used(); used() == began; {
		if _, err := conn.Write(message[:]); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(conn, message[:]); err != nil {
			t.Fatal(err)
		}
	}
}

// Whoever kills the process finds out where it is missed.
func TestEndedLibuvServerIsAnError(t *testing.T) {
	server := libuvForTest(t)
	server.process.Kill()
	if _, err := server.process.Ask("stop"); err == nil {
		t.Error("a process that is gone answers")
	}
	if err := server.Close(); err == nil {
		t.Error("Close of a process that is gone: no error")
	}
}
