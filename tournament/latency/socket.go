package latency

import (
	"errors"
	"fmt"
	"net"
	"syscall"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the lanes over the loopback interface: TCP without delay, and UDP.

var socketLanes = []Lane{
	{
		Name: "go-tcp-sleep", Kind: contest.Floor, open: openTCP(false),
		Summary: "A goroutine that reads from a TCP connection of the loopback, over the runtime's poller.",
	},
	{
		Name: "go-tcp-spin", Kind: contest.Floor, Spins: true, open: openTCP(true), absent: noPolledSockets,
		Summary: "A goroutine that reads from a non-blocking TCP connection of the loopback in a loop, without the runtime's poller.",
	},
	{
		Name: "go-udp-sleep", Kind: contest.Floor, open: openUDP(false),
		Summary: "A goroutine that reads from a UDP socket of the loopback, over the runtime's poller.",
	},
	{
		Name: "go-udp-spin", Kind: contest.Floor, Spins: true, open: openUDP(true), absent: noPolledSockets,
		Summary: "A goroutine that reads from a non-blocking UDP socket of the loopback in a loop, without the runtime's poller.",
	},
}

// socket is a connection that can be removed from the runtime's poller.
type socket interface {
	net.Conn
	syscall.Conn
}

func openTCP(spins bool) func(*board) (wire, error) {
	return func(b *board) (wire, error) {
		sending, receiving, err := connectTCP()
		if err != nil {
			return nil, fmt.Errorf("connecting over the loopback: %w", err)
		}
		run, err := fromSocket(receiving, spins)
		if err != nil {
			return nil, errors.Join(err, sending.Close())
		}
		return start(b, sending, run), nil
	}
}

func connectTCP() (sending, receiving *net.TCPConn, err error) {
	listener, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		return nil, nil, err
	}
	defer listener.Close()
	// The system completes the connection, so no concurrent Accept is needed.
	sending, err = net.DialTCP("tcp", nil, listener.Addr().(*net.TCPAddr))
	if err != nil {
		return nil, nil, err
	}
	receiving, err = listener.AcceptTCP()
	if err != nil {
		return nil, nil, errors.Join(err, sending.Close())
	}
	return sending, receiving, errors.Join(sending.SetNoDelay(true), receiving.SetNoDelay(true))
}

func openUDP(spins bool) func(*board) (wire, error) {
	return func(b *board) (wire, error) {
		receiving, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
		if err != nil {
			return nil, fmt.Errorf("listening on the loopback: %w", err)
		}
		sending, err := net.DialUDP("udp", nil, receiving.LocalAddr().(*net.UDPAddr))
		if err != nil {
			return nil, errors.Join(fmt.Errorf("sending over the loopback: %w", err), receiving.Close())
		}
		run, err := fromSocket(receiving, spins)
		if err != nil {
			return nil, errors.Join(err, sending.Close())
		}
		w := start(b, sending, run)
		w.datagrams = true
		return w, nil
	}
}

// fromSocket returns a receiver that owns the socket.
func fromSocket(s socket, spins bool) (receive, error) {
	if !spins {
		return blocking(s), nil
	}
	fd, err := detached(s)
	if err != nil {
		return nil, fmt.Errorf("taking a socket out of the poller: %w", err)
	}
	return polled(fd), nil
}
