//go:build !(linux || darwin || dragonfly || freebsd || netbsd || openbsd)

package designs

// This file is for systems without a poller. There the two-tier designs always sleep on the
// channel, and the poller designs are left out with the reason ErrNoPoller.

func newPoller() (poller, error) { return nil, ErrNoPoller }

const hasPoller = false
