package node

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The table of docs/compatibility.md has every module, and says of each whether it throws when it
// is used.
func TestCompatibilityTable(t *testing.T) {
	text, err := os.ReadFile("../../../docs/compatibility.md")
	if err != nil {
		t.Fatal(err)
	}
	states := map[string]string{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || !strings.Contains(cells[1], "`") {
			continue
		}
		for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[1], -1) {
			states[name[1]] = strings.TrimSpace(cells[2])
		}
	}
	all := append(slices.Collect(maps.Keys(absent)), "console", "module", "process")
	for _, name := range modules {
		if !strings.HasPrefix(name, "internal/") {
			all = append(all, name)
		}
	}
	for _, name := range all {
		_, throws := absent[name]
		switch state := states[name]; {
		case state == "":
			t.Errorf("the table has no module %s", name)
		case throws != (state == "throws"):
			t.Errorf("%s: the table says %q, and it throws when it is used: %v", name, state, throws)
		case !slices.Contains([]string{"works", "in part", "throws"}, state):
			t.Errorf("%s has the state %q", name, state)
		}
		delete(states, name)
	}
	for name := range states {
		t.Errorf("there is no module %s", name)
	}
}
