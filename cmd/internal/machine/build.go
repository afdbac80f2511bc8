package machine

import (
	"context"
	"os/exec"
	"runtime/debug"
	"strings"
)

// This file owns the description of the measured code.

// measuredModules are the modules whose version affects a figure.
var measuredModules = []string{
	"github.com/dop251/goja",
	"github.com/dop251/goja_nodejs",
}

// module is the path that identifies the project's own source tree.
const module = "github.com/wakeful-go/wakeful"

// build returns the commit, whether files differed from it, and the versions of the measured
// modules. It reads them from the program, where the go command wrote them. If there is no commit
// (go run, tests), it asks git.
func build(ctx context.Context) (commit string, dirty bool, modules map[string]string) {
	info, ok := debug.ReadBuildInfo()
	if ok {
		commit, dirty = commitOfBuild(info)
		modules = versions(info)
	}
	if commit == "" {
		commit, dirty = commitOfCheckout(ctx)
	}
	return commit, dirty, modules
}

func commitOfBuild(info *debug.BuildInfo) (commit string, dirty bool) {
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value
		case "vcs.modified":
			dirty = s.Value == "true"
		}
	}
	return commit, dirty
}

func versions(info *debug.BuildInfo) map[string]string {
	found := make(map[string]string)
	for _, dep := range info.Deps {
		for _, path := range measuredModules {
			if dep.Path == path {
				found[path] = dep.Version
			}
		}
	}
	return found
}

// commitOfCheckout runs git in the current folder if that is in the project's source tree. The
// commit of another project would be wrong.
func commitOfCheckout(ctx context.Context) (commit string, dirty bool) {
	list, err := output(ctx, "go", "list", "-m", "-f", "{{.Path}}")
	if err != nil || !strings.Contains(list, module) {
		return "", false
	}
	commit, err = output(ctx, "git", "rev-parse", "HEAD")
	if err != nil {
		return "", false
	}
	status, err := output(ctx, "git", "status", "--porcelain", "--untracked-files=no")
	return commit, err != nil || status != ""
}

func output(ctx context.Context, name string, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, name, args...).Output()
	return strings.TrimSpace(string(out)), err
}
