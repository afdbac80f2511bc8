package latency

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A missing file, a missing permission and a kernel without an idle driver are reasons.
func TestWhatKernelPollsNeeds(t *testing.T) {
	folder := t.TempDir()
	if _, err := holdLatency(filepath.Join(folder, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without the file: %v", err)
	}
	closed := filepath.Join(folder, "closed")
	if err := os.WriteFile(closed, nil, 0o400); err != nil {
		t.Fatal(err)
	}
	held, err := holdLatency(closed)
	switch {
	case err == nil: // root may write to every file
		if err := held.Close(); err != nil {
			t.Error(err)
		}
		if os.Getuid() != 0 {
			t.Error("a file that must not be written to was opened")
		}
	case !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "takes root"):
		t.Errorf("without the permission: %v", err)
	}
	for driver, want := range map[string]string{"none\n": "no idle driver", "": "no idle driver", "haltpoll\n": ""} {
		if got := withoutDriver(driver, nil); (got != "") != (want != "") || !strings.Contains(got, want) {
			t.Errorf("with the driver %q the reason is %q, want %q", driver, got, want)
		}
	}
	if got := withoutDriver("", fs.ErrNotExist); !strings.Contains(got, "does not tell") {
		t.Errorf("without the driver's file the reason is %q", got)
	}
}

// The request is a 32-bit zero.
func TestTheRequestForALatency(t *testing.T) {
	file := filepath.Join(t.TempDir(), "latency")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	held, err := holdLatency(file)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	if got, err := os.ReadFile(file); err != nil || string(got) != "\x00\x00\x00\x00" {
		t.Errorf("it wrote %q, %v", got, err)
	}
}
