//go:build !unix

package conformance

import (
	"errors"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// testDescriptors: nothing here has descriptors that could be watched.
func testDescriptors(t *testing.T, entry contest.Entry) {
	if entry.Can.Has(contest.Descriptors) {
		t.Fatal("the entry claims descriptors, which this system cannot watch")
	}
	s := startSubject(t, entry)
	if r, ok := s.loop.(contest.Registrar); ok {
		if err := r.RegisterReadable(0, func() {}); !errors.Is(err, contest.ErrUnsupported) {
			t.Errorf("RegisterReadable returned %v, want %v", err, contest.ErrUnsupported)
		}
	}
	s.shutdown()
}
