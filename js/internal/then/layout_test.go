package then

import (
	"reflect"
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// TestLayout: the engine version that this module requires is known. If this fails after an update,
// compare the engine's promises with then.go and settle.go before changing layout.go.
func TestLayout(t *testing.T) {
	if !allowed {
		t.Skip("NOT RUN: built with the tag wakeful_purego, which keeps the engine's own then")
	}
	if !known() {
		t.Fatalf("%s has structures that are not known", vm.Name)
	}
}

// TestOtherVersions: the engine's own then stays with a version that was not tested.
func TestOtherVersions(t *testing.T) {
	if !vm.Tested(vm.Version()) {
		t.Errorf("the tests run against version %q, which is not in testedVersions: add it", vm.Version())
	}
	for _, version := range []string{"", "v0.0.0-20200101000000-000000000000", "v1.0.0", "(devel)"} {
		if vm.Tested(version) {
			t.Errorf("version %q counts as tested", version)
		}
	}
}

// TestOtherLayouts: a structure with any difference is not known.
func TestOtherLayouts(t *testing.T) {
	type runtime struct{}
	type self interface{ own() }
	for name, object := range map[string]reflect.Type{
		"a field more": reflect.TypeFor[struct {
			self    self
			runtime *runtime
			more    int
		}](),
		"another order": reflect.TypeFor[struct {
			runtime *runtime
			self    self
		}](),
		"no interface": reflect.TypeFor[struct {
			self    *runtime
			runtime *runtime
		}](),
		"any object": reflect.TypeFor[struct {
			self    any
			runtime *runtime
		}](),
		"nothing": reflect.TypeFor[struct{}](),
	} {
		if offset := offsetOfSelf(object); offset != -1 {
			t.Errorf("%s: known, at %d", name, offset)
		}
	}
	for name, engine := range map[string]reflect.Type{
		"a field less":  reflect.TypeFor[struct{ promise, resolveObj *vm.Object }](),
		"a field more":  reflect.TypeFor[struct{ promise, resolveObj, rejectObj, more *vm.Object }](),
		"another name":  reflect.TypeFor[struct{ promise, resolve, rejectObj *vm.Object }](),
		"another order": reflect.TypeFor[struct{ promise, rejectObj, resolveObj *vm.Object }](),
		"another type": reflect.TypeFor[struct {
			promise, resolveObj *vm.Object
			rejectObj           *vm.Promise
		}](),
		"no structure": reflect.TypeFor[*vm.Object](),
	} {
		if same(reflect.TypeFor[capability](), engine) {
			t.Errorf("%s: known", name)
		}
	}
	if !same(reflect.TypeFor[capability](), reflect.TypeFor[struct{ promise, resolveObj, rejectObj *vm.Object }]()) {
		t.Error("the same fields are not known")
	}
	if field[[]int](vm.New(), "jobQueue") != nil || field[[]func()](vm.New(), "jobs") != nil {
		t.Error("a field of another type or name was found")
	}
}
