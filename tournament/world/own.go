package world

import (
	"fmt"
	"runtime"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/peers"
	"github.com/wakeful-go/wakeful/tournament/world/peer"
)

// This file has the peers that are written in Go and need no separate build: the project's loop, a
// handwritten loop, and netpoll. The program that contains the package serves them in processes, like
// every other peer.

// OwnPeer returns the peer with that name.
func OwnPeer(name string) (peer.Peer, error) {
	switch name {
	case "wakeful":
		return wakefulPeer(), nil
	case "handwritten":
		return handwrittenPeer(), nil
	case "netpoll":
		return netpollPeer(), nil
	}
	return peer.Peer{}, fmt.Errorf("there is no peer %q in this program; there are wakeful, handwritten and netpoll", name)
}

// absentHere returns the reason why a peer of this program cannot run on this system, or "".
func absentHere(name string) string {
	if err := peers.Absent()[name]; err != nil {
		return err.Error()
	}
	return ""
}

func wakefulPeer() peer.Peer {
	return peer.Peer{
		Name: "wakeful", Version: runtime.Version(), Spins: true, Echo: echo("wakeful"),
		NewLoop: func(spin bool) (peer.Loop, error) {
			strategy := wakeful.Block()
			if spin {
				strategy = wakeful.Spin()
			}
			loop, err := wakeful.New(wakeful.WithWaitStrategy(strategy))
			if err != nil {
				return nil, err
			}
			return wakefulLoop{loop, peer.AsServer(loop.Run, loop.Shutdown)}, nil
		},
	}
}

type wakefulLoop struct {
	loop *wakeful.Loop
	stop func() error
}

func (l wakefulLoop) Submit(task func()) error { return l.loop.Submit(task) }
func (l wakefulLoop) Close() error             { return l.stop() }

func (l wakefulLoop) AfterFunc(d time.Duration, fn func()) (func() bool, error) {
	timer, err := l.loop.AfterFunc(d, fn)
	if err != nil {
		return nil, err
	}
	return timer.Stop, nil
}

// netpollPeer only serves connections, because netpoll does not run functions.
func netpollPeer() peer.Peer {
	return peer.Peer{Name: "netpoll", Version: runtime.Version(), Echo: echo("netpoll")}
}

// echo is the server of a tournament contestant.
func echo(name string) func() (string, func() error, error) {
	return func() (string, func() error, error) {
		for _, e := range peers.Entries() {
			if e.Name == name && e.Can.Has(contest.Echoes) && e.NewServer != nil {
				server, err := e.NewServer()
				if err != nil {
					return "", nil, err
				}
				return server.Address(), server.Close, nil
			}
		}
		return "", nil, fmt.Errorf("%s has no server on this system", name)
	}
}
