package peers

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/world"
)

// This file owns the server on libuv: the peer of package world, in a process of its own. Its program is
// compiled once and kept in the user's cache. Each sample has its own process, and a compiler before
// each would heat the machine that is being measured.

var libuvEntry = contest.Entry{
	Name:      "libuv",
	Kind:      contest.Peer,
	Summary:   "libuv, the loop under Node.js, in C: one thread that blocks in the system's poller. In a process of its own, whose memory is not counted.",
	Can:       contest.Echoes,
	NewServer: newLibuvServer,
}

// findLibuv returns the recipe, or the reason why there is no server on libuv. It looks once.
var findLibuv = sync.OnceValues(lookForLibuv)

func lookForLibuv() (world.Recipe, error) {
	recipe, err := world.Find("libuv")
	if err != nil {
		return recipe, err
	}
	if reason := cmp.Or(world.Unusable, recipe.Missing()); reason != "" {
		return recipe, errors.New("peers: " + reason)
	}
	_, err = world.Cache()
	return recipe, err
}

type libuvServer struct {
	process *world.Process
	address string
}

func newLibuvServer() (contest.Server, error) {
	recipe, err := findLibuv()
	if err != nil {
		return nil, err
	}
	cache, err := world.Cache()
	if err != nil {
		return nil, err
	}
	command, err := recipe.Build(context.Background(), cache, func(string) {})
	if err != nil {
		return nil, err
	}
	process, err := world.Start(context.Background(), command, world.Standard.Limit)
	if err != nil {
		return nil, err
	}
	started, err := process.Ask("start workload=echo")
	if err != nil {
		process.Kill()
		return nil, err
	}
	return &libuvServer{process, started["address"]}, nil
}

func (s *libuvServer) Address() string { return s.address }

// CPUTime makes it a contest.SeparateProcess.
func (s *libuvServer) CPUTime() (time.Duration, error) { return s.process.ProcessorTime() }

func (s *libuvServer) Close() error {
	_, err := s.process.Stop()
	return err
}
