//go:build unix

package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

// A failed write does not remove a pipe.
func TestAReportThatFailsRemovesNoPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	read := make(chan error)
	go func() {
		f, err := os.Open(pipe)
		if err == nil {
			if _, err = f.Read(make([]byte, 1)); err == nil {
				err = f.Close() // close long before the report is complete
			}
		}
		read <- err
	}()
	if err := writeReport(pipe, resulttest.Example()); err == nil {
		t.Error("a report that nobody reads was written")
	}
	if err := <-read; err != nil {
		t.Error(err)
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode().IsRegular() {
		t.Errorf("the pipe is gone: %v, %v", info, err)
	}
}
