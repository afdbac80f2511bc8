package franz_test

import (
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/franz"
	"github.com/wakeful-go/wakeful/keyed/internal/chaos"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// serve starts a broker with a topic of four partitions, and a client that produces to it.
func serve(t *testing.T) (*kfake.Cluster, *kgo.Client) {
	t.Helper()
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(4, "log"),
		kfake.BrokerConfigs(map[string]string{"group.min.session.timeout.ms": "100", "group.initial.rebalance.delay.ms": "0"}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	client, err := kgo.NewClient(kgo.SeedBrokers(cluster.ListenAddrs()...), kgo.DefaultProduceTopic("log"), kgo.ProducerLinger(0))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return cluster, client
}

// join returns the options of a member that notices a rebalance soon.
func join(cluster *kfake.Cluster, link *chaos.Link) []kgo.Opt {
	return []kgo.Opt{
		kgo.SeedBrokers(cluster.ListenAddrs()...), kgo.ConsumeTopics("log"), kgo.ConsumerGroup("test"),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.Dialer(link.Dial),
		kgo.SessionTimeout(time.Second), kgo.HeartbeatInterval(50 * time.Millisecond), kgo.RebalanceTimeout(5 * time.Second),
	}
}

func keyOf(r keyed.Record) string { return string(r.Key) }

// engine starts a broker for package chaos.
func engine(t *testing.T) chaos.Engine {
	cluster, client := serve(t)
	return chaos.Engine{
		Join: func(link *chaos.Link) (keyed.Source, error) { return franz.New(join(cluster, link)...) },
		Produce: func(key string, value []byte) error {
			return client.ProduceSync(t.Context(), &kgo.Record{Key: []byte(key), Value: value}).FirstErr()
		},
		KeyOf: keyOf,
	}
}

// TestChaos: members join, leave, die and stall, and no record is lost or out of order.
func TestChaos(t *testing.T) { chaos.Test(t, engine(t)) }

func TestDeadLetters(t *testing.T) { chaos.TestDeadLetters(t, engine(t)) }

func TestPauseAcrossRebalance(t *testing.T) { chaos.TestPauseAcrossRebalance(t, engine(t)) }

func TestSuspended(t *testing.T) { chaos.TestSuspended(t, engine(t)) }
