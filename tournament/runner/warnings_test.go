package runner

import (
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/result"
)

func TestAFailureOfAFoundingDesignIsExcluded(t *testing.T) {
	cell := func(name, reason string) result.Cell {
		return result.Cell{Contestant: name, Workload: "ping-pong", Failures: []result.Failure{{Round: 1, Reason: reason}}}
	}
	doc := &result.Document{
		Contestants: []result.Contestant{{Name: "main", Kind: string(contest.Design)}, {Name: "wakeful", Kind: string(contest.Champion)}},
		Cells:       []result.Cell{cell("main", TimeOver+" 20s"), {Contestant: "main", Workload: "messages"}},
		Environment: result.Environment{Cores: 2, LoadAtStart: 2},
	}
	all := (&run{doc: doc}).warnings()
	if Failed(doc) != 0 || len(all) != 2 || !strings.Contains(all[0], "ping-pong/impl=main hung in round 2, excluded") || !strings.Contains(all[1], "load 2.00 on 2 cores") {
		t.Errorf("%d failures, and the warnings %q; want none, and first that main hung", Failed(doc), all)
	}
	doc.Cells = []result.Cell{cell("main", "crashed"), cell("wakeful", TimeOver+" 20s")}
	all = (&run{doc: doc}).warnings()
	if Failed(doc) != 1 || len(all) != 2 || !strings.Contains(all[0], "main failed in round 2") {
		t.Errorf("%d failures, and the warnings %q; want that of wakeful, and first that main failed", Failed(doc), all)
	}
}
