//go:build !linux && !darwin && !dragonfly && !freebsd && !netbsd && !openbsd

package peers

const hasPoller = false

type poller struct{}

func newPoller(int) (*poller, error) { return nil, errNoPoller }
func (*poller) wait()                {}
func (*poller) close()               {}
