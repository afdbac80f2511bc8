package designs

import "time"

// This file owns the channel to sleep on. See waker for who may call what.

// A channelWaker sleeps on a 1-slot channel.
type channelWaker struct {
	slot  chan struct{}
	clock *time.Timer // made by the first wait with a limit
}

func newChannelWaker() *channelWaker { return &channelWaker{slot: make(chan struct{}, 1)} }

func (*channelWaker) choose() tier            { return tierChannel }
func (*channelWaker) stillChosen(t tier) bool { return t == tierChannel }
func (*channelWaker) watching() bool          { return false }
func (*channelWaker) release()                {}

func (w *channelWaker) wait(_ tier, limit time.Duration) []func() {
	switch {
	case limit < 0:
		<-w.slot
		return nil
	case limit == 0:
		select {
		case <-w.slot:
		default:
		}
		return nil
	case w.clock == nil:
		w.clock = time.NewTimer(limit)
	default:
		w.clock.Reset(limit)
	}
	select {
	case <-w.slot:
		w.clock.Stop()
	case <-w.clock.C:
	}
	return nil
}

func (w *channelWaker) signal(tier) {
	select {
	case w.slot <- struct{}{}:
	default: // a pending signal is already there
	}
}
