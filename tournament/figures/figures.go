// Package figures formats numbers, and text from documents, for people. Tables, pages and
// comparisons use it, so that a figure looks the same everywhere. Any goroutine may call its
// functions.
package figures

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/wakeful-go/wakeful/tournament/stats"
)

// Timed reports whether a unit is a time. Such values carry their own unit, from ns to s by size.
// Values of any other unit are plain numbers, and the name of the row has the unit.
func Timed(unit string) bool { return unit == "ns" || strings.HasPrefix(unit, "ns/") }

// Value formats a value with three significant digits.
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

// WithUnit is Value for running text, where no row has the unit.
func WithUnit(v float64, unit string) string {
	if Timed(unit) {
		return Value(v, unit)
	}
	return Value(v, unit) + " " + unit
}

// Significant formats three significant digits. Values of a thousand and more
// are whole numbers with separators, see Whole.
func Significant(v float64) string {
	switch abs := math.Abs(v); {
	case v == 0:
		return "0"
	case abs < 0.01:
		// Two digits are enough for such small values.
		decimals := 1 - int(math.Floor(math.Log10(abs)))
		return strconv.FormatFloat(v, 'f', min(decimals, 9), 64)
	case abs < 0.9995:
		return strconv.FormatFloat(v, 'f', 3, 64)
	case abs < 9.995:
		return strconv.FormatFloat(v, 'f', 2, 64)
	case abs < 99.95:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return Whole(v)
}

// Whole rounds to a whole number and formats it with separators. Values beyond 15 digits have an
// exponent and three significant digits. They need not fit an integer.
func Whole(v float64) string {
	if !(math.Abs(v) < 1e15) {
		return strconv.FormatFloat(v, 'e', 2, 64)
	}
	return Grouped(int64(math.Round(v)))
}

// Grouped formats a whole number with a comma at every third digit.
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

// Spread formats the distance from the value to the farther end of the interval, in percent of the
// value. It is empty if there is no value.
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

// Factor formats a ratio: 1.04×, 3.1×, 120×.
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
	return Whole(f) + "×"
}

// Plain replaces control and formatting characters, which could move a terminal's cursor or hide
// text. Line breaks become spaces.
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

// Listed joins words as in a sentence: "a, b and c".
func Listed(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// Counted formats a number with its noun: "1 row", "3 rows".
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Grouped(int64(n)) + " " + noun + "s"
}
