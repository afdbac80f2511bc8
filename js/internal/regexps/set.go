package regexps

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// A set is a set of code points: sorted ranges that are neither adjacent nor overlapping. It is
// immutable: operations return a new set.
type set []span

// A span is a range of code points, both ends included.
type span struct{ lo, hi rune }

var everything = set{{0, unicode.MaxRune}}

// normal returns the set of spans, which may be in any order.
func normal(spans []span) set {
	slices.SortFunc(spans, func(a, b span) int { return int(a.lo) - int(b.lo) })
	var s set
	for _, next := range spans {
		if n := len(s); n > 0 && next.lo <= s[n-1].hi+1 {
			s[n-1].hi = max(s[n-1].hi, next.hi)
		} else {
			s = append(s, next)
		}
	}
	return s
}

func (s set) union(t set) set { return normal(append(slices.Clone(s), t...)) }

func (s set) complement() set {
	var c set
	next := rune(0)
	for _, r := range s {
		if r.lo > next {
			c = append(c, span{next, r.lo - 1})
		}
		next = r.hi + 1
	}
	if next <= unicode.MaxRune {
		c = append(c, span{next, unicode.MaxRune})
	}
	return c
}

func (s set) intersect(t set) set {
	return s.complement().union(t.complement()).complement()
}

func (s set) without(t set) set { return s.intersect(t.complement()) }

// folded returns the set with all code points that differ from a member only in case, by Unicode's
// simple case folding.
func (s set) folded() set {
	spans := slices.Clone(s)
	cased := casedSpans()
	for _, t := range s {
		first, _ := slices.BinarySearchFunc(cased, t.lo, func(r span, lo rune) int { return int(r.hi) - int(lo) })
		for _, r := range cased[first:] {
			if r.lo > t.hi {
				break
			}
			for c := max(r.lo, t.lo); c <= min(r.hi, t.hi); c++ {
				for other := unicode.SimpleFold(c); other != c; other = unicode.SimpleFold(other) {
					spans = append(spans, span{other, other})
				}
			}
		}
	}
	return normal(spans)
}

// write writes the set as a class for a pattern with the flag u.
func (s set) write(b *strings.Builder) {
	if len(s) == 0 {
		b.WriteString(`[^\u{0}-\u{10FFFF}]`)
		return
	}
	b.WriteByte('[')
	s.writeRanges(b)
	b.WriteByte(']')
}

// writeRanges writes the contents of the class.
func (s set) writeRanges(b *strings.Builder) {
	for _, r := range s {
		writeRune(b, r.lo)
		if r.hi > r.lo {
			if r.hi > r.lo+1 {
				b.WriteByte('-')
			}
			writeRune(b, r.hi)
		}
	}
}

// writeRune writes a character so that it stands for itself everywhere.
func writeRune(b *strings.Builder, r rune) {
	if r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r >= 0xA0 && (r < 0xD800 || r >= 0xE000) {
		b.WriteRune(r)
		return
	}
	fmt.Fprintf(b, `\u{%X}`, r)
}
