package regexps

import (
	"iter"
	"strings"
)

// Occurrences returns, for each occurrence of a word, the text between it and the one before, and the
// text after it.
func Occurrences(text, word string) iter.Seq2[string, string] {
	return func(yield func(before, after string) bool) {
		for {
			before, after, found := strings.Cut(text, word)
			if !found || !yield(before, after) {
				return
			}
			text = after
		}
	}
}

// Possible reports whether a source may have a regular expression: a slash that is in no comment, no
// string and no text of a template. A division looks like one.
func Possible(source string) bool {
	switch {
	case !strings.Contains(source, "/"):
		return false
	case strings.Contains(source, "<!--"), strings.Contains(source, "-->"):
		return true // the old comments of HTML may have quotes
	}
	// For each template whose expression the loop is in, how many braces are open in the expression.
	var templates []int
	for i := 0; i < len(source); i++ {
		inner := len(templates) - 1
		switch c := source[i]; {
		case c == '/':
			n := commentLength(source[i:])
			if n == 0 {
				return true
			}
			i += n - 1
		case c == '\'' || c == '"':
			i = endOfText(source, i+1, c)
		case c == '{' && inner >= 0:
			templates[inner]++
		case c == '}' && inner >= 0 && templates[inner] > 0:
			templates[inner]--
		case c == '}' && inner >= 0, c == '`':
			if c == '}' {
				templates = templates[:inner]
			}
			if i = endOfText(source, i+1, '`'); i < len(source) && source[i] == '{' {
				templates = append(templates, 0)
			}
		}
	}
	return false
}

// commentLength returns the length of the comment that a text begins with, 0 if there is none.
func commentLength(text string) int {
	var end int
	switch {
	case strings.HasPrefix(text, "//"):
		end = strings.IndexAny(text, "\n\r\u2028\u2029")
	case strings.HasPrefix(text, "/*"):
		if end = strings.Index(text[2:], "*/"); end >= 0 {
			end += len("/**/")
		}
	default:
		return 0
	}
	if end < 0 {
		return len(text)
	}
	return end
}

// endOfText returns the index at which a string ends, or a text of a template: that of the quote, of
// the brace of "${" in a template, or the length of the source.
func endOfText(source string, i int, quote byte) int {
	for ; i < len(source); i++ {
		switch c := source[i]; {
		case c == '\\':
			i++
		case c == quote, c == '\n' && quote != '`':
			return i
		case c == '$' && quote == '`' && strings.HasPrefix(source[i+1:], "{"):
			return i + 1
		}
	}
	return len(source)
}
