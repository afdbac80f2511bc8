//go:build (linux || freebsd || netbsd || dragonfly) && !wakeful_nopoll && !wakeful_portable

package stream_test

import (
	"errors"
	"fmt"
	"math"
	"net"
	"syscall"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	"golang.org/x/sys/unix"
)

// keepAlive returns the keep-alive settings of a descriptor.
func keepAlive(t *testing.T, fd int) (c net.KeepAliveConfig) {
	t.Helper()
	get := func(level, option int) int {
		n, err := unix.GetsockoptInt(fd, level, option)
		check(t, err)
		return n
	}
	c.Enable = get(unix.SOL_SOCKET, unix.SO_KEEPALIVE) != 0
	c.Idle = time.Duration(get(unix.IPPROTO_TCP, unix.TCP_KEEPIDLE)) * time.Second
	c.Interval = time.Duration(get(unix.IPPROTO_TCP, unix.TCP_KEEPINTVL)) * time.Second
	c.Count = get(unix.IPPROTO_TCP, unix.TCP_KEEPCNT)
	return c
}

// keepAliveOf returns the settings of a connection of package net.
func keepAliveOf(t *testing.T, c net.Conn) (config net.KeepAliveConfig) {
	t.Helper()
	raw, err := c.(syscall.Conn).SyscallConn()
	check(t, err)
	check(t, raw.Control(func(fd uintptr) { config = keepAlive(t, int(fd)) }))
	return config
}

// TestKeepAliveDefaults: connections that were dialed or accepted have the keep-alive of package net,
// and adopted ones what they had.
func TestKeepAliveDefaults(t *testing.T) {
	accepted, dialed := pair(t, "tcp", "127.0.0.1:0")
	defer accepted.Close()
	wantAccepted, wantDialed := keepAliveOf(t, accepted), keepAliveOf(t, dialed)
	equal(t, "enabled by package net", wantDialed.Enable, true)

	l := running(t)
	configs := make(chan net.KeepAliveConfig, 1)
	report := func(c *stream.Conn) { configs <- keepAlive(t, stream.FD(c)) }
	listener := serve(t, l, "tcp", report)
	connect(t, listener)
	equal(t, "accepted", <-configs, wantAccepted)
	connectTLS(t, serveTLS(t, l, serverConfig(t), nil, report), clientConfig())
	equal(t, "accepted with TLS", <-configs, wantAccepted)
	group, err := stream.ListenGroup(runningGroup(t, 2), "tcp", "127.0.0.1:0", report)
	check(t, err)
	peer, err := net.Dial("tcp", group.Addr().String())
	check(t, err)
	defer peer.Close()
	equal(t, "accepted by a group", <-configs, wantAccepted)

	var got net.KeepAliveConfig
	dialedBy(t, func(address string) error {
		return dial(t, l, "tcp", address, 0, func(c *stream.Conn) { got = keepAlive(t, stream.FD(c)) })
	})
	equal(t, "dialed", got, wantDialed)

	own := net.KeepAliveConfig{Enable: true, Idle: 100 * time.Second, Interval: 7 * time.Second, Count: 3}
	check(t, accepted.(*net.TCPConn).SetKeepAliveConfig(own))
	check(t, stream.AdoptConn(l, accepted, func(c *stream.Conn, err error) {
		check(t, err)
		report(c)
	}))
	equal(t, "adopted", <-configs, own)
}

// TestSetKeepAliveConfig: the settings change as those of a *net.TCPConn do.
func TestSetKeepAliveConfig(t *testing.T) {
	reference, _ := pair(t, "tcp", "127.0.0.1:0")
	defer reference.Close()
	l := running(t)
	conns := make(chan *stream.Conn, 1)
	connect(t, serve(t, l, "tcp", func(c *stream.Conn) { conns <- c }))
	c := <-conns
	for _, config := range []net.KeepAliveConfig{
		{Enable: true, Idle: time.Minute, Interval: 30 * time.Second, Count: 4},
		{Enable: true, Idle: 1500 * time.Millisecond, Interval: 1, Count: 1}, // rounded up
		{Enable: true, Idle: -1, Interval: -1, Count: -1},                    // as it is
		{Enable: true}, // the defaults
		{Enable: true, Idle: 2 * time.Second, Interval: -1},
		{},
		{Enable: true, Idle: -1, Interval: -1, Count: -1},
	} {
		t.Run(fmt.Sprint(config), func(t *testing.T) {
			check(t, reference.(*net.TCPConn).SetKeepAliveConfig(config))
			want := keepAliveOf(t, reference)
			on(t, l, func() {
				check(t, c.SetKeepAliveConfig(config))
				equal(t, "keep-alive", keepAlive(t, stream.FD(c)), want)
			})
		})
	}
	on(t, l, func() {
		for _, refused := range []net.KeepAliveConfig{
			{Enable: true, Idle: math.MaxInt64},
			{Enable: true, Interval: math.MaxInt64},
			{Enable: true, Count: math.MaxInt32},
		} {
			err := c.SetKeepAliveConfig(refused)
			if operation, ok := errors.AsType[*net.OpError](err); !ok || operation.Op != "setsockopt" {
				t.Errorf("%v: %v", refused, err)
			}
		}
	})
	matches(t, c.SetKeepAliveConfig(net.KeepAliveConfig{}), wakeful.ErrNotOnLoop)
	on(t, l, func() {
		check(t, c.Close())
		matches(t, c.SetKeepAliveConfig(net.KeepAliveConfig{}), stream.ErrClosed)
	})
	connect(t, serve(t, l, "unix", func(c *stream.Conn) { conns <- c }))
	c = <-conns
	on(t, l, func() { check(t, c.SetKeepAliveConfig(net.KeepAliveConfig{Enable: true})) })
}
