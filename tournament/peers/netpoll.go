package peers

import (
	"errors"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

var netpollEntry = contest.Entry{
	Name:      "netpoll",
	Kind:      contest.Peer,
	Summary:   "CloudWeGo's netpoll: pollers of its own, which block in epoll or kqueue and read, and a goroutine for each request. It is no loop.",
	Can:       contest.Echoes,
	NewServer: newNetpollServer,
}

var errNoNetpoll = errors.New("peers: netpoll is for macOS, and for Linux on amd64, arm64 and loong64")
