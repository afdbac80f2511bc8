package libtest

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
)

// NodeMajor is the release of Node that the tests compare with.
const NodeMajor = "v20."

// Node runs a script with the installed Node and returns its standard output. It skips the test if
// Node is missing or has another release.
func Node(t testing.TB, source string) string {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		t.Skip("NOT RUN: node is not installed")
	}
	version, err := exec.CommandContext(t.Context(), path, "--version").Output()
	if err != nil || !strings.HasPrefix(string(version), NodeMajor) {
		t.Skipf("NOT RUN: the expected output is that of Node %s, this is %s", NodeMajor, bytes.TrimSpace(version))
	}
	command := exec.CommandContext(t.Context(), path, "-")
	command.Stdin = strings.NewReader(source)
	var stderr strings.Builder
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, stderr.String())
	}
	return string(out)
}
