package lib

import "strconv"

// PercentDecode decodes the well-formed escapes and keeps everything else.
func PercentDecode(s string, plusIsSpace bool) []byte {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '+' && plusIsSpace:
			c = ' '
		case c == '%' && i+2 < len(s):
			if decoded, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				c = byte(decoded)
				i += 2
			}
		}
		out = append(out, c)
	}
	return out
}
