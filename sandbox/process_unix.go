//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package sandbox

// How a worker process is started: the program's own executable, with a socket and nothing else.

import (
	"net"
	"os"
	"os/exec"
	"syscall"
)

// startWorker starts a process and returns its socket.
func startWorker() (net.Conn, *exec.Cmd, error) {
	executable, err := os.Executable()
	if err != nil {
		return nil, nil, err
	}
	syscall.ForkLock.RLock()
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(pair[0])
		syscall.CloseOnExec(pair[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, nil, os.NewSyscallError("socketpair", err)
	}
	theirs := os.NewFile(uintptr(pair[1]), "worker")
	defer func() { _ = theirs.Close() }() // the process has its own
	conn, err := connOf(pair[0])
	if err != nil {
		return nil, nil, err
	}
	command := &exec.Cmd{Path: executable, Args: []string{workerName}, Env: []string{}, Dir: "/", Stdin: theirs}
	if err := command.Start(); err != nil {
		_ = conn.Close()
		return nil, nil, err
	}
	return conn, command, nil
}

// workerSocket is the socket of a worker: its standard input.
func workerSocket() (net.Conn, error) { return connOf(0) }

// connOf takes a descriptor over.
func connOf(fd int) (net.Conn, error) {
	file := os.NewFile(uintptr(fd), "socket")
	defer func() { _ = file.Close() }() // the connection has a copy
	return net.FileConn(file)
}

// workerFiles is the number of descriptors of a worker: a snapshot of a program has one.
const workerFiles = 4096

type processLimit struct {
	resource int
	value    uint64
}

// limitProcess sets limits that the process cannot raise again, unless it has privileges.
func limitProcess(setup workerSetup) error {
	for _, l := range append(systemLimits(setup),
		processLimit{syscall.RLIMIT_CORE, 0}, processLimit{syscall.RLIMIT_FSIZE, uint64(setup.Memory)}, processLimit{syscall.RLIMIT_NOFILE, workerFiles}) {
		var limit syscall.Rlimit
		if err := syscall.Getrlimit(l.resource, &limit); err != nil {
			return os.NewSyscallError("getrlimit", err)
		}
		lower(&limit.Cur, l.value)
		lower(&limit.Max, l.value)
		if err := syscall.Setrlimit(l.resource, &limit); err != nil {
			return os.NewSyscallError("setrlimit", err)
		}
	}
	return nil
}

// lower is generic because the type differs between systems.
func lower[T int64 | uint64](limit *T, value uint64) {
	if uint64(*limit) > value {
		*limit = T(value)
	}
}
