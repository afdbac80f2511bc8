package stream

// The options of TCP.

import "net"

// SetNoDelay sets whether TCP sends small segments at once, which is the default, or waits to fill
// them (Nagle's algorithm). Unix connections ignore it.
func (c *Conn) SetNoDelay(on bool) error {
	if err := c.usable(); err != nil {
		return err
	}
	if c.remote.network == "unix" || c.drainer != nil || c.set.sockets.simulated != nil { // a drainer writes whole blocks
		return nil
	}
	if err := setNoDelay(c.fd, on); err != nil {
		return opError("setsockopt", c.remote.network, nil, c.remote.addr(), err)
	}
	return nil
}

// SetKeepAliveConfig changes the keep-alive of TCP, with which the kernel finds out that a silent
// peer is gone. Then the connection ends with an error that matches syscall.ETIMEDOUT. Connections
// that were dialed or accepted begin with the defaults of package net: it is on, with a first probe
// after 15 seconds of silence, 15 seconds between probes, and 9 probes. An adopted connection keeps
// what it has.
//
// As in package net, times are rounded up to seconds, zero values mean these defaults, and negative
// ones leave a value as it is. Values that the kernel refuses are an error, such as a Count above 127
// on Linux. Where a socket has no times of its own (OpenBSD), the error matches
// errors.ErrUnsupported unless all are negative. Unix connections ignore it.
func (c *Conn) SetKeepAliveConfig(config net.KeepAliveConfig) error {
	if err := c.usable(); err != nil {
		return err
	}
	if c.remote.network == "unix" || c.drainer != nil || c.set.sockets.simulated != nil { // the context of Shutdown limits it
		return nil
	}
	if err := setKeepAlive(c.fd, config); err != nil {
		return opError("setsockopt", c.remote.network, nil, c.remote.addr(), err)
	}
	return nil
}
