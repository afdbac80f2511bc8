//go:build unix

package latency

import (
	"os/exec"
	"syscall"
)

// setApart keeps the terminal's Ctrl-C from the sample's process. Only the run handles
// interruptions.
func setApart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
