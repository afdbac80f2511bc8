//go:build !linux

package latency

import "github.com/wakeful-go/wakeful/tournament/contest"

const noEpoll = "it cannot run here: epoll is Linux's"

var epollLanes = []Lane{
	{Name: "go-epoll-sleep", Kind: contest.Floor, Summary: "A thread that blocks in epoll_wait on an eventfd.", absent: noEpoll},
	{Name: "go-epoll-spin", Kind: contest.Floor, Spins: true, Summary: "A thread that calls epoll_wait on an eventfd in a loop.", absent: noEpoll},
}
