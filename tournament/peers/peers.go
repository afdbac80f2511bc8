// Package peers has the contestants that are not designs of the founding documents: the outside
// reference, the floor, the controls, and the project's own loop with each of its wait strategies.
// Each is wrapped to the contract of package contest as thinly as possible, and each wrapper
// documents what it adds.
//
// The wrappers count finished tasks on the loop's goroutine and derive Submitted from that, instead
// of an atomic addition in every Submit. So their own sum always holds. A check of conservation
// must compare Submitted with its own count of calls, as the workloads do.
package peers

import (
	"errors"
	"runtime"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/internal/pipes"
)

// Entries returns the peers in the order in which tables show them, those that
// this system cannot run included.
func Entries() []contest.Entry {
	return []contest.Entry{
		gojaNodejsEntry,
		wakefulEntry,
		wakefulSpinEntry,
		wakefulAdaptiveEntry,
		sliceEntry,
		channelEntry,
		netEntry,
		netpollEntry,
		gnetEntry,
		nbioEntry,
		libuvEntry,
		gwsEntry,
		coderEntry,
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
		absent[controlPipesEntry.Name], absent[controlPollerEntry.Name] = errNoPipes, errNoPipes
	}
	if !hasNetpoll {
		absent[netpollEntry.Name] = errNoNetpoll
	}
	if runtime.GOOS == "windows" {
		absent[gnetEntry.Name] = errNoGnet
	}
	if _, err := findLibuv(); err != nil {
		absent[libuvEntry.Name] = err
	}
	return absent
}

var errNoPipes = errors.New("peers: this system has no pipes that a poller can watch")
