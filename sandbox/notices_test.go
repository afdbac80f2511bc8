package sandbox_test

import (
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/sandbox"
)

func TestNotices(t *testing.T) {
	notices := sandbox.Notices()
	for _, part := range []string{"QuickJS-ng", "wasi-libc", "compiler-rt", "Node.js", "npm package node-inspect-extracted", "npm package web-streams-polyfill", "npm package readable-stream"} {
		if _, licence, found := strings.Cut(notices, "==== "+part); !found || len(licence) < 200 {
			t.Errorf("%s has no licence", part)
		}
	}
}
