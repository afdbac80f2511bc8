//go:build !unix

package latency

import "errors"

var pipeLanes = absentLanes("it needs the pipes of a Unix system", "go-pipe-sleep", "go-pipe-spin")

const noPolledSockets = "it cannot run here: polling a socket takes the non-blocking reads of a Unix system"

func detached(s socket) (int, error) { return 0, errors.Join(errors.ErrUnsupported, s.Close()) }

func polled(int) receive {
	return func(func(uint64)) error { return errors.ErrUnsupported }
}
