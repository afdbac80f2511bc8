// Package figures writes numbers, and text that comes out of documents, for
// people. Tables, pages and comparisons use it, so that a figure looks the same
// wherever it is shown. Every function may be called from any goroutine.
package figures

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/wakeful-go/wakeful/tournament/stats"
)

// Timed reports whether a unit is a time: such values carry their own unit, ns
// to s, as their size asks. Values of any other unit are plain numbers, and the
// unit stands once, beside the name of the row.
func Timed(unit string) bool { return unit == "ns" || strings.HasPrefix(unit, "ns/") }

// Value writes a value with three significant digits.
func Value(v float64, unit string) string {
	if !Timed(unit) {
		return Significant(v)
	}
	suffix := "ns"
	for _, next := range []string{"µs", "ms", "s"} {
		// 999.5 would be written as 1000.
		if math.Abs(v) < 999.5 {
			break
		}
		v, suffix = v/1000, next
	}
	return Significant(v) + " " + suffix
}

// WithUnit is Value for running text, where no row names the unit.
func WithUnit(v float64, unit string) string {
	if Timed(unit) {
		return Value(v, unit)
	}
	return Value(v, unit) + " " + unit
}

// Significant writes three significant digits without an exponent, and values
// of a thousand and more as whole numbers with separators.
func Significant(v float64) string {
	switch abs := math.Abs(v); {
	case v == 0:
		return "0"
	case abs < 0.01:
		// Two digits: what is this small is next to nothing.
		decimals := 1 - int(math.Floor(math.Log10(abs)))
		return strconv.FormatFloat(v, 'f', min(decimals, 9), 64)
	case abs < 0.9995:
		return strconv.FormatFloat(v, 'f', 3, 64)
	case abs < 9.995:
		return strconv.FormatFloat(v, 'f', 2, 64)
	case abs < 99.95:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return Grouped(int64(math.Round(v)))
}

// Grouped writes a whole number with a comma at every third digit.
func Grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if digits[0] == '-' {
		sign, digits = "-", digits[1:]
	}
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return sign + digits
}

// Spread writes how far the interval reaches from its value, in percent
// of it, the further side counting. It is empty when there is no value.
func Spread(e stats.Estimate) string {
	switch {
	case !e.Known():
		return ""
	case !e.Bounded():
		return "±∞"
	case e.Value == 0:
		if e.High == 0 {
			return "±0%"
		}
		return "±?"
	}
	percent := 100 * max(e.High/e.Value-1, 1-e.Low/e.Value)
	if percent >= 999.5 {
		return "±>999%"
	}
	return fmt.Sprintf("±%.0f%%", percent)
}

// Factor writes how many times one value is another: 1.04×, 3.1×, 120×.
func Factor(f float64) string {
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return "–"
	case f < 0.095:
		return Significant(f) + "×"
	case f < 1.995:
		return strconv.FormatFloat(f, 'f', 2, 64) + "×"
	case f < 9.95:
		return strconv.FormatFloat(f, 'f', 1, 64) + "×"
	}
	return Grouped(int64(math.Round(f))) + "×"
}

// Plain replaces what could move a terminal's cursor or hide text: control and
// formatting characters. Line breaks become spaces.
func Plain(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
			return unicode.ReplacementChar
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// Listed joins words as a sentence does: "a, b and c".
func Listed(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// Counted writes a number with its noun: "1 row", "3 rows".
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Grouped(int64(n)) + " " + noun + "s"
}
