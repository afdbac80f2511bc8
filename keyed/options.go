package keyed

import (
	"context"
	"fmt"
	"time"

	"github.com/wakeful-go/wakeful"
)

// An Option changes how Consume makes a consumer. The functions of this package make options. For
// an invalid value, and for the zero Option, Consume returns an error that matches
// wakeful.ErrInvalidOption.
type Option struct{ apply func(*settings) error }

type settings struct {
	inFlight      int
	revokeLimit   time.Duration
	ackInterval   time.Duration
	attempts      int
	shortestPause time.Duration
	longestPause  time.Duration
	deadLetter    func(context.Context, Record, error) error
	load          any // func(context.Context, K) (S, error)
	codec, timer  any // codec[S] and timer[S], nil if not set
	ttl           time.Duration
	batchLimit    int // 0 if WithBatch was not given
	batchWait     time.Duration
	onError       func(error) // nil: see failures.go
}

func defaults() settings {
	return settings{
		inFlight: 1024, revokeLimit: 5 * time.Second, ackInterval: time.Second,
		shortestPause: 100 * time.Millisecond, longestPause: 30 * time.Second,
	}
}

func invalid(option string, value any, want string) error {
	return fmt.Errorf("%w: keyed.%s(%v): %s", wakeful.ErrInvalidOption, option, value, want)
}

// WithMaxInFlight sets how many records may be delivered and not acknowledged. Beyond that the
// source waits. A record counts until everything before it in its partition is finished and the
// engine has the acknowledgement, so a crash redelivers at most this many. The default is 1024. It
// must be positive. More costs memory and saves acknowledgements: a quarter of the limit, or a
// sixteenth while the source waits, is acknowledged at once, without waiting for
// WithAcknowledgeInterval.
func WithMaxInFlight(n int) Option {
	return Option{func(s *settings) error {
		if n < 1 {
			return invalid("WithMaxInFlight", n, "at least one record is needed")
		}
		s.inFlight = n
		return nil
	}}
}

// WithRevokeTimeout sets how long a partition that is revoked waits for the handlers that run. Then
// they are abandoned: what they still do has no effect on the consumer, and the next owner gets
// their records. The default is 5 s. 0 waits for nothing.
func WithRevokeTimeout(d time.Duration) Option {
	return Option{func(s *settings) error {
		if d < 0 {
			return invalid("WithRevokeTimeout", d, "want a duration that is not negative")
		}
		s.revokeLimit = d
		return nil
	}}
}

// WithAcknowledgeInterval sets how often finished records are acknowledged. The default is 1 s. It
// is also done earlier, see WithMaxInFlight.
func WithAcknowledgeInterval(d time.Duration) Option {
	return Option{func(s *settings) error {
		if d <= 0 {
			return invalid("WithAcknowledgeInterval", d, "it must be positive")
		}
		s.ackInterval = d
		return nil
	}}
}

// WithBackoff sets the pause before a failed record runs again: the shortest, which doubles with
// each attempt, and the longest. The defaults are 100 ms and 30 s.
func WithBackoff(shortest, longest time.Duration) Option {
	return Option{func(s *settings) error {
		if shortest <= 0 || longest < shortest {
			return invalid("WithBackoff", fmt.Sprintf("%v, %v", shortest, longest), "want 0 < shortest <= longest")
		}
		s.shortestPause, s.longestPause = shortest, longest
		return nil
	}}
}

// WithDeadLetter gives a record whose handler has failed the given number of times to fn, with the
// last error. If fn returns nil, the record is finished. Otherwise fn gets it again after a pause.
// It runs on a goroutine of its own. A panic counts as an error. Without this option a record is
// tried for ever, and it holds back the acknowledgements of its partition: in the end the source
// waits.
func WithDeadLetter(attempts int, fn func(ctx context.Context, r Record, err error) error) Option {
	return Option{func(s *settings) error {
		if attempts < 1 || fn == nil {
			return invalid("WithDeadLetter", attempts, "it needs a positive number of attempts and a function")
		}
		s.attempts, s.deadLetter = attempts, fn
		return nil
	}}
}

// WithLoad sets the function that loads the state of a key before its first record runs. It runs on
// a goroutine of its own. An error or a panic goes to the function of WithErrorHandler, and the
// state is loaded again after a pause. Consume returns an error that matches
// wakeful.ErrInvalidOption if its K and S are others.
func WithLoad[K comparable, S any](fn func(ctx context.Context, key K) (S, error)) Option {
	return Option{func(s *settings) error {
		if fn == nil {
			return invalid("WithLoad", "nil", "leave the option out to begin with the zero value")
		}
		s.load = fn
		return nil
	}}
}

// WithBatch sets how many records ConsumeBatches gives to a handler at most, and how long the first of
// them waits for more. A batch begins when limit records wait, or when wait has passed since its first
// record arrived, also in Drain. The defaults are 100 and 0: a batch has the records that wait
// already. Records that wait are in flight: if WithMaxInFlight is reached, the source waits too. Consume
// returns an error that matches wakeful.ErrInvalidOption if it gets this option.
func WithBatch(limit int, wait time.Duration) Option {
	return Option{func(s *settings) error {
		if limit < 1 || wait < 0 {
			return invalid("WithBatch", fmt.Sprintf("%d, %v", limit, wait), "want at least one record, and a duration that is not negative")
		}
		s.batchLimit, s.batchWait = limit, wait
		return nil
	}}
}

// WithErrorHandler sets a function that gets the errors after which the consumer goes on: those of
// acknowledgements, of WithLoad, of WithDeadLetter and of WithTimer, which are repeated, and those that
// the source reports. It gets each of them. The default logs, for each of these five causes, when it
// begins to fail and when it works again. Metrics counts them. Any goroutine may call it.
func WithErrorHandler(fn func(error)) Option {
	return Option{func(s *settings) error {
		if fn == nil {
			return invalid("WithErrorHandler", "nil", "leave the option out to have errors logged")
		}
		s.onError = fn
		return nil
	}}
}
