package locale

import (
	"math"
	"strconv"
	"strings"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file formats numbers: in groups of three digits, with the requested digits of the fraction
// or at most three.

// numberOptions are the unsupported options of Node's Intl.NumberFormat.
var numberOptions = []string{
	"localeMatcher", "numberingSystem", "style", "currency", "currencyDisplay", "currencySign", "unit", "unitDisplay", "notation",
	"compactDisplay", "signDisplay", "minimumIntegerDigits", "minimumSignificantDigits", "maximumSignificantDigits",
	"roundingIncrement", "roundingMode", "roundingPriority", "trailingZeroDisplay",
}

var numberDefaults = map[string]string{
	"localeMatcher": "best fit", "numberingSystem": "latn", "style": "decimal", "notation": "standard", "signDisplay": "auto", "minimumIntegerDigits": "1",
}

// number is Number.prototype.toLocaleString.
func (m *methods) number(call vm.FunctionCall) vm.Value {
	v := call.This
	if o, ok := v.(*vm.Object); ok && o.ClassName() == "Number" {
		v = o.ToNumber()
	}
	if !vm.IsNumber(v) {
		panic(m.rt.NewTypeError("Number.prototype.toLocaleString requires that 'this' be a Number"))
	}
	f := m.numberFormat(call, "Number.prototype.toLocaleString")
	x := v.ToFloat()
	switch {
	case math.IsNaN(x):
		return m.rt.ToValue("NaN")
	case math.IsInf(x, 1):
		return m.rt.ToValue("∞")
	case math.IsInf(x, -1):
		return m.rt.ToValue("-∞")
	}
	return m.rt.ToValue(f.format(strconv.FormatFloat(x, 'f', -1, 64)))
}

// bigInt is BigInt.prototype.toLocaleString. valueOf is the engine's method, which throws for other
// values.
func (m *methods) bigInt(valueOf native) native {
	return func(call vm.FunctionCall) vm.Value {
		var v vm.Value
		if thrown := m.rt.Try(func() { v = valueOf(vm.FunctionCall{This: call.This}) }); thrown != nil {
			panic(m.rt.NewTypeError("BigInt.prototype.toLocaleString requires that 'this' be a BigInt"))
		}
		return m.rt.ToValue(m.numberFormat(call, "BigInt.prototype.toLocaleString").format(v.String()))
	}
}

// A numberFormat describes the format of a number.
type numberFormat struct {
	least, most int // digits of the fraction
	// group is the number of integer digits above which they are grouped, or 0 for never.
	group int
}

func (m *methods) numberFormat(call vm.FunctionCall, of string) numberFormat {
	m.checkLocales(call.Argument(0))
	o := call.Argument(1)
	if vm.IsNull(o) {
		panic(m.rt.NewTypeError(of + " called on null or undefined"))
	}
	options := m.optionsOf(o, of, "minimumFractionDigits, maximumFractionDigits and useGrouping")
	options.refuse(numberDefaults, numberOptions...)
	f := numberFormat{least: 0, most: 3, group: 4}
	least, hasLeast := options.digits("minimumFractionDigits")
	most, hasMost := options.digits("maximumFractionDigits")
	switch {
	case hasLeast && hasMost:
		if f.least, f.most = least, most; least > most {
			m.rangeError("maximumFractionDigits value is out of range.")
		}
	case hasLeast:
		f.least, f.most = least, max(3, least)
	case hasMost:
		f.least, f.most = 0, most
	}
	if g := options.get("useGrouping"); g != nil {
		switch {
		case !g.ToBoolean():
			f.group = 0
		case g.String() == "min2":
			f.group = 5
		default:
			options.oneOf("useGrouping", "true", "false", "always", "auto")
		}
	}
	return f
}

// digits returns an option that is a number of digits.
func (o options) digits(name string) (n int, set bool) {
	v := o.get(name)
	if v == nil {
		return 0, false
	}
	x := v.ToNumber().ToFloat()
	if math.IsNaN(x) || x < 0 || x > 20 {
		o.m.rangeError(name + " value is out of range.")
	}
	return int(x), true
}

// format formats a decimal number. It rounds halves away from zero.
func (f numberFormat) format(number string) string {
	unsigned := strings.TrimPrefix(number, "-")
	whole, fraction, _ := strings.Cut(unsigned, ".")
	if len(fraction) > f.most {
		up := fraction[f.most] >= '5'
		digits := []byte(whole + fraction[:f.most])
		for i := len(digits) - 1; up && i >= 0; i-- {
			if up = digits[i] == '9'; up {
				digits[i] = '0'
			} else {
				digits[i]++
			}
		}
		split := len(whole)
		if up {
			digits = append([]byte{'1'}, digits...)
			split++
		}
		whole, fraction = string(digits[:split]), string(digits[split:])
	}
	for len(fraction) > f.least && fraction[len(fraction)-1] == '0' {
		fraction = fraction[:len(fraction)-1]
	}
	fraction += strings.Repeat("0", max(0, f.least-len(fraction)))
	if f.group > 0 && len(whole) >= f.group {
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + "," + whole[i:]
		}
	}
	if fraction != "" {
		whole += "." + fraction
	}
	if unsigned != number {
		return "-" + whole
	}
	return whole
}
