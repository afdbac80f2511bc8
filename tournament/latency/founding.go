package latency

import (
	"strings"
	"time"
)

// This file owns the names of the founding document's lanes, and what a lane's name
// says.

// Founding are the twelve lanes of the founding document, as they are filed.
func Founding() []string {
	var names []string
	for _, library := range []string{"std", "tokio"} {
		for _, channel := range []string{"mpsc", "tcp", "udp"} {
			names = append(names, "rust-"+library+"-"+channel+"-sleep", "rust-"+library+"-"+channel+"-spin")
		}
	}
	return names
}

// Sleeper is the name of the lane that a spinning lane is compared with, the one
// with the same primitive, and empty for lanes that do not spin.
func Sleeper(name string) string {
	primitive, _, spins := strings.Cut(name, "-spin")
	switch {
	case !spins:
		return ""
	case strings.HasPrefix(name, "wakeful-"):
		return "wakeful-block"
	}
	return primitive + "-sleep"
}

// nothing is what Contains says of receivers that are awake.
const nothing = "neither"

// Contains says what a lane's latency contains at a gap, besides its primitive: a
// thread that is woken, a goroutine to which the sender's thread is handed over, or
// neither.
func Contains(name string, gap time.Duration) string {
	const waking = "waking a thread"
	_, after, spins := strings.Cut(name, "-spin")
	switch spun, err := time.ParseDuration(after); {
	case strings.HasSuffix(name, "-handover"):
		return "handing over"
	case name == "wakeful-adaptive" && gap >= time.Millisecond:
		return waking
	case name == "wakeful-adaptive":
		return "what it decides"
	case spins && (err != nil || gap <= spun): // -spin, -spin-pause; -spin10us sleeps after that
		return nothing
	}
	return waking
}
