// Package peers holds the contestants that are not designs of the founding
// documents: the outside reference, the floor, the controls, and the project's
// own loop under each of its wait strategies. Each is wrapped to the contract
// of package contest as thinly as possible; what a wrapper adds is said at it.
//
// The wrappers count what came to an end, on the loop's goroutine, and derive
// Submitted from it instead of paying an atomic addition in every Submit. That
// makes their own sum hold by construction, so whoever checks conservation
// compares Submitted with the calls that it made itself, as the workloads do.
package peers

import (
	"errors"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/internal/pipes"
)

// Entries returns the peers in the order in which tables show them, those that
// this system cannot run included.
func Entries() []contest.Entry {
	return []contest.Entry{
		baselineEntry,
		wakefulEntry,
		wakefulSpinEntry,
		wakefulAdaptiveEntry,
		channelEntry,
		netEntry,
		netpollEntry,
		libuvEntry,
		controlChannelsEntry,
		controlFlagsEntry,
		controlPollerEntry,
		controlPipesEntry,
	}
}

// Absent returns the peers that this system cannot run, each with the reason.
func Absent() map[string]error {
	absent := map[string]error{}
	if !pipes.Exist {
		absent[controlPipesEntry.Name] = errNoPipes
	}
	if !hasPoller {
		absent[controlPollerEntry.Name] = errNoPoller
	}
	if !hasNetpoll {
		absent[netpollEntry.Name] = errNoNetpoll
	}
	if _, err := findLibuv(); err != nil {
		absent[libuvEntry.Name] = err
	}
	return absent
}

var (
	errNoPipes  = errors.New("peers: this system has no pipes that a poller can watch")
	errNoPoller = errors.New("peers: this system has neither epoll nor kqueue")
)
