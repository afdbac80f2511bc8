package sim

import "github.com/wakeful-go/wakeful/internal/poll"

// kernel tells a loop which sockets are ready, in an order that the seed decides. It behaves like
// epoll.
type kernel struct {
	loop    *loop
	ready   []*socket
	reports []poll.Report // of the last Collect
}

var _ poll.Kernel = (*kernel)(nil)

// Add implements poll.Kernel.
func (k *kernel) Add(fd int, generation uint32, events poll.Events, mode poll.Mode) bool {
	s := (&sockets{k.loop.machine, k.loop}).socket(fd)
	if s == nil {
		return false
	}
	s.unwatch()
	s.kernel, s.generation, s.wanted, s.mode = k, generation, events, mode
	s.changed(s.readiness())
	return true
}

// Modify implements poll.Kernel.
func (k *kernel) Modify(fd int, generation uint32, events poll.Events, mode poll.Mode) bool {
	s := (&sockets{k.loop.machine, k.loop}).socket(fd)
	if s == nil || s.kernel != k {
		return false
	}
	s.generation, s.wanted, s.mode = generation, events, mode
	s.changed(s.readiness())
	return true
}

// Remove implements poll.Kernel.
func (k *kernel) Remove(fd int) {
	if s := (&sockets{k.loop.machine, k.loop}).socket(fd); s != nil && s.kernel == k {
		k.drop(s)
	}
}

// Collect implements poll.Kernel.
func (k *kernel) Collect(room int) []poll.Report {
	if len(k.ready) == 0 {
		return nil
	}
	k.reports = k.reports[:0]
	if len(k.ready) > 1 {
		k.loop.machine.world.schedule.Shuffle(len(k.ready), func(i, j int) { k.ready[i], k.ready[j] = k.ready[j], k.ready[i] })
	}
	all := k.ready
	n := min(room, len(all))
	keep := all[:0]
	for _, s := range all[:n] {
		events := s.readiness() & (s.wanted | poll.Hangup | poll.Error)
		if s.queued = events != 0 && s.mode == 0; s.queued {
			keep = append(keep, s) // level-triggered: as long as it is ready
		}
		if events != 0 {
			k.reports = append(k.reports, poll.Report{FD: s.fd, Generation: s.generation, Events: events})
			if s.mode&poll.OneShot != 0 {
				s.kernel = nil
			}
		}
	}
	k.ready = append(keep, all[n:]...)
	return k.reports
}

func (k *kernel) add(s *socket) {
	s.queued = true
	k.ready = append(k.ready, s)
	k.loop.machine.world.makeReady(k.loop)
}

// drop ends the watch of a socket.
func (k *kernel) drop(s *socket) {
	if s.queued {
		k.ready = remove(k.ready, s)
	}
	s.kernel, s.queued = nil, false
}
