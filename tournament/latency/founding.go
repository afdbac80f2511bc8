package latency

import (
	"strings"
	"time"
)

// This file owns the names of the founding document's lanes, and the meaning of a lane's name.

// Founding returns the names of the twelve lanes of the founding document.
func Founding() []string {
	var names []string
	for _, library := range []string{"std", "tokio"} {
		for _, channel := range []string{"mpsc", "tcp", "udp"} {
			names = append(names, "rust-"+library+"-"+channel+"-sleep", "rust-"+library+"-"+channel+"-spin")
		}
	}
	return names
}

// kernelPolls ends the name of lanes that earlier documents have. During them the kernel polls
// instead of halting processors.
const kernelPolls = "-kernel-polls"

// SleepingLane returns the name of the lane that a spinning lane, or one during which the kernel
// polls, is compared with: the sleeping lane of the same primitive. It is empty for other lanes.
func SleepingLane(name string) string {
	if sleeper, polled := strings.CutSuffix(name, kernelPolls); polled {
		return sleeper
	}
	primitive, _, spins := strings.Cut(name, "-spin")
	switch {
	case !spins:
		return ""
	case strings.HasPrefix(name, "wakeful-"):
		return "wakeful-block"
	}
	return primitive + "-sleep"
}

// nothing is the result of IncludedCost for receivers that are awake.
const nothing = "neither"

// IncludedCost returns what the latency of a lane at a gap includes besides its primitive: waking a
// thread, handing the sender's thread over to another goroutine, or neither.
func IncludedCost(name string, gap time.Duration) string {
	const waking = "waking a thread"
	_, after, spins := strings.Cut(name, "-spin")
	switch spun, err := time.ParseDuration(after); {
	case strings.HasSuffix(name, "-handover"):
		return "handing over"
	case name == "wakeful-adaptive" && gap >= time.Millisecond:
		return waking
	case name == "wakeful-adaptive":
		return "what it decides"
	case spins && (err != nil || gap <= spun): // -spin and -spin-pause always spin; -spin10us spins for 10 us and then sleeps
		return nothing
	}
	return waking
}
