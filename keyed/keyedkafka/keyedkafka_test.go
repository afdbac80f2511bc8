package keyedkafka_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/internal/chaos"
	"github.com/wakeful-go/wakeful/keyed/keyedkafka"
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

const (
	groupName = "test"
	session   = time.Second
)

func clientID(link *chaos.Link) string { return fmt.Sprintf("%p", link) }

// join returns the options of a member that notices a rebalance soon.
func join(cluster *kfake.Cluster, link *chaos.Link) []kgo.Opt {
	return []kgo.Opt{
		kgo.SeedBrokers(cluster.ListenAddrs()...), kgo.ConsumeTopics("log"), kgo.ConsumerGroup(groupName),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.Dialer(link.Dial),
		kgo.ClientID(clientID(link)), kgo.SessionTimeout(session), kgo.HeartbeatInterval(50 * time.Millisecond), kgo.RebalanceTimeout(5 * time.Second),
	}
}

func keyOf(r keyed.Record) string { return string(r.Key) }

// engine starts a broker for package chaos.
func engine(t *testing.T) chaos.Engine {
	cluster, client := serve(t)
	links := make(chan *chaos.Link)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		expelKilled(t, client, links)
	}()
	t.Cleanup(func() { <-ended }) // the test's context has ended
	return chaos.Engine{
		Join: func(link *chaos.Link) (keyed.Source, error) {
			links <- link
			return keyedkafka.New(join(cluster, link)...)
		},
		Produce: func(key string, value []byte) error {
			return client.ProduceSync(t.Context(), &kgo.Record{Key: []byte(key), Value: value}).FirstErr()
		},
		KeyOf: keyOf,
	}
}

// expelKilled removes members whose link is cut from the group, until the test ends. Kafka does so
// when their session ends. The broker of the tests starts no session for a member whose connection
// ended before it could answer JoinGroup: the member would stay, and nobody would read its
// partitions.
func expelKilled(t *testing.T, client *kgo.Client, links <-chan *chaos.Link) {
	ticker := time.NewTicker(2 * session) // after the broker has done so, if it does
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
		if err := expel(t.Context(), client, cut); err != nil && t.Context().Err() == nil {
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
func expel(ctx context.Context, client *kgo.Client, links []*chaos.Link) error {
	describe := kmsg.NewPtrDescribeGroupsRequest()
	describe.Groups = []string{groupName}
	response, err := describe.RequestWith(ctx, client)
	if err != nil {
		return err
	}
	leave := kmsg.NewPtrLeaveGroupRequest()
	leave.Group = groupName
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
	_, err = leave.RequestWith(ctx, client)
	return err
}

// TestChaos: members join, leave, die and stall, and no record is lost or out of order.
func TestChaos(t *testing.T) { chaos.Test(t, engine(t)) }

func TestDeadLetters(t *testing.T) { chaos.TestDeadLetters(t, engine(t)) }

func TestPauseAcrossRebalance(t *testing.T) { chaos.TestPauseAcrossRebalance(t, engine(t)) }

func TestSuspended(t *testing.T) { chaos.TestSuspended(t, engine(t)) }
