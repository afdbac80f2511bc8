package js

import (
	_ "embed"
	"strings"

	"github.com/wakeful-go/wakeful/js/internal/lib"
)

// This file owns the notices of third parties whose work is embedded in this module.

//go:embed notices/node.txt
var nodeLicence string

//go:embed notices/unicode.txt
var unicodeLicence string

// Notices returns the licences of the third-party work that is embedded in this module: the npm
// packages in the built-in modules, Node's interfaces and messages, and Unicode's data. These
// licences ask programs to reproduce them, so a program that is distributed should include the text.
// Each part is a line "==== name" followed by its licence. Go modules, such as goja, are not
// included: a tool such as go-licenses collects their licences. Any goroutine may call it.
func Notices() string {
	var b strings.Builder
	for _, part := range []struct{ name, licence string }{
		{"Node.js: the modules in js/internal/lib/src/node follow its interfaces and messages", nodeLicence},
		{"Unicode: the data in js/internal/regexps/properties.txt", unicodeLicence},
	} {
		b.WriteString("==== " + part.name + "\n\n" + strings.TrimSpace(part.licence) + "\n\n")
	}
	for i, section := range strings.Split(lib.Licences, "\n==== ") {
		if i == 0 {
			continue // the introduction
		}
		title, licence, _ := strings.Cut(section, "\n")
		b.WriteString("==== npm package " + title + ", in the built-in modules\n\n" + strings.TrimSpace(licence) + "\n\n")
	}
	return b.String()
}
