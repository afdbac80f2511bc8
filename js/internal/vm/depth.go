package vm

import "strings"

// This file limits how deeply source may be nested. The parsers are recursive, and the end of Go's
// stack ends the process. The limit is far above Node's, which is some thousands.
//
// The depth is estimated from the tokens. In a level of brackets it is the number of operators and
// of keywords such as if and new since the last statement or comma. Rejected: a count without
// tokens, since a bracket may be in a string. The meaning of a slash depends on the grammar, so
// source can be made for which the estimate is too low.

// deepestSource is the largest depth. The engine parses 100,000 pairs of parentheses, and 300,000
// overflow the 1 GB of Go's stack. Of 21,847 files in popular packages and Node's tests, the deepest
// has 690.
const deepestSource = 20_000

// CheckDepth returns an error for source that is nested too deep to be parsed.
func CheckDepth(name, source string) error {
	most := 0
	for i := range len(source) {
		if class[source[i]] >= operator {
			most++
		}
	}
	// A keyword has at least two letters, and needs something after it.
	if most+len(source)/3 <= deepestSource || depthOf(source) <= deepestSource {
		return nil
	}
	return failure(name, "it is nested too deep")
}

type byteClass uint8

const (
	space byteClass = iota
	word
	quote
	separator // of expressions or statements
	operator
	opening
	closing
)

var class = func() (c [256]byteClass) {
	for i := range c {
		switch b := byte(i); {
		case b >= 0x80 || b == '\\' || b == '#' || partOfName(b):
			c[i] = word
		case strings.IndexByte(" \t\r\n\v\f", b) >= 0:
		case strings.IndexByte("'\"`", b) >= 0:
			c[i] = quote
		case b == ',' || b == ';':
			c[i] = separator
		case strings.IndexByte("([{", b) >= 0:
			c[i] = opening
		case strings.IndexByte(")]}", b) >= 0:
			c[i] = closing
		case b > ' ':
			c[i] = operator
		}
	}
	return c
}()

// nests are keywords that contain what follows them.
var nests = map[string]bool{
	"typeof": true, "new": true, "void": true, "delete": true, "await": true, "yield": true, "if": true, "else": true, "for": true,
	"while": true, "do": true, "with": true, "extends": true, "function": true, "class": true, "async": true, "return": true,
	"throw": true, "case": true, "in": true, "of": true, "instanceof": true, "import": true, "export": true,
}

// continues are words before which a statement does not end.
var continues = map[string]bool{"else": true, "while": true, "in": true, "of": true, "instanceof": true, "catch": true, "finally": true}

// A depthScanner estimates the depth of a source.
type depthScanner struct {
	source string
	at     int
	levels []depthLevel
	depth  int // the sum of the levels
	most   int
	// The previous token: its class, its last byte, and whether it nests.
	last     byteClass
	lastByte byte
	nesting  bool
	head     bool // it closes what follows such a keyword, as the condition of if
	newline  bool // since the previous token
}

type depthLevel struct {
	chain int // operators and keywords since the last statement or comma
	saved int // chain before it was set to 0
	open  byte
	head  bool // after a keyword that nests
}

func depthOf(source string) int {
	s := depthScanner{source: source, levels: []depthLevel{{}}, last: separator}
	for s.at < len(source) && s.most <= deepestSource {
		s.token()
	}
	return s.most
}

func (s *depthScanner) add(n int) {
	s.levels[len(s.levels)-1].chain += n
	s.depth += n
	s.most = max(s.most, s.depth)
}

// reset ends a statement or an element of a list.
func (s *depthScanner) reset() {
	l := &s.levels[len(s.levels)-1]
	s.depth -= l.chain
	l.saved, l.chain = l.chain, 0
}

func (s *depthScanner) token() {
	b := s.source[s.at]
	kind := class[b]
	switch {
	case kind == space:
		s.newline = s.newline || b == '\n' || b == '\r'
		s.at++
		return
	case strings.HasPrefix(s.source[s.at:], "//"):
		s.until("\n")
		s.newline = true
		return
	case strings.HasPrefix(s.source[s.at:], "/*"):
		s.at += 2
		s.until("*/")
		return
	}
	nesting := false
	switch kind {
	case word:
		nesting = s.word()
	case quote:
		s.at++
		kind = s.literal(b)
	case separator:
		s.at++
		s.reset()
	case opening:
		s.at++
		if b != '{' && (s.last == word || s.last == closing) {
			s.add(1) // a call or an index, of which there are chains
		}
		s.open(b)
	case closing:
		s.at++
		if s.close() == '`' && b == '}' {
			b, kind = '`', s.literal('`')
		}
	default:
		if b == '/' && s.startsRegExp() && s.regExp() {
			kind = word
			break
		}
		s.at++
		s.add(1)
	}
	s.last, s.lastByte, s.nesting, s.newline = kind, b, nesting, false
}

func (s *depthScanner) until(end string) {
	if i := strings.Index(s.source[s.at:], end); i >= 0 {
		s.at += i + len(end)
	} else {
		s.at = len(s.source)
	}
}

func (s *depthScanner) open(b byte) {
	s.levels = append(s.levels, depthLevel{open: b, head: s.nesting})
	s.depth++
	s.most = max(s.most, s.depth)
}

// close leaves a level and returns what has opened it.
func (s *depthScanner) close() byte {
	n := len(s.levels) - 1
	if n == 0 {
		return 0
	}
	l := s.levels[n]
	s.levels = s.levels[:n]
	s.depth -= 1 + l.chain
	s.head = l.head
	return l.open
}

// word reads a name, a keyword or a number. It reports whether it is a keyword that nests.
func (s *depthScanner) word() bool {
	begin := s.at
	for s.at < len(s.source) && class[s.source[s.at]] == word {
		s.at++
	}
	text := s.source[begin:s.at]
	ended := s.lastByte == '}' || s.newline && !s.nesting && (s.last == word || s.last == quote || s.last == closing && !s.head)
	switch {
	case text == "else" && s.lastByte == ';':
		s.add(s.levels[len(s.levels)-1].saved)
	case ended && !continues[text]:
		s.reset()
	}
	if nests[text] {
		s.add(1)
		return true
	}
	return false
}

// literal reads a string, or a template up to its end or to its next expression, which it opens.
func (s *depthScanner) literal(q byte) byteClass {
	for ; s.at < len(s.source); s.at++ {
		switch b := s.source[s.at]; {
		case b == '\\':
			s.at++
		case b == q:
			s.at++
			return quote
		case b == '\n' && q != '`':
			return quote
		case q == '`' && strings.HasPrefix(s.source[s.at:], "${"):
			s.at += 2
			s.open('`')
			return opening
		}
	}
	return quote
}

// startsRegExp reports whether a slash begins a regular expression and is no division.
func (s *depthScanner) startsRegExp() bool {
	switch s.last {
	case word, quote:
		return s.nesting
	case closing:
		return s.lastByte == '}'
	}
	return true
}

// regExp reads a regular expression. It reports false if there is none.
func (s *depthScanner) regExp() bool {
	set := false
	for i := s.at + 1; i < len(s.source); i++ {
		switch s.source[i] {
		case '\\':
			i++
		case '\n':
			return false
		case '[':
			set = true
		case ']':
			set = false
		case '/':
			if !set {
				s.at = i + 1
				return true
			}
		}
	}
	return false
}
