// Package lineup is the one list of all contestants: the designs, then the
// peers. Tables show contestants in this order.
package lineup

import (
	"fmt"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/designs"
	"github.com/wakeful-go/wakeful/tournament/peers"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// All returns every contestant that this system can run.
func All() []contest.Entry { return append(designs.Entries(), peers.Entries()...) }

// Names returns the names of entries, in their order.
func Names(entries []contest.Entry) []string {
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name
	}
	return names
}

// Find returns the entry of that name among entries. The error names the nearest
// one.
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
