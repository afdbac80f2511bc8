package telemetry_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful/telemetry"
)

// The file of a callback is reported in full when a directory has a space or a colon in its name.
func TestTheFileOfAStall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c collected
		l := unrun(t)
		watch(t, l, telemetry.WithStallLimit(100*time.Millisecond, c.report), telemetry.WithLogger(nil))
		launch(t, l)
		check(t, l.Submit(elsewhere))
		time.Sleep(time.Second)
		stalls := c.all()
		if len(stalls) != 1 || stalls[0].File != "/my code +0x1 c:/price list.go" || stalls[0].Line != 7 {
			t.Fatalf("reported %+v", stalls)
		}
	})
}

// The compiler takes the place of the following function from this line.
//
//line /my code +0x1 c:/price list.go:7
func elsewhere() { time.Sleep(300 * time.Millisecond) }
