// Package programs runs programs for the commands of the project.
package programs

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// Output returns the output of a program, without its last line break. It runs in dir, with env added to the
// environment. An error has the program's standard error.
func Output(dir string, env []string, name string, args ...string) (string, error) {
	var complaints bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env, cmd.Stderr = dir, append(os.Environ(), env...), &complaints
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, bytes.TrimSpace(complaints.Bytes()))
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}
