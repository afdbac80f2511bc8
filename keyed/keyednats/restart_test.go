package keyednats_test

import (
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/internal/chaos"
	"github.com/wakeful-go/wakeful/keyed/keyednats"
)

// TestServerRestart: while the server is away there are many errors, and the log has one line when the
// source begins to fail and one when it works again. No record is lost.
func TestServerRestart(t *testing.T) {
	const records = 40
	l := chaos.Log(t)
	dir, port := t.TempDir(), -1
	serve := func() *server.Server {
		s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: dir, NoSigs: true, NoLog: true})
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		if !s.ReadyForConnections(time.Minute) {
			t.Fatal("the server does not start")
		}
		return s
	}
	s := serve()
	address, err := url.Parse(s.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	_, number, err := net.SplitHostPort(address.Host)
	if err != nil {
		t.Fatal(err)
	}
	if port, err = strconv.Atoi(number); err != nil {
		t.Fatal(err)
	}
	js := connect(t, s.ClientURL(), new(chaos.Link))
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "LOG", Subjects: []string{"log.>"}}); err != nil {
		t.Fatal(err)
	}
	publish := func() {
		for i := range records {
			if _, err := js.Publish(t.Context(), subject(fmt.Sprint(i)), nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	source, err := keyednats.New(js, config())
	if err != nil {
		t.Fatal(err)
	}
	seen := make(chan string, 10*records)
	c, err := keyed.Consume(running(t), source, keyOf, func(_ *struct{}, r keyed.Record, done func(error)) {
		seen <- fmt.Sprint(keyOf(r), " ", r.Position())
		done(nil)
	}, keyed.WithAcknowledgeInterval(50*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{} // a record may come again
	publish()
	for len(all) < records {
		all[<-seen] = true
	}
	s.Shutdown()
	s.WaitForShutdown()
	poll := time.NewTicker(time.Millisecond)
	defer poll.Stop()
	for c.Metrics().SourceFailed < 5 {
		<-poll.C
	}
	s = serve()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	for !js.Conn().IsConnected() {
		<-poll.C
	}
	publish()
	for len(all) < 2*records {
		all[<-seen] = true
	}
	if err := c.Drain(t.Context()); err != nil {
		t.Error(err)
	}
	text := l.Text()
	begun, ended := strings.Count(text, "the source fails"), strings.Count(text, "the source works again")
	if m := c.Metrics(); begun != ended || begun == 0 || begun > 3 || uint64(begun) >= m.SourceFailed {
		t.Errorf("%d lines that the source fails, %d that it works again, %+v; the log is\n%s", begun, ended, m, text)
	}
}
