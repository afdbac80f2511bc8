package keyednats_test

import (
	"fmt"
	"hash/fnv"
	"net"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/internal/chaos"
	"github.com/wakeful-go/wakeful/keyed/keyednats"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const partitions = 4

// serve starts a server with a stream.
func serve(t *testing.T) (url string, js jetstream.JetStream) {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	js = connect(t, s.ClientURL(), new(chaos.Link))
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "LOG", Subjects: []string{"log.>"}, Storage: jetstream.MemoryStorage}); err != nil {
		t.Fatal(err)
	}
	return s.ClientURL(), js
}

// dialer is a chaos.Link as the client wants it.
type dialer struct {
	*chaos.Link
	t *testing.T
}

func (d dialer) Dial(network, address string) (conn net.Conn, err error) {
	return d.Link.Dial(d.t.Context(), network, address)
}

func connect(t *testing.T, url string, link *chaos.Link) jetstream.JetStream {
	t.Helper()
	conn, err := nats.Connect(url, nats.SetCustomDialer(dialer{link, t}), nats.MaxReconnects(-1), nats.ReconnectWait(10*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		link.Resume()
		conn.Close()
	})
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

func config() keyednats.Config {
	c := keyednats.Config{Stream: "LOG", Group: "test", Lease: time.Second, Key: keyednats.SubjectToken(2)}
	// The server may send the last messages to a member that is silent, as long as its requests are
	// valid, which is longer than this lease. It repeats them after this time.
	c.ConfigureConsumer = func(c *jetstream.ConsumerConfig) { c.AckWait = time.Second }
	for n := range partitions {
		c.Partitions = append(c.Partitions, fmt.Sprintf("log.%d.*", n))
	}
	return c
}

// subject is that of a key's partition.
func subject(key string) string {
	h := fnv.New32a()
	h.Write([]byte(key))
	return fmt.Sprintf("log.%d.%s", h.Sum32()%partitions, key)
}

func keyOf(r keyed.Record) string { return string(r.Key()) }

// engine starts a server for package chaos.
func engine(t *testing.T, config keyednats.Config) chaos.Engine {
	url, js := serve(t)
	return chaos.Engine{
		Join: func(link *chaos.Link) (keyed.Source, error) { return keyednats.New(connect(t, url, link), config) },
		Produce: func(key string, value []byte) error {
			_, err := js.Publish(t.Context(), subject(key), value)
			return err
		},
		KeyOf: keyOf,
	}
}

// TestChaos: members join, leave, die and stall, and no record is lost or out of order.
func TestChaos(t *testing.T) { chaos.Test(t, engine(t, config())) }

func TestDeadLetters(t *testing.T) { chaos.TestDeadLetters(t, engine(t, config())) }

func TestPauseAcrossRebalance(t *testing.T) { chaos.TestPauseAcrossRebalance(t, engine(t, config())) }

// The lease of a member that is silent expires.
func TestSuspended(t *testing.T) {
	chaos.TestSuspended(t, engine(t, config()))
}

// The server holds messages back while MaxAckPending are not acknowledged.
func TestMaxAckPending(t *testing.T) {
	c := config()
	c.ConfigureConsumer = func(c *jetstream.ConsumerConfig) { c.MaxAckPending = 5 }
	chaos.TestSmallWindow(t, engine(t, c))
}
