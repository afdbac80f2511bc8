//go:build !unix

package latency

import "github.com/wakeful-go/wakeful/tournament/contest"

const noPipes = "it cannot run here: it needs the pipes of a Unix system"

var pipeLanes = []Lane{
	{Name: "go-pipe-sleep", Kind: contest.Floor, Summary: "A goroutine that reads from a pipe, over the runtime's poller.", absent: noPipes},
	{Name: "go-pipe-spin", Kind: contest.Floor, Spins: true, Summary: "A goroutine that reads from a non-blocking pipe in a loop.", absent: noPipes},
}
