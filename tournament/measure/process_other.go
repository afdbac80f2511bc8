//go:build !unix

package measure

import (
	"os"
	"os/exec"
)

// setApart does nothing here: an interruption of the terminal reaches the
// sample's process too, and the run then gives up the sample in any case.
func setApart(*exec.Cmd) {}

// askForStacks does nothing here: the process has been ended already.
func askForStacks(*os.Process) {}

// giveUp ends the process: there is no signal to ask it with.
func giveUp(p *os.Process) error { return p.Kill() }
