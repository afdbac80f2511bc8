package world_test

import (
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/tournament/peers"
	"github.com/wakeful-go/wakeful/tournament/world"
	"github.com/wakeful-go/wakeful/tournament/world/peer"
)

func TestOwnPeer(t *testing.T) {
	for _, name := range []string{"wakeful", "handwritten", "netpoll"} {
		if p, err := world.OwnPeer(name, peers.Entries()); err != nil || p.Name != name {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
	if _, err := world.OwnPeer("libuv", peers.Entries()); err == nil {
		t.Error("a peer that is a program of its own is found in this one")
	}
}

// The handwritten control keeps the order, runs its timers on the loop, and after its end rejects
// tasks that it will not run.
func TestTheLoopByHand(t *testing.T) {
	p, err := world.OwnPeer(world.Handwritten, peers.Entries())
	if err != nil {
		t.Fatal(err)
	}
	l, err := p.NewLoop()
	if err != nil {
		t.Fatal(err)
	}
	timers := l.(peer.Timers)
	var ran []int
	for i := range 100 {
		if err := l.Submit(func() { ran = append(ran, i) }); err != nil {
			t.Fatal(err)
		}
	}
	fired := make(chan struct{})
	if _, err := timers.After(time.Nanosecond, func() { close(fired) }); err != nil {
		t.Fatal(err)
	}
	stop, err := timers.After(time.Hour, func() { t.Error("a timer that was stopped fired") })
	if err != nil || !stop() {
		t.Errorf("a timer of an hour cannot be stopped: %v", err)
	}
	<-fired
	if err := l.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i, v := range ran {
		if i != v {
			t.Fatalf("task %d ran in the place of task %d", v, i)
		}
	}
	if len(ran) != 100 {
		t.Errorf("%d of 100 tasks ran", len(ran))
	}
	if err := l.Submit(func() {}); err == nil {
		t.Error("a task is accepted after the end")
	}
}
