//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package peers

import "github.com/wakeful-go/wakeful/tournament/contest"

const hasGnet = false

func newGnetServer() (contest.Server, error) { return nil, errNoGnet }
