//go:build !((linux && (amd64 || arm64 || loong64)) || darwin)

package peers

import "github.com/wakeful-go/wakeful/tournament/contest"

const hasNetpoll = false

func newNetpollServer() (contest.Server, error) { return nil, errNoNetpoll }
