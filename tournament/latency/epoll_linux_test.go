package latency

import (
	"encoding/binary"
	"testing"

	"golang.org/x/sys/unix"
)

// A receiver of events ends although the count has a message that it has not read.
func TestEndOfEventsWithAMessage(t *testing.T) {
	epoll, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(epoll)
	event, err := unix.Eventfd(0, unix.EFD_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(event)
	if err := unix.EpollCtl(epoll, unix.EPOLL_CTL_ADD, event, &unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(event)}); err != nil {
		t.Fatal(err)
	}
	for _, number := range []uint64{7, endMessage} {
		if _, err := eventfd(event).Write(binary.NativeEndian.AppendUint64(nil, number)); err != nil {
			t.Fatal(err)
		}
	}
	arrived := func(number uint64) {
		t.Errorf("message %d arrived", number)
		_, _ = eventfd(event).Write(binary.NativeEndian.AppendUint64(nil, endMessage)) // so that this test ends
	}
	if err := receiveEvents(epoll, event, forever, arrived); err != nil {
		t.Error(err)
	}
}
