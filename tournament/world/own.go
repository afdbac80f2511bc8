package world

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/world/peer"
)

// This file has the peers that are contestants of the tournament: the project's loop, a loop by hand,
// and netpoll. The program that contains them serves them in processes, like every other peer.

// ownPeers has the contestant that each of them is, and the one whose loop spins.
var ownPeers = map[string]struct{ contestant, spinning string }{
	Ours:        {"wakeful", "wakeful-spin"},
	Handwritten: {"slice", ""},
	"netpoll":   {"netpoll", ""},
}

// OwnPeer returns the peer with that name. Among are the contestants of the tournament that this system
// can run.
func OwnPeer(name string, among []contest.Entry) (peer.Peer, error) {
	own, ok := ownPeers[name]
	if !ok {
		return peer.Peer{}, fmt.Errorf("there is no peer %q in this program; there are wakeful, handwritten and netpoll", name)
	}
	p := peer.Peer{Name: name, Version: runtime.Version()}
	for _, e := range among {
		switch e.Name {
		case own.contestant:
			if e.Can.Has(contest.Loops) {
				p.NewLoop = running(e)
			}
			if e.Can.Has(contest.Echoes) {
				p.Echo = func() (peer.Server, error) { return e.NewServer() }
			}
		case own.spinning:
			p.NewSpinning = running(e)
		}
	}
	return p, nil
}

// running returns what makes a contestant's loop and runs it.
func running(e contest.Entry) func() (peer.Loop, error) {
	return func() (peer.Loop, error) {
		loop, err := e.New()
		if err != nil {
			return nil, err
		}
		go func() {
			if err := loop.Run(context.Background()); err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
		}()
		if !e.Can.Has(contest.Timers) {
			return runtimeTimers{loop}, nil
		}
		return loop, nil
	}
}

// runtimeTimers is a loop without timers, with those of the runtime, as such a loop would use.
type runtimeTimers struct{ contest.Loop }

// After submits fn when the runtime's timer fires. Such a loop cannot remove a function from its queue,
// so stop has the limits of the runtime's Stop.
func (l runtimeTimers) After(d time.Duration, fn func()) (stop func() bool, err error) {
	timer := time.AfterFunc(d, func() { _ = l.Submit(fn) }) // after the end nobody waits for it
	return timer.Stop, nil
}
