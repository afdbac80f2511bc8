package keyedkafka_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/internal/chaos"
	"github.com/wakeful-go/wakeful/keyed/internal/kafkaserver"
	"github.com/wakeful-go/wakeful/keyed/keyedkafka"
	"go.uber.org/goleak"
)

// tests are the tests of this package. The broker of WAKEFUL_KAFKA=real ends with them.
type tests struct{ *testing.M }

func (m tests) Run() int {
	code := m.M.Run()
	if realKafka.server != nil {
		realKafka.server.Kill()
		if err := os.RemoveAll(realKafka.dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return code
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(tests{m}) }

// A broker is where a test has its topics.
type broker struct {
	addresses []string
	client    *kgo.Client // produces to topic
	topic     string      // has four partitions
	fake      bool
	cluster   *kfake.Cluster // nil if it is not fake
}

// realKafka is started by the first test that needs it.
var realKafka struct {
	server *kafkaserver.Server
	dir    string
	topics int
}

// serve starts a broker in the process, or uses Kafka if WAKEFUL_KAFKA=real.
func serve(t *testing.T) *broker {
	t.Helper()
	b := &broker{topic: "log"}
	if os.Getenv("WAKEFUL_KAFKA") == "real" {
		b.addresses = startKafka(t)
		realKafka.topics++
		b.topic = fmt.Sprint("log-", realKafka.topics)
	} else {
		cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.BrokerConfigs(map[string]string{
			"group.min.session.timeout.ms": "100", "group.initial.rebalance.delay.ms": "0",
		}))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(cluster.Close)
		b.addresses, b.fake, b.cluster = cluster.ListenAddrs(), true, cluster
	}
	client, err := kgo.NewClient(kgo.SeedBrokers(b.addresses...), kgo.DefaultProduceTopic(b.topic), kgo.ProducerLinger(0))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	b.client = client
	b.create(t, b.topic, 4)
	return b
}

// startKafka starts Kafka once, and returns its address.
func startKafka(t *testing.T) []string {
	t.Helper()
	if realKafka.server == nil {
		if missing := kafkaserver.Missing(); missing != "" {
			t.Skip("NOT RUN: no Kafka: ", missing)
		}
		dir, err := os.MkdirTemp("", "kafka") //nolint:usetesting // all tests use it, and TestMain removes it
		if err != nil {
			t.Fatal(err)
		}
		realKafka.dir = dir
		if realKafka.server, err = kafkaserver.Start(context.Background(), dir); err != nil {
			t.Fatal(err)
		}
	}
	return []string{realKafka.server.Address}
}

// create creates a topic. settings are those of the topic, in pairs of name and value.
func (b *broker) create(t *testing.T, name string, partitions int32, settings ...string) {
	t.Helper()
	request := kmsg.NewPtrCreateTopicsRequest()
	topic := kmsg.NewCreateTopicsRequestTopic()
	topic.Topic, topic.NumPartitions, topic.ReplicationFactor = name, partitions, 1
	for ; len(settings) > 0; settings = settings[2:] {
		one := kmsg.NewCreateTopicsRequestTopicConfig()
		one.Name, one.Value = settings[0], &settings[1]
		topic.Configs = append(topic.Configs, one)
	}
	request.Topics = append(request.Topics, topic)
	response, err := request.RequestWith(t.Context(), b.client)
	if err == nil {
		err = kerr.ErrorForCode(response.Topics[0].ErrorCode)
	}
	if err != nil {
		t.Fatalf("create topic %s: %v", name, err)
	}
}

const session = time.Second

func (b *broker) groupName() string { return "group-" + b.topic }

func clientID(link *chaos.Link) string { return fmt.Sprintf("%p", link) }

// join returns the options of a member that notices a rebalance soon. kgo.RequestTimeoutOverhead is
// for a JoinGroup that the broker in the process does not answer, see expelKilled.
func (b *broker) join(link *chaos.Link) []kgo.Opt {
	return []kgo.Opt{
		kgo.SeedBrokers(b.addresses...), kgo.ConsumeTopics(b.topic), kgo.ConsumerGroup(b.groupName()),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.Dialer(link.Dial),
		kgo.ClientID(clientID(link)), kgo.SessionTimeout(session), kgo.HeartbeatInterval(50 * time.Millisecond), kgo.RebalanceTimeout(5 * time.Second),
		kgo.RequestTimeoutOverhead(2 * time.Second),
	}
}

func keyOf(r keyed.Record) string { return string(r.Key()) }

// engine starts a broker for package chaos.
func engine(t *testing.T) chaos.Engine {
	b := serve(t)
	links := make(chan *chaos.Link)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		b.expelKilled(t, links)
	}()
	t.Cleanup(func() { <-ended }) // the test's context has ended
	return chaos.Engine{
		Join: func(link *chaos.Link) (keyed.Source, error) {
			links <- link
			return keyedkafka.New(b.join(link)...)
		},
		Produce: func(key string, value []byte) error {
			return b.client.ProduceSync(t.Context(), &kgo.Record{Key: []byte(key), Value: value}).FirstErr()
		},
		KeyOf: keyOf,
	}
}

// expelKilled removes members whose link is cut from the group, until the test ends. Kafka does so
// when their session ends. The broker in the process starts no session for a member whose connection
// ended before it could answer JoinGroup: the member would stay, and nobody would read its
// partitions. It never answers the others whose sessions end while they wait for that member either,
// so they must not wait for a whole session.
func (b *broker) expelKilled(t *testing.T, links <-chan *chaos.Link) {
	ticker := time.NewTicker(session / 2)
	defer ticker.Stop()
	var all, cut []*chaos.Link
	for {
		select {
		case <-t.Context().Done():
			return
		case link := <-links:
			all = append(all, link)
			continue
		case <-ticker.C:
		}
		if !b.fake {
			continue
		}
		if err := b.expel(t.Context(), cut); err != nil && t.Context().Err() == nil {
			t.Error(err)
		}
		all = slices.DeleteFunc(all, func(link *chaos.Link) bool {
			if link.IsCut() {
				cut = append(cut, link)
			}
			return link.IsCut()
		})
	}
}

// expel removes the members with links from the group, if they are there.
func (b *broker) expel(ctx context.Context, links []*chaos.Link) error {
	describe := kmsg.NewPtrDescribeGroupsRequest()
	describe.Groups = []string{b.groupName()}
	response, err := describe.RequestWith(ctx, b.client)
	if err != nil {
		return err
	}
	leave := kmsg.NewPtrLeaveGroupRequest()
	leave.Group = b.groupName()
	for _, g := range response.Groups {
		for _, m := range g.Members {
			if slices.ContainsFunc(links, func(link *chaos.Link) bool { return clientID(link) == m.ClientID }) {
				member := kmsg.NewLeaveGroupRequestMember()
				member.MemberID = m.MemberID
				leave.Members = append(leave.Members, member)
			}
		}
	}
	if len(leave.Members) == 0 {
		return nil
	}
	_, err = leave.RequestWith(ctx, b.client)
	return err
}

// TestChaos: members join, leave, die and stall, and no record is lost or out of order.
func TestChaos(t *testing.T) { chaos.Test(t, engine(t)) }

func TestDeadLetters(t *testing.T) { chaos.TestDeadLetters(t, engine(t)) }

func TestPauseAcrossRebalance(t *testing.T) { chaos.TestPauseAcrossRebalance(t, engine(t)) }

func TestSuspended(t *testing.T) { chaos.TestSuspended(t, engine(t)) }
