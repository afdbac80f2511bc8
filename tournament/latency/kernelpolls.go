package latency

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the lane "block, kernel polls": the loop parks, and the process asks Linux for a
// wake-up latency of zero. The kernel then polls on every idle processor instead of halting it, so
// a wake-up does not have to start a halted processor. See
// https://docs.kernel.org/power/pm_qos_interface.html.
//
// The request is for the whole machine. While it is held, every idle processor of a virtual machine
// looks busy to its host. The kernel counts the polling as idle time, so the receiver's processor
// time does not contain it.

// kernelPolls ends the name of a lane whose process makes the kernel poll.
const kernelPolls = "-kernel-polls"

// Files of the kernel's request for a wake-up latency.
const (
	latencyRequest = "/dev/cpu_dma_latency"
	idleDriver     = "/sys/devices/system/cpu/cpuidle/current_driver"
)

var kernelPollsLanes = []Lane{{
	Name: "wakeful-block" + kernelPolls, Kind: contest.Champion, open: openWhilePolling, absentHere: unableToPoll,
	Summary: "The project's loop, which parks; meanwhile every idle processor of the machine polls instead of halting (/dev/cpu_dma_latency is 0).",
}}

// unableToPoll returns the reason why this process cannot make the kernel poll, or "" if it can.
// The Rust lane needs the same.
var unableToPoll = sync.OnceValue(func() string {
	held, err := holdLatency(latencyRequest)
	if err != nil {
		return "it cannot run here: " + err.Error()
	}
	if err := held.Close(); err != nil {
		return "it cannot run here: " + err.Error()
	}
	driver, err := os.ReadFile(idleDriver)
	return withoutDriver(string(driver), err)
})

// withoutDriver returns the reason why the request has no effect under an idle driver, or "" if it
// has one.
func withoutDriver(driver string, err error) string {
	switch name := strings.TrimSpace(driver); {
	case err != nil:
		return "it cannot run here: the kernel does not tell its idle driver: " + err.Error()
	case name == "" || name == "none":
		return "it cannot run here: the kernel has no idle driver, so a request for a wake-up latency has no effect"
	}
	return ""
}

// holdLatency asks for a wake-up latency of zero until the result is closed.
func holdLatency(file string) (*os.File, error) {
	held, err := os.OpenFile(file, os.O_WRONLY, 0)
	if errors.Is(err, os.ErrPermission) {
		return nil, fmt.Errorf("asking for a wake-up latency of zero takes root: %w", err)
	}
	if err != nil {
		return nil, fmt.Errorf("asking for a wake-up latency of zero: %w", err)
	}
	// A number of microseconds as 32 bits. Zero has the same bytes in either order.
	if _, err := held.Write(make([]byte, 4)); err != nil {
		return nil, errors.Join(fmt.Errorf("asking for a wake-up latency of zero: %w", err), held.Close())
	}
	return held, nil
}

// pollingWire holds the request as long as it is open.
type pollingWire struct {
	wire
	held *os.File
}

func openWhilePolling(b *board) (wire, error) {
	held, err := holdLatency(latencyRequest)
	if err != nil {
		return nil, err
	}
	w, err := openLoop(wakeful.Block)(b)
	if err != nil {
		return nil, errors.Join(err, held.Close())
	}
	return &pollingWire{wire: w, held: held}, nil
}

func (w *pollingWire) close() error { return errors.Join(w.wire.close(), w.held.Close()) }
