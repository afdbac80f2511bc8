// Package lineup is the one list of all contestants: the designs, then the
// peers. Tables show contestants in this order.
package lineup

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/designs"
	"github.com/wakeful-go/wakeful/tournament/peers"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// All returns every contestant, including those that this system cannot run. A table has a place
// for each of them, and Absent returns the reason for the empty ones.
func All() []contest.Entry {
	var all []contest.Entry
	for _, c := range designs.Compositions() {
		all = append(all, designs.EntryOf(c))
	}
	return append(all, peers.Entries()...)
}

// strongest are the founding designs of a quick run: the three that are lowest, or within 10 % of
// the lowest, in most rows of the committed full run. With all eight, two minutes are six rounds,
// which decide hardly anything.
var strongest = []string{"main", "alternatethreeplus", "alternatetwoplus"}

// Quick returns the contestants of a quick run, in the order of All.
func Quick() []contest.Entry {
	return slices.DeleteFunc(All(), func(e contest.Entry) bool {
		return e.Kind == contest.Design && !slices.Contains(strongest, e.Name)
	})
}

// Strategies returns the names of the project's loop under the wait strategies other than the default,
// which is the first champion of All.
func Strategies() []string {
	return Names(slices.DeleteFunc(All(), func(e contest.Entry) bool { return e.Kind != contest.Champion }))[1:]
}

// Variants returns the project's loop in forms that are in no table: watched by package telemetry,
// in guest mode, as a group of one, and with the runtime's timers. Limits compare them with the loop
// itself.
func Variants() []contest.Entry {
	return append(peers.Watched(), peers.Hosted(), peers.Grouped(), peers.OnRuntimeTimers())
}

// Absent returns the contestants that this system cannot run, each with the reason.
func Absent() map[string]string {
	absent := designs.Absent()
	maps.Copy(absent, peers.Absent())
	return reasons(absent)
}

func reasons(absent map[string]error) map[string]string {
	why := make(map[string]string, len(absent))
	for name, err := range absent {
		_, reason, _ := strings.Cut(err.Error(), ": ") // without the name of the package
		why[name] = "it cannot run here: " + reason
	}
	return why
}

// Names returns the names of entries, in their order.
func Names(entries []contest.Entry) []string {
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name
	}
	return names
}

// Find returns the entry with that name. The error suggests the nearest name.
func Find(entries []contest.Entry, name string) (contest.Entry, error) {
	for _, e := range entries {
		if e.Name == name {
			return e, nil
		}
	}
	if nearest, ok := result.Nearest(name, Names(entries)); ok {
		return contest.Entry{}, fmt.Errorf("there is no contestant %q; did you mean %q?", name, nearest)
	}
	return contest.Entry{}, fmt.Errorf("there is no contestant %q; the contestants are %v", name, Names(entries))
}
