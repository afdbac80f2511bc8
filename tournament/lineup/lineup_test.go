package lineup

import (
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

func TestTheLineUp(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range All() {
		if seen[e.Name] {
			t.Errorf("two contestants are called %s", e.Name)
		}
		seen[e.Name] = true
		if e.Summary == "" || e.Kind == "" {
			t.Errorf("%s is not described: %+v", e.Name, e)
		}
		if loops, trips := e.Can.Has(contest.Loops), e.Can.Has(contest.RoundTrips); loops == trips || loops != (e.New != nil) || trips != (e.NewControl != nil) {
			t.Errorf("%s says that it can do %v, which does not fit to how it is made", e.Name, e.Can)
		}
		if found, err := Find(All(), e.Name); err != nil || found.Name != e.Name {
			t.Errorf("Find(%q) = %v, %v", e.Name, found.Name, err)
		}
	}
	for _, name := range []string{"main", "baseline", "wakeful", "wakeful-spin", "wakeful-adaptive", "channel", "control-channels", "control-flags"} {
		if !seen[name] {
			t.Errorf("%s is not in the line-up", name)
		}
	}
}

func TestFindNamesTheNearest(t *testing.T) {
	for name, want := range map[string]string{"basline": `did you mean "baseline"?`, "something": "control-flags"} {
		if _, err := Find(All(), name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Find(%q) returns %v, want something with %q", name, err, want)
		}
	}
}
