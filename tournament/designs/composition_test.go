package designs

import (
	"context"
	"fmt"
	"testing"
)

// Every combination of parts that fit each other is a loop: an ablation may
// exchange any part alone.
func TestEveryCombinationWorks(t *testing.T) {
	built := 0
	for _, ingress := range []IngressKind{MutexSlice, MutexChunks, MutexTiered, CASList, ArenaRing} {
		for _, waker := range []WakerKind{Channel, Poller, TwoTier} {
			for _, turn := range []TurnKind{FullTick, TightDrain, OneByOne} {
				for bits := range 8 {
					c := Composition{
						Name:    fmt.Sprintf("%s+%s+%s+%d", ingress, waker, turn, bits),
						Ingress: ingress, Waker: waker, Turn: turn, Clearing: ClearUsed,
						ArenaSlots: 64, Budget: 64,
						CountRetries: true,
					}
					if bits&1 != 0 {
						c.Clearing, c.MicrotaskRing = ClearWhole, true
					}
					if bits&2 != 0 {
						c.Padded, c.DirectTable = true, true
					}
					if bits&4 != 0 {
						c.Coarse, c.Checked, c.Budget = true, true, 1
					}
					if !c.fit() || c.absent() != nil {
						continue
					}
					built++
					tryCombination(t, c)
				}
			}
		}
	}
	if built < 100 {
		t.Errorf("%d combinations were built", built)
	}
}

func tryCombination(t *testing.T, c Composition) {
	t.Helper()
	l, err := New(c)
	if err != nil {
		t.Errorf("%s: New: %v", c.Name, err)
		return
	}
	const total = 50
	next := 0
	submit := func(i int) {
		err := l.Submit(func() {
			if next != i {
				t.Errorf("%s: task %d ran when %d was due", c.Name, i, next)
			}
			next++
		})
		if err != nil {
			t.Errorf("%s: Submit: %v", c.Name, err)
		}
	}
	for i := range total / 2 {
		submit(i)
	}
	ended := make(chan error, 1)
	go func() { ended <- l.Run(context.Background()) }()
	for i := total / 2; i < total; i++ {
		submit(i)
	}
	if err := l.Shutdown(context.Background()); err != nil {
		t.Errorf("%s: Shutdown: %v", c.Name, err)
	}
	if err := <-ended; err != nil {
		t.Errorf("%s: Run: %v", c.Name, err)
	}
	if got := l.Counts(); next != total || got.Executed != total || !got.Conserved() {
		t.Errorf("%s: %d tasks ran, %+v", c.Name, next, got)
	}
	if failures := l.Failures(); len(failures) > 0 {
		t.Errorf("%s: %v", c.Name, failures)
	}
}

// fit reports whether the parts fit each other: a coarse lock needs an ingress under a mutex, one task at
// a time a goroutine that sleeps on a channel, and the tiered ingress two tiers.
func (c Composition) fit() bool {
	lockFree := c.Ingress == CASList || c.Ingress == ArenaRing
	return (!c.Coarse || !lockFree) && (c.Turn != OneByOne || c.Waker == Channel && !c.Coarse) && (c.Ingress != MutexTiered || c.Waker == TwoTier)
}

func TestDesignsAreNamedOnceAndInOrder(t *testing.T) {
	want := []string{"main", "mainlockfree", "alternateone", "alternatetwo", "alternatethree",
		"alternatethreeplus", "alternatetwoplus", "alternatetwomini"}
	all := Compositions()
	if len(all) != len(want) {
		t.Fatalf("%d designs, want %d", len(all), len(want))
	}
	for i, c := range all {
		found, ok := Find(c.Name)
		if c.Name != want[i] || !ok || found != c || c.Summary == "" {
			t.Errorf("design %d is %q, want %q with a summary", i, c.Name, want[i])
		}
	}
	if _, ok := Find("maim"); ok {
		t.Error("Find returned a design that does not exist")
	}
	if got := len(Entries()) + len(Absent()); got != len(want) {
		t.Errorf("%d entries and absences, want %d", got, len(want))
	}
}
