package web

import (
	"net/url"
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
		out.WriteString(formEncode(list[i]) + "=" + formEncode(list[i+1]))
	}
	return out.String()
}

// formEncode escapes a name or a value. Package url keeps another character than the standard.
func formEncode(s string) string { return asterisks.Replace(url.QueryEscape(s)) }

var asterisks = strings.NewReplacer("%2A", "*", "~", "%7E")
