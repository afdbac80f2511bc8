package sandbox

import (
	"strings"

	"github.com/wakeful-go/wakeful/sandbox/internal/engine"
	"github.com/wakeful-go/wakeful/sandbox/internal/prelude"
)

// Notices returns the licences of the third-party work that is embedded in this module: the engine
// with its C library, npm packages, and Node's interfaces and messages. These licences ask programs
// to reproduce them, so a program that is distributed should include the text. Each part is a line
// "==== name" followed by its licence. Go modules, such as wazero, are not included: a tool such as
// go-licenses collects their licences. Any goroutine may call it.
func Notices() string {
	var b strings.Builder
	part := func(name, licence string) {
		b.WriteString("==== " + name + ", in module sandbox\n\n" + strings.TrimSpace(licence) + "\n\n")
	}
	sections(engine.Licences, part)
	part("Node.js: its interfaces and messages", prelude.NodeLicence)
	sections(prelude.Licences, func(title, licence string) { part("npm package "+title, licence) })
	return b.String()
}

// sections calls part for each part of a text whose parts begin with "==== name".
func sections(text string, part func(title, licence string)) {
	for i, section := range strings.Split("\n"+text, "\n==== ") {
		if i > 0 { // before the first is an introduction
			title, licence, _ := strings.Cut(section, "\n")
			part(title, licence)
		}
	}
}
