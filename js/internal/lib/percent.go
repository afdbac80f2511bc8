package lib

// PercentDecode decodes the well-formed escapes and keeps everything else.
func PercentDecode(s string, plusIsSpace bool) []byte {
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
