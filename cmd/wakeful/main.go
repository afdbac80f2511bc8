// Command wakeful runs the tournament of event loops on the machine at hand and
// shows what came out; and it runs JavaScript programs on the project's loop. Type "wakeful help" for its commands.
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
