package regexps

import "testing"

func TestPossible(t *testing.T) {
	for source, want := range map[string]bool{
		"":                                false,
		"a + b":                           false,
		"/x/":                             true,
		"a / b":                           true,
		"'a/b' + \"c/d\"":                 false,
		`'\'' + /x/`:                      true,
		`'\\' + '/x/'`:                    false,
		`"'" + /x/`:                       true,
		"/* it's / */ a":                  false,
		"/* it's */ /x/":                  true,
		"/* it's":                         false,
		"// it's /x/\na":                  false,
		"// it's\n/x/":                    true,
		"// it's\r/x/":                    true,
		"// it's\u2028/x/":                true,
		"`a/b`":                           false,
		"`it's`; /x/":                     true,
		"`it's ${a} / ${b} /`":            false,
		"`${/x/}`":                        true,
		"`${{ a: { b: '}' } }}/` + '/'":   false,
		"`${{ a: `${1}/` }}/`; /x/":       true,
		"`\\${`; /x/":                     true,
		"`\\`/`":                          false,
		"`$`; /x/":                        true,
		"`$\\{/`":                         false,
		"{ '/' } `/`":                     false,
		"<!-- it's\n/x/ // '":             true,
		"'it\\\ns/' + '/'":                false,
		"for (;;) { } /x/":                true,
		"'https://example.org/a?b=c#`d`'": false,
	} {
		if got := Possible(source); got != want {
			t.Errorf("Possible(%q) = %v, want %v", source, got, want)
		}
	}
}
