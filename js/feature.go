package js

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// This file names the feature of the language that the engine lacks, for the error of a program
// that has no transformer.

// A feature is syntax that the engine does not parse. before is matched with the line up to the place
// of the error, and after with the line from there.
type feature struct {
	name          string
	before, after *regexp.Regexp
}

func syntax(name, before, after string) feature {
	return feature{name, regexp.MustCompile(before + `$`), regexp.MustCompile(`^` + after)}
}

var features = []feature{
	syntax("for await", `\bfor\s*`, `await\b`),
	syntax("import()", ``, `import\s*\(`),
	syntax("import.meta", ``, `import\s*\.`),
	syntax("import", ``, `import\b`),
	syntax("export", ``, `export\b`),
	syntax("a decorator", `@\s*`, ``),
	syntax("a decorator", ``, `@`),
	syntax("using", `\busing\s+`, ``),
	syntax("an accessor field", `\baccessor\s+`, ``),
	syntax("await outside of an async function", `\bawait\s+`, ``),
	syntax("a type of TypeScript", `[\w$)\]?]\s*`, `:`),
	syntax("TypeScript", `\b(interface|enum|type|namespace|declare|abstract|as|satisfies|implements|private|public|protected|readonly)\s+`, ``),
	syntax("JSX", `(^|[=(,?:&|{]|\breturn)\s*`, `<`),
}

// ofExtension are the features that a file's name announces.
var ofExtension = map[string]string{".ts": "TypeScript", ".mts": "TypeScript", ".cts": "TypeScript", ".tsx": "TypeScript", ".jsx": "JSX", ".mjs": "an ES module"}

// enginePlace is where an error of the engine's parser or compiler says it is.
var enginePlace = regexp.MustCompile(`: Line (\d+):(\d+) | at .*:(\d+):(\d+)$`)

// missingFeature returns the name and the place of the feature that source uses and the engine lacks.
// unparsed is the engine's error if it has tried to parse the source, which follows prefix.
func missingFeature(file, prefix, source string, unparsed error) (name string, line, column int) {
	if unparsed == nil {
		if at := dynamicImport.FindStringIndex(source); at != nil && isPlainJavaScript(file) {
			before := source[:at[0]]
			return "import()", 1 + strings.Count(before, "\n"), at[0] - strings.LastIndexByte(before, '\n')
		}
		if name = ofExtension[filepath.Ext(file)]; name == "" {
			name = "an ES module"
		}
		return name, 1, 1
	}
	at := enginePlace.FindStringSubmatch(unparsed.Error())
	if at == nil {
		return "", 0, 0
	}
	line, _ = strconv.Atoi(at[1] + at[3])
	column, _ = strconv.Atoi(at[2] + at[4])
	if strings.Contains(unparsed.Error(), "Async generators") {
		name = "an async generator"
	}
	lines := strings.Split(prefix+source, "\n")
	if line < 1 || line > len(lines) || column < 1 || column > len(lines[line-1])+1 {
		return "", 0, 0
	}
	before, after := lines[line-1][:column-1], lines[line-1][column-1:]
	for _, f := range features {
		if name == "" && f.before.MatchString(before) && f.after.MatchString(after) {
			name = f.name
		}
	}
	if line == 1 {
		column -= len(prefix)
	}
	return name, line, column
}

// withoutTransformer returns the error for source that needs a transformer in a program without
// one. It names the feature and its place, if they are known.
func withoutTransformer(file, prefix, source string, unparsed error) error {
	name, line, column := missingFeature(file, prefix, source, unparsed)
	switch {
	case name != "":
		return fmt.Errorf("%s:%d:%d: the engine does not have %s, and js/esbuild translates it (%w)", file, line, column, name, ErrNoTransformer)
	case unparsed == nil:
		return fmt.Errorf("%s: %w", file, ErrNoTransformer)
	}
	return fmt.Errorf("%w (if this is newer JavaScript: %w)", unparsed, ErrNoTransformer)
}
