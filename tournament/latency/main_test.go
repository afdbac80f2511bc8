package latency

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/wakeful-go/wakeful/tournament/result"
)

// hangs is a lane of the test's program that never answers.
const hangs = "go-tcp-sleep"

// asSample makes the test's program a program that takes samples.
const asSample = "as-a-sample"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == asSample {
		if err := takeSample(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	// Under the race detector each process would wait for a second at its end.
	if err := os.Setenv("GORACE", os.Getenv("GORACE")+" atexit_sleep_ms=0"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

// inspected, when set, is called in the process of a sample of the lane inspectedLane.
var inspected func() error

const inspectedLane = "wakeful-adaptive"

// takeSample does what the flags ask for; three lanes are broken.
func takeSample(args []string) error {
	value := func(flag string) string {
		if i := slices.Index(args, flag); i >= 0 {
			return args[i+1]
		}
		return ""
	}
	switch value("--lane") {
	case "go-cond-sleep":
		return errors.New("the lane is broken")
	case inspectedLane:
		if inspected != nil {
			if err := inspected(); err != nil {
				return err
			}
		}
	case "go-pipe-sleep":
		fmt.Println("{}")
		return nil
	case hangs:
		never, unused, err := os.Pipe() // nobody writes into it, so this ends when the process is killed
		if err != nil {
			return err
		}
		defer unused.Close()
		_, err = never.Read(make([]byte, 1))
		return err
	}
	gap, err := time.ParseDuration(value("--gap"))
	if err != nil {
		return err
	}
	o := Order{Lane: value("--lane"), Workload: value("--workload"), Gap: gap, Iterations: 2, Force: true}
	doc, err := TakeDocument(context.Background(), o)
	if err != nil {
		return err
	}
	return result.Write(os.Stdout, doc)
}
