package latency

import (
	"fmt"
	"os"
)

// This file owns the control group that simulates a small container.

// halfProcessor is the quota of the group, in processors.
const halfProcessor = 0.5

// Group is a control group with half a processor. The zero value is none.
type Group struct {
	folder string
	// Missing is the reason why there is no group.
	Missing string
}

// Close removes the group, if there is one.
func (g Group) Close() error {
	if g.folder == "" {
		return nil
	}
	if err := os.Remove(g.folder); err != nil {
		return fmt.Errorf("the control group of the samples was not removed: %w", err)
	}
	return nil
}

// run returns a command line that runs another one in the group. A shell moves itself into the group
// and then becomes the program, so all threads of the program start inside.
func (g Group) run(command []string) []string {
	return append([]string{"/bin/sh", "-c", `echo $$ > "$0"/cgroup.procs && exec "$@"`, g.folder}, command...)
}
