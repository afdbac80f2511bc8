package keyednats_test

import (
	"context"
	"iter"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/keyednats"
)

// stalled is a server that does not answer any more after some time. Another process, which is gone, has
// the leases of all partitions but the first. What the source does not call is nil.
type stalled struct {
	jetstream.JetStream
	after   time.Time
	renewed time.Time // when the lease of the first partition was renewed last
	first   atomic.Bool
}

func (s *stalled) CreateOrUpdateKeyValue(context.Context, jetstream.KeyValueConfig) (jetstream.KeyValue, error) {
	return stalledBucket{stalled: s}, nil
}

func (s *stalled) CreateOrUpdateConsumer(context.Context, string, jetstream.ConsumerConfig) (jetstream.Consumer, error) {
	return silent{}, nil
}

func (s *stalled) ResetConsumer(context.Context, string, string) (*jetstream.ConsumerResetResponse, error) {
	return nil, nil
}

// silent is a consumer without messages.
type silent struct{ jetstream.Consumer }

func (silent) Consume(jetstream.MessageHandler, ...jetstream.PullConsumeOpt) (jetstream.ConsumeContext, error) {
	return consuming{}, nil
}

type consuming struct{ jetstream.ConsumeContext }

func (consuming) Closed() <-chan struct{} { return nil }
func (consuming) Stop()                   {}

type stalledBucket struct {
	jetstream.KeyValue
	*stalled
}

// answer waits for the end of ctx when the server is silent.
func (s *stalled) answer(ctx context.Context) error {
	if time.Now().Before(s.after) {
		return nil
	}
	<-ctx.Done()
	return ctx.Err()
}

func (s stalledBucket) WatchAll(context.Context, ...jetstream.WatchOpt) (jetstream.KeyWatcher, error) {
	w := watcher{make(chan jetstream.KeyValueEntry, 1)}
	w.updates <- nil
	return w, nil
}

type watcher struct{ updates chan jetstream.KeyValueEntry }

func (w watcher) Updates() <-chan jetstream.KeyValueEntry { return w.updates }
func (w watcher) Stop() error                             { return nil }

func (s stalledBucket) PutString(ctx context.Context, _, _ string) (uint64, error) {
	return 1, s.answer(ctx)
}

func (s stalledBucket) Create(ctx context.Context, key string, _ []byte, _ ...jetstream.KVCreateOpt) (uint64, error) {
	if err := s.answer(ctx); err != nil {
		return 0, err
	}
	if key != "partition.0" || s.first.Swap(true) {
		return 0, jetstream.ErrKeyExists
	}
	return 1, nil
}

func (s stalledBucket) Update(ctx context.Context, _ string, _ []byte, revision uint64) (uint64, error) {
	began := time.Now()
	err := s.answer(ctx)
	if err == nil {
		s.renewed = began
	}
	return revision + 1, err
}

func (s stalledBucket) Delete(context.Context, string, ...jetstream.KVDeleteOpt) error { return nil }

// losses are a Sink and its only Assignment. They note when it was lost.
type losses struct{ lost chan time.Time }

func (l losses) Assign(keyed.Partition) keyed.Assignment                      { return l }
func (l losses) Report(string, error)                                         {}
func (l losses) Deliver(context.Context, keyed.Records) error                 { return nil }
func (l losses) Revoke(context.Context)                                       {}
func (l losses) Restore(context.Context, iter.Seq2[keyed.State, error]) error { return nil }

func (l losses) Lose() {
	select {
	case l.lost <- time.Now():
	default: // only the first counts
	}
}

// TestLeaseEndsWhileServerIsSilent: a process loses its partitions before their leases expire, although
// it waits for the answers to several other requests at that time.
func TestLeaseEndsWhileServerIsSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := config()
		c.Lease = 6 * time.Second
		s := &stalled{after: time.Now().Add(10 * time.Second)}
		source, err := keyednats.New(s, c)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		l := losses{make(chan time.Time, 1)}
		go func() { ended <- source.Run(ctx, l) }()
		lost := <-l.lost
		if since := lost.Sub(s.renewed); since > c.Lease {
			t.Errorf("the partition is lost %v after its last renewal, and the lease is %v", since, c.Lease)
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if err := source.Close(); err != nil {
			t.Error(err)
		}
	})
}
