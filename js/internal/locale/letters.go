package locale

import (
	"golang.org/x/text/cases"
	"golang.org/x/text/language"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file changes letters to lower and upper case.

// ownLetters are the languages whose letters change in another way than Unicode's default.
var ownLetters = map[string]bool{"az": true, "el": true, "lt": true, "tr": true}

// letters returns a method of String.prototype. change makes the conversion for a language.
func (m *methods) letters(name string, change func(language.Tag, ...cases.Option) cases.Caser) native {
	ordinary := vm.Method(m.rt, "String.prototype", map[string]string{"toLocaleLowerCase": "toLowerCase", "toLocaleUpperCase": "toUpperCase"}[name])
	return func(call vm.FunctionCall) vm.Value {
		if vm.IsNullish(call.This) {
			panic(m.rt.NewTypeError("String.prototype." + name + " called on null or undefined"))
		}
		locale := call.Argument(0)
		if o, ok := locale.(*vm.Object); ok {
			if locale = o.Get("0"); locale == nil {
				locale = vm.Undefined()
			}
		}
		if vm.IsUndefined(locale) {
			return ordinary(vm.FunctionCall{This: call.This})
		}
		if vm.IsNull(locale) {
			panic(m.rt.NewTypeError("Cannot convert undefined or null to object"))
		}
		if !vm.IsString(locale) {
			return ordinary(vm.FunctionCall{This: call.This})
		}
		tag, err := language.Parse(locale.String())
		if err != nil || locale.String() == "" {
			m.rangeError("Incorrect locale information provided")
		}
		base, _ := tag.Base()
		if !ownLetters[base.String()] {
			return ordinary(vm.FunctionCall{This: call.This})
		}
		return m.rt.ToValue(change(tag).String(call.This.String()))
	}
}
