//go:build !linux

package designs

// This file is for systems without epoll. There the two-tier designs always sleep on the
// channel, and the poller designs are left out with the reason ErrNoPoller.

func newPoller() (poller, error) { return nil, ErrNoPoller }

const hasPoller = false
