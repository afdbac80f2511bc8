package world_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/wakeful-go/wakeful/tournament/peers"
	"github.com/wakeful-go/wakeful/tournament/world"
	"github.com/wakeful-go/wakeful/tournament/world/peer"
)

// TestMain lets the test binary run as a peer, correct or faulty.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && (os.Args[1] == world.ServeCommand || os.Args[1] == cheatCommand) {
		if err := bePeer(os.Args[1], os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	// Under the race detector each process would wait for a second at its end.
	if err := os.Setenv("GORACE", os.Getenv("GORACE")+" atexit_sleep_ms=0"); err != nil {
		panic(err)
	}
	// netpoll's poller, one for a process, cannot be closed.
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/cloudwego/netpoll.(*defaultPoll).Wait"))
}

func bePeer(command, name string) error {
	if command == cheatCommand {
		return cheat(name)
	}
	p, err := world.OwnPeer(name, peers.Entries())
	if err != nil {
		return err
	}
	return peer.Serve(os.Stdin, os.Stdout, p)
}

// brief are lengths that run every part of a sample but are too short to measure.
var brief = world.Lengths{Measured: time.Millisecond, Idle: time.Millisecond, Limit: time.Minute}

// load returns a workload with parameters, KEY=VALUE.
func load(name string, params ...string) world.Load {
	l := world.Load{Workload: name, Params: map[string]string{}}
	for _, param := range params {
		key, value, _ := strings.Cut(param, "=")
		l.Params[key] = value
	}
	return l
}
