//go:build !unix

package conformance

import (
	"testing"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// testDescriptors: nothing here has descriptors that could be watched.
func testDescriptors(t *testing.T, entry contest.Entry) {
	if entry.Can.Has(contest.Descriptors) {
		t.Fatal("the entry claims descriptors, which this system cannot watch")
	}
}
