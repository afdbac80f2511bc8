//go:build linux

package workloads

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// currentProcessors returns the processors that the calling thread may use.
func currentProcessors() string {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return err.Error()
	}
	var all []int
	for i := range len(set) * 64 {
		if set.IsSet(i) {
			all = append(all, i)
		}
	}
	return fmt.Sprint(all, " of ", runtime.GOMAXPROCS(0))
}

func on(processors []int) string { return fmt.Sprint(processors, " of ", len(processors)) }

// placeable returns the processors of a server and of its clients.
func placeable(t *testing.T, where string) (server, clients []int) {
	t.Helper()
	if why := Unplaceable(); why != "" {
		t.Skip("NOT RUN: " + why)
	}
	server, clients, err := placement(map[string]string{"processors": where})
	if err != nil || len(server) == 0 || len(clients) == 0 {
		t.Fatalf("processors=%s: %v and %v, %v", where, server, clients, err)
	}
	return server, clients
}

func TestPlacement(t *testing.T) {
	server, clients := placeable(t, apart)
	for _, processor := range clients {
		if slices.Contains(server, processor) {
			t.Errorf("apart are %v and %v", server, clients)
		}
	}
	if server, clients := placeable(t, shared); len(server) != 1 || !slices.Equal(server, clients) {
		t.Errorf("shared by %v and %v", server, clients)
	}
	if server, clients, err := placement(nil); server != nil || clients != nil || err != nil {
		t.Errorf("nothing is asked for, and there are %v and %v, %v", server, clients, err)
	}
	if _, _, err := placement(map[string]string{"processors": "here"}); err == nil || !strings.Contains(err.Error(), "here") {
		t.Errorf("an unknown placement: %v", err)
	}
}

// The server is created on its processors. The process returns to all processors afterwards, even
// if no server was created.
func TestAServerIsPlaced(t *testing.T) {
	for _, where := range []string{apart, shared} {
		want, _ := placeable(t, where)
		before := currentProcessors()
		var made string
		e := serving(echoes)
		inner := e.NewServer
		e.NewServer = func() (contest.Server, error) {
			made = currentProcessors()
			return inner()
		}
		params := map[string]string{"connections": "1", "processors": where}
		if _, err := Take(t.Context(), e, echoWorkload(t), params, brief); err != nil {
			t.Fatal(err)
		}
		if made != on(want) || currentProcessors() != before {
			t.Errorf("processors=%s: the server was made on %s, want %s; before it was %s, afterwards %s", where, made, on(want), before, currentProcessors())
		}
		e.NewServer = func() (contest.Server, error) { return nil, net.ErrClosed }
		if _, err := Take(t.Context(), e, echoWorkload(t), params, brief); err == nil || currentProcessors() != before {
			t.Errorf("processors=%s: without a server the error is %v, and what was on %s is on %s", where, err, before, currentProcessors())
		}
	}
}

// The clients connect on their processors.
func TestClientsArePlaced(t *testing.T) {
	_, want := placeable(t, apart)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	connected := make(chan string, 1)
	go func() {
		conn, err := l.Accept()
		if err != nil {
			connected <- err.Error()
			return
		}
		connected <- currentProcessors()
		_ = conn.Close()
	}()
	before := currentProcessors()
	in, out := make(chan struct{}), new(bytes.Buffer)
	failed := make(chan error, 1)
	go func() {
		failed <- RunClient(ClientConfig{Address: l.Addr().String(), Connections: 1, Processors: want}, ending(in), out)
	}()
	if got := <-connected; got != on(want) {
		t.Errorf("a client connected on %s, want %s", got, on(want))
	}
	close(in)
	if err := <-failed; err != nil || currentProcessors() != before {
		t.Errorf("the end of the clients on %s: %v, and they are on %s", before, err, currentProcessors())
	}
}

// ending is an input that ends when the channel is closed.
type ending chan struct{}

func (e ending) Read([]byte) (int, error) {
	<-e
	return 0, io.EOF
}

func TestClientsThatCannotBePlacedFail(t *testing.T) {
	var out bytes.Buffer
	if err := RunClient(ClientConfig{Address: "127.0.0.1:1", Connections: 1, Processors: []int{1023}}, new(bytes.Buffer), &out); err != nil {
		t.Fatal(err)
	}
	var o outcome
	if err := json.Unmarshal(out.Bytes(), &o); err != nil || !strings.Contains(o.Failure, "placing the clients") {
		t.Errorf("clients on a processor that does not exist answer %q, %v", out.String(), err)
	}
}
