package js
import "github.com/wakeful-go/wakeful/js/internal/vm"
type modules struct{ builtin map[string]func() vm.Value }
func (r *Runtime) installModules() {r.modules.builtin = map[string]func() vm.Value{}}
func (r *Runtime) compileScript(name, source string) (*vm.Program, error) {
	return vm.Compile(name, source, false)
}
func (r *Runtime) requireBuiltin(name string) vm.Value { return nil }
func (r *Runtime) resolvePath(name string) string { return name }
