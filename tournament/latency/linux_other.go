//go:build !linux

package latency

import (
	"errors"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/internal/system"
)

// HasThreadTime: the system reports the processor time of a thread, so the sender's can be
// separated from the receiver's.
const HasThreadTime = false

// receiverTime returns the processor time of the whole process. This system reports that of one
// thread only to C.
func receiverTime(bool) time.Duration { return system.CPUTime() }

var epollLanes = absentLanes("epoll is Linux's", "go-epoll-sleep", "go-epoll-spin")

// NewGroup returns no group, because only Linux has control groups.
func NewGroup() Group {
	return Group{Missing: "no control group could be made here: control groups are Linux's"}
}

func threadSleep(d time.Duration) { time.Sleep(d) }

func affinity() int { return runtime.NumCPU() }

// unpinnable is the reason why threads cannot be pinned, or "" if they can.
const unpinnable = "pinning is available on Linux only"

func pinReceiver() (func() error, error) {
	return nil, errors.New(unpinnable + "; leave --pin out")
}

// startTogether starts a process on all processors, because this system has no call for less.
func startTogether(cmd *exec.Cmd) error { return cmd.Start() }

// absentLanes returns lanes of Go's primitives that this system does not have.
func absentLanes(why string, names ...string) []Lane {
	why = "it cannot run here: " + why
	var lanes []Lane
	for _, name := range names {
		lanes = append(lanes, Lane{Name: name, Kind: contest.Floor, Summary: why, Spins: strings.HasSuffix(name, "-spin"), absent: why})
	}
	return lanes
}
