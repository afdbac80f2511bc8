package project

// Reading Markdown: its fenced blocks with the directives before them, its links
// and its headings; as much of the language as this project's documents use.

import (
	"regexp"
	"strings"
	"unicode"
)

// block is one fenced block.
type block struct {
	file     string
	line     int    // of its first line of text
	language string // the first word after the fence
	text     string
	// What HTML comments directly before the fence say, which readers of the
	// page do not see:
	//
	//	<!-- given: conn net.Conn, n int -->     variables that the fragment uses
	//	<!-- compiled only: it serves forever --> a program that is not run
	given, compiledOnly string
}

var directive = regexp.MustCompile(`^<!-- (given|compiled only): (.*\S) -->$`)

// blocks returns the fenced blocks of a document and its text with their lines
// made empty.
func blocks(file, text string) ([]block, string) {
	var (
		all   []block
		prose strings.Builder
		open  *block
		fence string
		next  block // collects directives
	)
	number := 0
	for line := range strings.Lines(text) {
		number++
		trimmed := strings.TrimSpace(line)
		switch {
		case open != nil && trimmed == fence:
			all, open = append(all, *open), nil
		case open != nil:
			open.text += line
		case strings.HasPrefix(trimmed, "```"):
			info := strings.TrimLeft(trimmed, "`")
			fence = trimmed[:len(trimmed)-len(info)]
			language, _, _ := strings.Cut(info, " ")
			next.file, next.line, next.language = file, number+1, language
			b := next
			open, next = &b, block{}
		default:
			prose.WriteString(line)
			if m := directive.FindStringSubmatch(trimmed); m == nil {
				if trimmed != "" {
					next = block{}
				}
			} else if m[1] == "given" {
				next.given = m[2]
			} else {
				next.compiledOnly = m[2]
			}
			continue
		}
		prose.WriteString("\n")
	}
	if open != nil {
		all = append(all, *open)
	}
	return all, prose.String()
}

var (
	codeSpan = regexp.MustCompile("`[^`\n]*`")
	link     = regexp.MustCompile(`\]\(\s*<?([^)\s>]+)>?[^)]*\)`)
	heading  = regexp.MustCompile(`^#{1,6} +(.*?) *#* *$`)
	anchor   = regexp.MustCompile(`<a (?:id|name)="([^"]+)"`)
)

// links returns the targets of a document's links with their lines.
func links(text string) map[string]int {
	_, prose := blocks("", text)
	targets := map[string]int{}
	number := 0
	for line := range strings.Lines(prose) {
		number++
		for _, m := range link.FindAllStringSubmatch(codeSpan.ReplaceAllString(line, ""), -1) {
			targets[m[1]] = number
		}
	}
	return targets
}

// anchors returns what a link into a document may name after its "#".
func anchors(text string) map[string]bool {
	_, prose := blocks("", text)
	names := map[string]bool{}
	for line := range strings.Lines(prose) {
		if m := heading.FindStringSubmatch(strings.TrimRight(line, "\r\n")); m != nil {
			names[slug(m[1])] = true
		}
		for _, m := range anchor.FindAllStringSubmatch(line, -1) {
			names[m[1]] = true
		}
	}
	return names
}

// slug is the anchor that a heading gets where the project is hosted: lower case,
// hyphens for spaces, no punctuation.
func slug(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, title)
}
