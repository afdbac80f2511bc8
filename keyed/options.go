package keyed

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/wakeful-go/wakeful"
)

// An Option changes how Consume makes a consumer. For an invalid value, Consume returns an error
// that matches wakeful.ErrInvalidOption and names the option.
type Option func(*settings) error

type settings struct {
	inFlight      int
	revokeLimit   time.Duration
	ackInterval   time.Duration
	attempts      int
	shortestPause time.Duration
	longestPause  time.Duration
	deadLetter    func(context.Context, Record, error) error
	load          any // func(context.Context, K) (S, error)
	onError       func(error)
}

func defaults() settings {
	return settings{
		inFlight: 1024, revokeLimit: 5 * time.Second, ackInterval: time.Second,
		shortestPause: 100 * time.Millisecond, longestPause: 30 * time.Second,
		onError: func(err error) { slog.Error("keyed: the consumer goes on", "error", err) },
	}
}

func invalid(option string, value any, want string) error {
	return fmt.Errorf("%w: keyed.%s(%v): %s", wakeful.ErrInvalidOption, option, value, want)
}

// InFlight sets how many records may be delivered and not acknowledged. Beyond that the source
// waits. A record counts until everything before it in its partition is finished and the engine has
// the acknowledgement, so a crash redelivers at most this many. The default is 1024. It must be
// positive. More costs memory and saves acknowledgements: a quarter of the limit, or a sixteenth while
// the source waits, is acknowledged at once, without waiting for AcknowledgeEvery.
func InFlight(n int) Option {
	return func(s *settings) error {
		if n < 1 {
			return invalid("InFlight", n, "at least one record is needed")
		}
		s.inFlight = n
		return nil
	}
}

// RevokeLimit sets how long a partition that is revoked waits for the handlers that run. Then they
// are abandoned: what they still do has no effect on the consumer, and the next owner gets their
// records. The default is 5 s. 0 waits for nothing.
func RevokeLimit(d time.Duration) Option {
	return func(s *settings) error {
		if d < 0 {
			return invalid("RevokeLimit", d, "want a duration that is not negative")
		}
		s.revokeLimit = d
		return nil
	}
}

// AcknowledgeEvery sets how often finished records are acknowledged. The default is 1 s. It is also
// done earlier, see InFlight.
func AcknowledgeEvery(d time.Duration) Option {
	return func(s *settings) error {
		if d <= 0 {
			return invalid("AcknowledgeEvery", d, "it must be positive")
		}
		s.ackInterval = d
		return nil
	}
}

// Backoff sets the pause before a failed record runs again: the shortest, which doubles with each
// attempt, and the longest. The defaults are 100 ms and 30 s.
func Backoff(shortest, longest time.Duration) Option {
	return func(s *settings) error {
		if shortest <= 0 || longest < shortest {
			return invalid("Backoff", fmt.Sprintf("%v, %v", shortest, longest), "want 0 < shortest <= longest")
		}
		s.shortestPause, s.longestPause = shortest, longest
		return nil
	}
}

// DeadLetter gives a record whose handler has failed the given number of times to fn, with the last
// error. If fn returns nil, the record is finished. Otherwise fn gets it again after a pause. It
// runs on a goroutine of its own. A panic counts as an error. Without this option a record is tried
// for ever, and it holds back the acknowledgements of its partition: in the end the source waits.
func DeadLetter(attempts int, fn func(ctx context.Context, r Record, err error) error) Option {
	return func(s *settings) error {
		if attempts < 1 || fn == nil {
			return invalid("DeadLetter", attempts, "it needs a positive number of attempts and a function")
		}
		s.attempts, s.deadLetter = attempts, fn
		return nil
	}
}

// Load sets the function that loads the state of a key before its first record runs. It runs on a
// goroutine of its own. An error or a panic goes to the function of OnError, and the state is loaded
// again after a pause. K and S must be those of Consume.
func Load[K comparable, S any](fn func(ctx context.Context, key K) (S, error)) Option {
	return func(s *settings) error {
		if fn == nil {
			return invalid("Load", "nil", "leave the option out to begin with the zero value")
		}
		s.load = fn
		return nil
	}
}

// OnError sets a function that gets the errors after which the consumer goes on: those of
// acknowledgements, of Load and of DeadLetter, which are repeated, and those that the source
// reports. The default logs them. Any goroutine may call it.
func OnError(fn func(error)) Option {
	return func(s *settings) error {
		if fn == nil {
			return invalid("OnError", "nil", "leave the option out to have errors logged")
		}
		s.onError = fn
		return nil
	}
}
