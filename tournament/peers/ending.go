package peers

import (
	"context"
	"errors"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// errRanAlready is returned by every Run but the first.
var errRanAlready = errors.New("peers: the loop has been run already; make a new one")

// await returns when stopped is closed, or with ctx's error when that ends
// first. A loop that has stopped wins over a context that has ended.
func await(ctx context.Context, stopped <-chan struct{}) error {
	select {
	case <-stopped:
		return nil
	default:
	}
	select {
	case <-stopped:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// ended is the counts of a wrapper that counts tasks at their end.
func ended(executed, rejected, discarded uint64) contest.Counts {
	return contest.Counts{
		Submitted: executed + rejected + discarded,
		Executed:  executed,
		Rejected:  rejected,
		Discarded: discarded,
	}
}
