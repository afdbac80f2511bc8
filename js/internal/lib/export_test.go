package lib

import "github.com/wakeful-go/wakeful/js/internal/vm"

// CompileAnew compiles a module that may have been compiled before.
var CompileAnew = compile

// Names returns the names of all bundled modules.
func Names() []string {
	entries, err := dist.ReadDir("dist")
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name()[:len(e.Name())-len(".js")])
	}
	return names
}

// Compile returns a module as a script.
func Compile(name string) (*vm.Program, error) {
	c, err := load(name)
	return c.program, err
}
