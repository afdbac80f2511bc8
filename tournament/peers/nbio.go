package peers

import (
	"fmt"

	"github.com/lesismal/nbio"
	"github.com/lesismal/nbio/logging"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

var nbioEntry = contest.Entry{
	Name:      "nbio",
	Kind:      contest.Peer,
	Summary:   "nbio: pollers that block in epoll or kqueue, read and call the handler, one for four processors. It is no loop.",
	Can:       contest.Echoes,
	NewServer: newNbioServer,
}

type nbioServer struct{ engine *nbio.Engine }

func newNbioServer() (contest.Server, error) {
	logging.SetLevel(logging.LevelError)
	s := nbioServer{nbio.NewEngine(nbio.Config{Network: "tcp", Addrs: []string{echoAddress}})}
	s.engine.OnData(func(c *nbio.Conn, request []byte) { _, _ = c.Write(request) }) // an error ends the connection
	if err := s.engine.Start(); err != nil {
		return nil, fmt.Errorf("peers: nbio: %w", err)
	}
	return s, nil
}

func (s nbioServer) Address() string { return s.engine.Addrs[0] } // Start has set the port

func (s nbioServer) Close() error {
	s.engine.Stop()
	return nil
}
