package world

import (
	"testing"
	"time"
)

func TestOwnPeer(t *testing.T) {
	for _, name := range []string{"wakeful", "handwritten", "netpoll"} {
		if p, err := OwnPeer(name); err != nil || p.Name != name {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
	if _, err := OwnPeer("libuv"); err == nil {
		t.Error("a peer that is a program of its own is found in this one")
	}
}

// The handwritten control keeps the order, runs its timers on the loop, and after its end rejects
// tasks that it will not run.
func TestTheLoopByHand(t *testing.T) {
	l := newHandwritten()
	var ran []int
	for i := range 100 {
		if err := l.Submit(func() { ran = append(ran, i) }); err != nil {
			t.Fatal(err)
		}
	}
	fired := make(chan struct{})
	if _, err := l.AfterFunc(time.Nanosecond, func() { close(fired) }); err != nil {
		t.Fatal(err)
	}
	stop, err := l.AfterFunc(time.Hour, func() { t.Error("a timer that was stopped fired") })
	if err != nil || !stop() {
		t.Errorf("a timer of an hour cannot be stopped: %v", err)
	}
	<-fired
	if err := l.Close(); err != nil {
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
