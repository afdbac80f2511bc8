package wakeful

import "github.com/wakeful-go/wakeful/internal/poll"

// An FDOption changes how RegisterFD watches a descriptor.
type FDOption struct{ mode poll.Mode }

// WithEdgeTriggered makes the loop call the function only when something has changed since the last
// call. The function must read or write until the kernel returns EAGAIN, because data that it
// leaves is not reported again until more arrives. Modify reports current readiness again. Without
// this option a descriptor is level-triggered: the function is called in each turn in which the
// descriptor is ready. It may then process only a part. If it processes nothing, it must stop
// asking for the event, otherwise the loop never parks.
func WithEdgeTriggered() FDOption { return FDOption{poll.Edge} }

// WithOneShot makes the loop call the function once. Then the descriptor is not watched, not even
// for Hangup and EventError, until Modify arms it again. It remains registered.
func WithOneShot() FDOption { return FDOption{poll.OneShot} }

// RegisterFD makes the loop call fn with the events that were found, when the descriptor fd is
// ready for the requested events: Readable, Writable or both. Hangup and EventError are reported
// too, together with the requested events, because the next read or write then returns at once. So
// fn can look only at Readable and Writable without missing anything. With no requested events,
// Linux reports only Hangup and EventError, and kqueue reports nothing.
//
// A turn calls fn at most once, after the priority functions and before the submitted ones. When
// Close has returned on the loop, or before the loop runs, fn is not called again. When Close is
// called elsewhere, one call may just be starting.
//
// The loop gets events through the Go runtime's poller. The runtime polls it when a processor has
// nothing to do, and every 10 ms when all processors are busy. A loop that is never idle polls the
// kernel itself in each turn, but at most about every 25 us. A spinning loop polls it while it
// waits, at most about every 1.5 us. If functions arrive so often that each wait is shorter than
// 0.2 us, it polls every 64 turns.
//
// On Linux this is epoll. On macOS and the BSDs it is kqueue, which was compiled but never run.
//
// # The descriptor
//
// The caller owns the descriptor, makes it non-blocking, reads, writes and closes it. The loop does
// none of that. Close the registration first and then the descriptor. In the other order the
// registration has no descriptor and only keeps an auto-exit loop running, until it is closed, or
// until the number is registered again, which closes it. fn gets no event of the number's next
// owner. However, if the file stays open under another number (dup) or in another process, Linux
// keeps watching it until it is closed there too. The loop cannot stop that:
//
//   - While the registration is open, fn is still called for the file's events. fn cannot read the
//     file any more, so a level-triggered file stays ready. The loop asks the kernel after 256
//     turns, finds that the number no longer belongs to the file, and stops calling fn.
//   - After the registration was closed, nothing is called. The loop wakes when the file becomes
//     ready again, drops the event and parks. It does not spin.
//
// Duplicates of a descriptor can be registered too. Regular files cannot be watched, because they
// are always ready. Read them on a goroutine. Descriptors of Go's os and net packages are best read
// with those packages.
//
// # Errors
//
// ErrNilFunc; ErrClosed when the loop is ending; ErrRegistered if fd is already registered with
// this loop; ErrInvalidOption for unknown bits in events or the zero option; errors.ErrUnsupported
// on systems without epoll and kqueue; and the kernel's errors: EBADF for a descriptor that is not
// open, EPERM for a regular file, EMFILE when the first registration cannot open the loop's own
// poller, ENOSPC beyond the kernel's limit. Match them with errors.Is. After an error nothing is
// registered.
//
// # The end
//
// When the loop starts to end (Shutdown, Close, the end of Run's context) no fn is called any more.
// When it has stopped, all registrations and the loop's poller are closed. The descriptors stay
// open. A loop with a registration uses a descriptor until then, and may use a goroutine, so close
// a loop that never runs. In a testing/synctest bubble a goroutine that waits for descriptors is
// not durably blocked, so fake time stands still from the first registration to the loop's end.
func (l *Loop) RegisterFD(fd int, events Events, fn func(Events), options ...FDOption) (*FDRegistration, error) {
	if fn == nil {
		return nil, ErrNilFunc
	}
	var mode poll.Mode
	for _, option := range options {
		if option.mode == 0 {
			return nil, invalidZero("RegisterFD")
		}
		mode |= option.mode
	}
	wanted, err := checkEvents("RegisterFD", events)
	if err != nil {
		return nil, err
	}
	r := &FDRegistration{descriptors: &l.descriptors, fn: fn, fd: fd, origin: l.observation.origins.caller()}
	if err := l.descriptors.add(r, wanted, mode); err != nil {
		return nil, err
	}
	return r, nil
}
