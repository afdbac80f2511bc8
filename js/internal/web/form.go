package web

import (
	"strings"

	"github.com/wakeful-go/wakeful/js/internal/lib"
)

// parseForm parses application/x-www-form-urlencoded: name, value, name, value.
func parseForm(input string) []string {
	var list []string
	for part := range strings.SplitSeq(input, "&") {
		if part == "" {
			continue
		}
		name, value, _ := strings.Cut(part, "=")
		list = append(list, formDecode(name), formDecode(value))
	}
	return list
}

func formDecode(s string) string {
	if !strings.ContainsAny(s, "+%") {
		return s
	}
	return lib.UTF8(lib.PercentDecode(s, true))
}

// formatForm is the inverse of parseForm.
func formatForm(list []string) string {
	var out strings.Builder
	for i := 0; i+1 < len(list); i += 2 {
		if i > 0 {
			out.WriteByte('&')
		}
		formEncode(&out, list[i])
		out.WriteByte('=')
		formEncode(&out, list[i+1])
	}
	return out.String()
}

func formEncode(out *strings.Builder, s string) {
	const digits = "0123456789ABCDEF"
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '*', c == '-', c == '.', c == '_':
			out.WriteByte(c)
		case c == ' ':
			out.WriteByte('+')
		default:
			out.WriteByte('%')
			out.WriteByte(digits[c>>4])
			out.WriteByte(digits[c&15])
		}
	}
}
