package peers

import (
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// tools returns what builds the server on libuv, with a cache of the test's own.
func tools(t *testing.T) *libuvTools {
	t.Helper()
	found, err := findLibuv()
	if err != nil {
		t.Skip("NOT RUN:", err)
	}
	own := *found
	own.cache = filepath.Join(t.TempDir(), "cache")
	return &own
}

func TestTheServerOnLibuvIsBuiltOnce(t *testing.T) {
	with := tools(t)
	program, err := with.build()
	if err != nil {
		t.Fatal(err)
	}
	built, err := os.Stat(program)
	if err != nil {
		t.Fatal(err)
	}
	again, err := with.build()
	if err != nil {
		t.Fatal(err)
	}
	if now, err := os.Stat(again); err != nil || !os.SameFile(built, now) {
		t.Errorf("%s was built again as %s: %v", program, again, err)
	}
	left, err := os.ReadDir(with.cache)
	if err != nil || len(left) != 1 {
		t.Errorf("building leaves %v, %v; want the program alone", left, err)
	}
	other := *with
	other.version += "-other"
	if changed, err := other.build(); err != nil || changed == program {
		t.Errorf("for another libuv the program is %s too, %v", changed, err)
	}
}

func TestTheServerOnLibuvHasNoWarnings(t *testing.T) {
	with := tools(t)
	args := slices.Concat([]string{"-std=gnu11", "-O2", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-I", "../internal/libuvecho", "-c", "-o", filepath.Join(t.TempDir(), "echo.o"), "libuv/echo.c"}, with.flags)
	if said, err := exec.CommandContext(t.Context(), with.compiler, args...).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, said)
	}
}

func TestAServerOnLibuvThatCannotBeBuiltSaysWhy(t *testing.T) {
	with := tools(t)
	with.flags = append(with.flags, "-no-such-flag-for-a-compiler")
	if _, err := with.build(); err == nil || !strings.Contains(err.Error(), "no-such-flag") {
		t.Errorf("the error is %v, want what the compiler says", err)
	}
	left, err := os.ReadDir(with.cache)
	if err != nil || len(left) != 0 {
		t.Errorf("a failed build leaves %v, %v", left, err)
	}
}

// Without its tools the peer is missing, with what to install.
func TestWithoutACompilerThereIsNoLibuv(t *testing.T) {
	t.Setenv("CC", "no-such-compiler")
	if _, err := findCompiler(); err == nil || !strings.Contains(err.Error(), "no-such-compiler") || !strings.Contains(err.Error(), "apt-get install") {
		t.Errorf("the error is %v, want the name of the compiler and what to install", err)
	}
}

// The server's process tells how much of a processor it has used.
func TestTheServerOnLibuvCountsItsProcessorTime(t *testing.T) {
	tools(t)
	server, err := newLibuvServer()
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := server.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	}()
	apart := server.(contest.SeparateProcess)
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
	tools(t)
	server, err := newLibuvServer()
	if err != nil {
		t.Fatal(err)
	}
	s := server.(*libuvServer)
	if err := s.command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if _, err := s.answer(); !errors.Is(err, io.EOF) {
		t.Errorf("an answer of a process that is gone: %v", err)
	}
	if err := s.Close(); !errors.As(err, &exit) {
		t.Errorf("Close of a process that is gone: %v", err)
	}
}
