package esbuild

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/wakeful-go/wakeful/js/internal/transform"
)

// This file turns translated modules into functions.

const (
	// banner is the first line of translated code. The head of the function replaces it.
	banner     = "/**/"
	wrapper    = "(function (" + transform.Parameters + ") {"
	esmWrapper = "(function (" + transform.Parameters + transform.ESMParameters + ") { 'use strict';"
	wrapperEnd = "\n})"
	// A module that becomes a plain function is a block in it, so that it may declare the names of the
	// parameters, as many do with __dirname.
	blockBegin = " {"
	blockEnd   = "\n}})"
	asyncBegin = " return (async () => {"
	asyncEnd   = "\n})();})"
	// toESM is the beginning of esbuild's helper that converts exports to a namespace.
	toESM = "var __toESM = "
)

func replaceFirst(s, old, replacement string) string { return strings.Replace(s, old, replacement, 1) }

// These expressions match statements of ES modules as esbuild prints them.
var (
	importStatement = regexp.MustCompile(`(?m)^import (?:([^"';]+?) from )?"((?:[^"\\]|\\.)*)";$`)
	exportList      = regexp.MustCompile(`(?ms)^export \{\n(.*?)\n\};$`)
	exportStar      = regexp.MustCompile(`(?m)^export \* from "((?:[^"\\]|\\.)*)";$`)
	imported        = regexp.MustCompile(importStatement.String() + "|" + exportStar.String() + "|" + exportFrom.String())
	exportFrom      = regexp.MustCompile(`(?ms)^export \{([^}]*)\} from "((?:[^"\\]|\\.)*)";$`)
)

// asyncBody turns an ES module, as printed by esbuild, into an async function. It keeps every line
// in place, because the source map refers to lines.
func asyncBody(code string) string {
	var exports strings.Builder
	code = exportList.ReplaceAllStringFunc(code, func(s string) string {
		for name := range strings.SplitSeq(exportList.FindStringSubmatch(s)[1], "\n") {
			local, public, renamed := strings.Cut(strings.TrimSuffix(strings.TrimSpace(name), ","), " as ")
			if !renamed {
				public = local
			}
			fmt.Fprintf(&exports, "%s: () => %s, ", public, local)
		}
		return strings.Repeat("\n", strings.Count(s, "\n"))
	})
	// Imports run first and in order, wherever they are in the module.
	var imports strings.Builder
	code = imported.ReplaceAllStringFunc(code, func(s string) string {
		if m := exportFrom.FindStringSubmatch(s); m != nil {
			fmt.Fprintf(&imports, ` { const $from = await $static("%s"); $exports({%s}); }`, m[2], reexported(m[1]))
		} else if m := exportStar.FindStringSubmatch(s); m != nil {
			fmt.Fprintf(&imports, ` $exports(await $static("%s"), true);`, m[1])
		} else {
			m := importStatement.FindStringSubmatch(s)
			imports.WriteString(" " + importing(m[1], m[2]))
		}
		return strings.Repeat("\n", strings.Count(s, "\n"))
	})
	code = replaceFirst(code, banner, esmWrapper+asyncBegin+" $exports({"+exports.String()+"});"+strings.ReplaceAll(imports.String(), "\n", " "))
	code = replaceFirst(code, toESM, "var __toESM = $toESM, $unused = ")
	return transform.BeforeMap(code, asyncEnd)
}

// importing returns the statement that replaces an import. A binding gets the value that the other
// module exports when it has finished.
func importing(bindings, specifier string) string {
	module := fmt.Sprintf(`await $static("%s")`, specifier)
	bindings = strings.TrimSpace(bindings)
	if bindings == "" {
		return module + ";"
	}
	var fields []string
	namespace := ""
	head, list, named := strings.Cut(bindings, "{")
	if named {
		for name := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(list), "}"), ",") {
			if public, local, renamed := strings.Cut(strings.TrimSpace(name), " as "); renamed {
				fields = append(fields, public+": "+local)
			} else if public != "" {
				fields = append(fields, public)
			}
		}
	}
	for name := range strings.SplitSeq(head, ",") {
		name = strings.TrimSpace(name)
		if ns, ok := strings.CutPrefix(name, "* as "); ok {
			namespace = ns
		} else if name != "" {
			fields = append(fields, "default: "+name)
		}
	}
	if namespace == "" {
		return fmt.Sprintf("const { %s } = %s;", strings.Join(fields, ", "), module)
	}
	statement := fmt.Sprintf("const %s = %s;", namespace, module)
	if len(fields) > 0 {
		statement += fmt.Sprintf(" const { %s } = %s;", strings.Join(fields, ", "), namespace)
	}
	return statement
}

// reexported returns the exports of an "export { ... } from" statement.
func reexported(list string) string {
	var b strings.Builder
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			continue
		}
		theirs, ours, renamed := strings.Cut(name, " as ")
		if !renamed {
			ours = theirs
		}
		fmt.Fprintf(&b, "%s: () => $from[%q], ", ours, strings.Trim(theirs, `"`))
	}
	return b.String()
}
