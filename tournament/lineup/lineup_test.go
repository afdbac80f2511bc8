package lineup

import (
	"slices"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/designs"
	"github.com/wakeful-go/wakeful/tournament/peers"
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
		loops, trips := e.Can.Has(contest.Loops), e.Can.Has(contest.RoundTrips)
		if loops && trips || !loops && !trips && e.Can&contest.Servers == 0 || loops != (e.New != nil) || trips != (e.NewControl != nil) ||
			e.Can.Has(contest.Echoes) != (e.NewServer != nil) || e.Can.Has(contest.TLSEchoes) != (e.NewTLSServer != nil) ||
			e.Can.Has(contest.WebSocketEchoes) != (e.NewWebSocketServer != nil) {
			t.Errorf("%s says that it can do %v, which does not fit to how it is made", e.Name, e.Can)
		}
		if found, err := Find(All(), e.Name); err != nil || found.Name != e.Name {
			t.Errorf("Find(%q) = %v, %v", e.Name, found.Name, err)
		}
	}
	for _, name := range []string{"main", "goja_nodejs", "wakeful", "wakeful-spin", "wakeful-adaptive", "channel", "net", "netpoll", "gnet", "nbio", "libuv", "gws", "coder-websocket", "control-channels", "control-flags", "control-poller", "control-pipes"} {
		if !seen[name] {
			t.Errorf("%s is not in the line-up", name)
		}
	}
}

// A quick run leaves founding designs out, and no other contestant.
func TestTheQuickLineUp(t *testing.T) {
	quick := Names(Quick())
	for _, e := range All() {
		if want := e.Kind != contest.Design || slices.Contains(strongest, e.Name); slices.Contains(quick, e.Name) != want {
			t.Errorf("%s is in the quick line-up: %v, want %v", e.Name, !want, want)
		}
	}
	for _, name := range strongest {
		if !slices.Contains(quick, name) {
			t.Errorf("%s is no contestant", name)
		}
	}
}

// Every contestant that cannot run is in the line-up with a reason.
func TestMissingContestantHasAReason(t *testing.T) {
	names := Names(All())
	for _, c := range designs.Compositions() {
		if !slices.Contains(names, c.Name) {
			t.Errorf("%s is not in the line-up", c.Name)
		}
	}
	for name := range peers.Absent() {
		if !slices.Contains(names, name) {
			t.Errorf("%s is not in the line-up", name)
		}
	}
	if got, want := len(Absent()), len(designs.Compositions())-len(designs.Entries())+len(peers.Absent()); got != want {
		t.Errorf("%d contestants have a reason, want %d", got, want)
	}
	got := reasons(map[string]error{"alternateone": designs.ErrNoPoller})
	if want := "it cannot run here: this system has neither epoll nor kqueue"; got["alternateone"] != want {
		t.Errorf("the reason is %q, want %q", got["alternateone"], want)
	}
}

func TestFindNamesTheNearest(t *testing.T) {
	for name, want := range map[string]string{"goja-nodejs": `did you mean "goja_nodejs"?`, "something": "control-flags"} {
		if _, err := Find(All(), name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Find(%q) returns %v, want something with %q", name, err, want)
		}
	}
}

func TestStrategies(t *testing.T) {
	if got, want := Strategies(), []string{"wakeful-spin", "wakeful-adaptive"}; !slices.Equal(got, want) {
		t.Errorf("the wait strategies other than the default are %q, want %q", got, want)
	}
}
