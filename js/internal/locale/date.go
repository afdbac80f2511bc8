package locale

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file formats dates and times.

// parts says whether a method formats the date, the time, or both.
type parts int

const (
	day parts = iota
	clock
	both
)

// date returns a method of Date.prototype.
func (m *methods) date(name string, parts parts) func(vm.FunctionCall) vm.Value {
	value := vm.Method(m.rt, "Date.prototype", "getTime")
	return func(call vm.FunctionCall) vm.Value {
		o, ok := call.This.(*vm.Object)
		if !ok || o.ClassName() != "Date" {
			panic(m.rt.NewTypeError("Method Date.prototype." + name + " called on incompatible receiver " + call.This.String()))
		}
		ms := value(vm.FunctionCall{This: o})
		if math.IsNaN(ms.ToFloat()) {
			return m.rt.ToValue("Invalid Date")
		}
		m.checkLocales(call.Argument(0))
		if options := call.Argument(1); !vm.IsUndefined(options) {
			wanted := [][2]string{day: {"date", "date"}, clock: {"time", "time"}, both: {"any", "all"}}[parts]
			return m.format(m.rt, ms, call.Argument(0), options, wanted)
		}
		return m.rt.ToValue(formatDate(time.UnixMilli(ms.ToInteger()).In(time.Local), parts))
	}
}

// formatDate formats a date, a time or both. The year has as many digits as it needs. Years before
// Christ count from 1 as well.
func formatDate(t time.Time, parts parts) string {
	var s []string
	if parts != clock {
		year := t.Year()
		if year <= 0 {
			year = 1 - year
		}
		s = append(s, fmt.Sprintf("%d/%d/%d", t.Month(), t.Day(), year))
	}
	if parts != day {
		s = append(s, t.Format("3:04:05 PM"))
	}
	return strings.Join(s, ", ")
}
