//go:build !linux

package main

// On other systems a machine differs in what takes no namespaces.

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
)

const nobody = 65534

func openUmask() {}

func unable(string) string { return "it takes Linux, this is " + runtime.GOOS }

func launch(cmd *exec.Cmd, _ *setting, _ machine) (io.Reader, func() error, error) {
	from, to, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	cmd.Stdout, cmd.Stderr = to, to
	if err := cmd.Start(); err != nil {
		return nil, nil, errors.Join(err, from.Close(), to.Close())
	}
	_ = to.Close()
	return from, func() error { return errors.Join(cmd.Wait(), from.Close()) }, nil
}

// inside runs the test binary, and does not return.
func inside(_ string, args []string) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	if err == nil {
		os.Exit(0)
	}
	fmt.Fprintln(os.Stderr, "machines:", err)
	os.Exit(1)
}
