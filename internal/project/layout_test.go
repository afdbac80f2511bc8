package project

// The layout of files: their size, and of Go files the length and the format.

import (
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// maxLines is the maximum length of a Go file that is not a test. One concept fits.
const maxLines = 400

// longFiles are the exceptions, with the reason why each is still one concept.
var longFiles = map[string]string{}

// tooLong returns a complaint if a file is longer than maxLines, or if its exception is not needed.
func tooLong(name, text string, excused map[string]string) string {
	lines := strings.Count(text, "\n")
	_, ok := excused[name]
	switch {
	case lines > maxLines && !ok:
		return fmt.Sprintf("%s has %d lines, more than %d: split it by concept, or give the reason in longFiles", name, lines, maxLines)
	case lines <= maxLines && ok:
		return fmt.Sprintf("%s has %d lines now: remove it from longFiles", name, lines)
	}
	return ""
}

func TestFileLength(t *testing.T) {
	tr := checkout(t)
	for name := range longFiles {
		if !slices.Contains(tr.files, name) {
			t.Errorf("longFiles excuses %s, which does not exist", name)
		}
	}
	for name, text := range tr.texts(t, ".go") {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if complaint := tooLong(name, text, longFiles); complaint != "" {
			t.Error(complaint)
		}
	}
	long, excuse := strings.Repeat("\n", maxLines+1), map[string]string{"planted.go": "a reason"}
	for _, planted := range []struct {
		text    string
		excused map[string]string
		fine    bool
	}{{long, nil, false}, {long, excuse, true}, {"short", excuse, false}, {"short", nil, true}} {
		if got := tooLong("planted.go", planted.text, planted.excused); (got == "") != planted.fine {
			t.Errorf("a planted file of %d lines, excused: %v: %q", strings.Count(planted.text, "\n"), planted.excused != nil, got)
		}
	}
}

func TestFormatted(t *testing.T) {
	texts := checkout(t).texts(t, ".go")
	if len(texts) < 100 {
		t.Errorf("only %d Go files", len(texts))
	}
	for name, text := range texts {
		if formatted, err := format.Source([]byte(text)); err != nil {
			t.Errorf("%s: %v", name, err)
		} else if string(formatted) != text {
			t.Errorf("%s is not formatted: run gofmt -w %s", name, name)
		}
	}
}

// maxBytes is the maximum size of a file. A built program has more.
const maxBytes = 2 << 20

func TestFileSize(t *testing.T) {
	tr := checkout(t)
	for _, name := range tr.files {
		if info, err := os.Stat(filepath.Join(tr.root, name)); err == nil && info.Size() > maxBytes {
			t.Errorf("%s has %d bytes, more than %d: remove it if it is a built program", name, info.Size(), maxBytes)
		}
	}
}
