package designs_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/wakeful-go/wakeful/tournament/conformance"
	"github.com/wakeful-go/wakeful/tournament/designs"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestConformance(t *testing.T) {
	for _, entry := range designs.Entries() {
		t.Run(entry.Name, func(t *testing.T) { conformance.Run(t, entry) })
	}
}

// An arena of few slots is full all the time and goes round often; being small
// it is also raced as many times as the other designs.
func TestConformanceOfASmallArena(t *testing.T) {
	for _, name := range []string{"alternatetwo", "alternatetwoplus", "alternatetwomini"} {
		c, ok := designs.Find(name)
		if !ok {
			t.Fatalf("no design %s", name)
		}
		c.ArenaSlots = 512
		t.Run(name, func(t *testing.T) { conformance.Run(t, designs.EntryOf(c)) })
	}
}
