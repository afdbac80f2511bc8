package peers

import (
	"errors"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

var gnetEntry = contest.Entry{
	Name:      "gnet",
	Kind:      contest.Peer,
	Summary:   "gnet v2: one event loop that blocks in epoll or kqueue, reads and calls the handler. It has no timers and runs no submitted functions in order.",
	Can:       contest.Echoes,
	NewServer: newGnetServer,
}

var errNoGnet = errors.New("peers: gnet's listener is read for its port, which works on Linux, macOS and the BSDs only")
