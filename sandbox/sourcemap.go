package sandbox

// Source maps of translated sources: positions in stacks become those of what the author wrote.

import (
	"encoding/base64"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-sourcemap/sourcemap"
)

type sourceMap struct{ consumer *sourcemap.Consumer }

const mapComment = "//# sourceMappingURL=data:application/json;base64,"

// inlineMap returns the map in the last comment of a source, or nil.
func inlineMap(code string) (m *sourceMap) {
	_, last, ok := strings.CutLast(code, mapComment)
	if !ok {
		return nil
	}
	text, err := base64.StdEncoding.DecodeString(strings.TrimSpace(last))
	if err != nil {
		return nil
	}
	defer func() {
		if recover() != nil { // a script may have written the map
			m = nil
		}
	}()
	consumer, err := sourcemap.Parse("", text)
	if err != nil {
		return nil
	}
	return &sourceMap{consumer}
}

// position matches the end of a line of a stack: (name:line:column).
var position = regexp.MustCompile(`(?m)^(\s*at .*?\(?)([^\s()]+):(\d+):(\d+)(\)?)$`)

// original replaces the positions in the lines of a stack, where they are in a translated source.
func (m *modules) original(text string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.maps) == 0 {
		return text
	}
	return position.ReplaceAllStringFunc(text, func(line string) string {
		parts := position.FindStringSubmatch(line)
		translated := m.maps[parts[2]]
		if translated == nil {
			return line
		}
		row, _ := strconv.Atoi(parts[3]) // too large a number is in no map
		column, _ := strconv.Atoi(parts[4])
		_, _, row, column, ok := translated.consumer.Source(row, column-1)
		if !ok {
			return line
		}
		return fmt.Sprintf("%s%s:%d:%d%s", parts[1], parts[2], row, column+1, parts[5])
	})
}
