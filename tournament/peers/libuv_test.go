package peers

import (
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// libuvForTest starts the server on libuv, or skips the test.
func libuvForTest(t *testing.T) *libuvServer {
	t.Helper()
	if _, err := findLibuv(); err != nil {
		t.Skip("NOT RUN:", err) // the server is compiled with libuv, which not every machine has
	}
	server, err := newLibuvServer()
	if err != nil {
		t.Fatal(err)
	}
	return server.(*libuvServer)
}

// Without a place for its program, or without its tools, the peer is missing, with a reason.
func TestTheReasonsWithoutAServerOnLibuv(t *testing.T) {
	if _, err := findLibuv(); err != nil {
		t.Skip("NOT RUN:", err) // the server is compiled with libuv, which not every machine has
	}
	t.Setenv("HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	if _, err := lookForLibuv(); err == nil || !strings.Contains(err.Error(), "no place to keep") {
		t.Errorf("without a folder for caches: %v", err)
	}
	t.Setenv("PATH", "")
	if _, err := lookForLibuv(); err == nil || !strings.Contains(err.Error(), "cc is not on the PATH") {
		t.Errorf("without a compiler: %v", err)
	}
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
