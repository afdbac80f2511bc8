//go:build unix

package measure

import (
	"os"
	"syscall"
)

// askForStacks makes the Go runtime of the process write its stacks and end.
func askForStacks(p *os.Process) { _ = p.Signal(syscall.SIGQUIT) }

// giveUp asks the process to stop waiting for its contestant and to say why.
func giveUp(p *os.Process) error { return p.Signal(syscall.SIGTERM) }
