package regexps

import (
	_ "embed"
	"encoding/base64"
	"encoding/binary"
	"strings"
	"sync"
	"unicode"
)

// This file owns Unicode's properties. They come from the npm package
// regenerate-unicode-properties, which has all properties of the language with all spellings.
// Rejected: package unicode, which is two versions of Unicode behind and lacks the emoji,
// Script_Extensions and the derived properties.

//go:generate npm ci --ignore-scripts --no-audit --no-fund --prefix generate
//go:generate node generate/generate.mjs

//go:embed properties.txt
var propertiesText string

// A property is a line of properties.txt.
type property struct{ codePoints, strings string }

// properties maps all spellings to properties: Alphabetic, gc=Lu, sc=Greek, RGI_Emoji.
var properties = sync.OnceValue(func() map[string]property {
	all := make(map[string]property, 1100)
	for line := range strings.Lines(propertiesText) {
		names, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		codePoints, list, _ := strings.Cut(rest, "\t")
		for name := range strings.SplitSeq(names, ",") {
			all[name] = property{codePoints, list}
		}
	}
	delete(all, "Unicode") // the Unicode version
	return all
})

// prefixes are the spellings of the properties with values.
var prefixes = map[string]string{
	"General_Category": "gc=", "gc": "gc=", "Script": "sc=", "sc": "sc=", "Script_Extensions": "scx=", "scx": "scx=",
}

// lookUp finds the property of \p{expression}.
func lookUp(expression string) (property, bool) {
	if name, value, valued := strings.Cut(expression, "="); valued {
		prefix := prefixes[name]
		p, ok := properties()[prefix+value]
		return p, ok && prefix != ""
	}
	if p, ok := properties()["gc="+expression]; ok {
		return p, true
	}
	p, ok := properties()[expression]
	return p, ok
}

// set returns the property's code points.
func (p property) set() set {
	packed, err := base64.RawStdEncoding.DecodeString(p.codePoints)
	if err != nil {
		panic("js: the table of Unicode's properties is damaged: " + err.Error())
	}
	var s set
	var ends []rune
	for at := rune(0); len(packed) > 0; {
		distance, n := binary.Uvarint(packed)
		at += rune(distance)
		packed = packed[n:]
		if ends = append(ends, at); len(ends) == 2 {
			s, ends = append(s, span{ends[0], ends[1] - 1}), ends[:0]
		}
	}
	if len(ends) == 1 {
		s = append(s, span{ends[0], unicode.MaxRune})
	}
	return s
}

// casedSpans are the code points with another case, which have a case folding.
var casedSpans = sync.OnceValue(func() set {
	var spans []span
	for _, table := range []*unicode.RangeTable{unicode.L, unicode.M, unicode.Nl, unicode.So} {
		for _, r := range table.R16 {
			spans = appendCased(spans, rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range table.R32 {
			spans = appendCased(spans, rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	return normal(spans)
})

func appendCased(spans []span, lo, hi, stride rune) []span {
	for c := lo; c <= hi; c += stride {
		if unicode.SimpleFold(c) != c {
			spans = append(spans, span{c, c})
		}
	}
	return spans
}
