package web

import "strings"

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
	_, text, _ := (&utf8Decoder{keepBOM: true}).decode(percentDecode(s, true), false)
	return text
}

// percentDecode decodes what is well-formed and leaves the rest as it is.
func percentDecode(s string, plusIsSpace bool) []byte {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '+' && plusIsSpace:
			out = append(out, ' ')
		case s[i] == '%' && i+2 < len(s) && nibble(s[i+1]) >= 0 && nibble(s[i+2]) >= 0:
			out = append(out, byte(nibble(s[i+1])<<4|nibble(s[i+2])))
			i += 2
		default:
			out = append(out, s[i])
		}
	}
	return out
}

// nibble returns the value of a hexadecimal digit, or -1.
func nibble(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
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
