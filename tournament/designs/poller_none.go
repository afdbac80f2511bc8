//go:build !(linux || darwin || dragonfly || freebsd || netbsd || openbsd)

package designs

// This file owns the absence of a poller. The two-tier designs then sleep on the
// channel alone; the poller designs are left out, with ErrNoPoller as the reason.

func newPoller() (poller, error) { return nil, ErrNoPoller }

const hasPoller = false
