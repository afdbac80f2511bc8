package locale

import (
	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file compares strings in dictionary order.

// collation is the set of options for comparing two strings.
type collation struct {
	sensitivity string
	numeric     bool
}

// collatorOptions are the unsupported options of Node's Intl.Collator.
var collatorOptions = []string{"localeMatcher", "usage", "collation", "ignorePunctuation", "caseFirst"}

var collatorDefaults = map[string]string{
	"localeMatcher": "best fit", "usage": "sort", "collation": "default", "ignorePunctuation": "false", "caseFirst": "false",
}

// compare is String.prototype.localeCompare.
func (m *methods) compare(call vm.FunctionCall) vm.Value {
	if vm.IsNullish(call.This) {
		panic(m.rt.NewTypeError("String.prototype.localeCompare called on null or undefined"))
	}
	this, that := m.text(call.This), m.text(call.Argument(0))
	m.checkLocales(call.Argument(1))
	options := m.optionsOf(call.Argument(2), "String.prototype.localeCompare", "numeric and the sensitivities base, accent and variant")
	options.refuse(collatorDefaults, collatorOptions...)
	c := collation{sensitivity: options.oneOf("sensitivity", "base", "accent", "case", "variant")}
	if c.sensitivity == "case" { // the collator has no separate level for case
		options.refuse(nil, "sensitivity")
	}
	if v := options.get("numeric"); v != nil {
		c.numeric = v.ToBoolean()
	}
	return m.rt.ToValue(m.collator(c).CompareString(this, that))
}

// text converts a value to a decomposed string.
func (m *methods) text(v vm.Value) string { return norm.NFD.String(vm.TextOf(m.rt, v).String()) }

// collator returns the collator for a collation. It makes each one once.
func (m *methods) collator(c collation) *collate.Collator {
	if made := m.collators[c]; made != nil {
		return made
	}
	var o []collate.Option
	switch c.sensitivity {
	case "base":
		o = append(o, collate.IgnoreCase, collate.IgnoreDiacritics)
	case "accent":
		o = append(o, collate.IgnoreCase)
	}
	if c.numeric {
		o = append(o, collate.Numeric)
	}
	made := collate.New(language.AmericanEnglish, o...)
	m.collators[c] = made
	return made
}
