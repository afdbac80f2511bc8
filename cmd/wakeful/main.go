// Command wakeful runs the tournament of event loops on this machine and reports the results. It
// also runs JavaScript programs on the project's loop. Type "wakeful help" for its commands.
package main

import (
	"context"
	"os"
)

func main() {
	ctx, stop := untilSignal(context.Background())
	status := run(ctx, streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}, os.Args[1:])
	stop()
	os.Exit(status)
}
