package locale

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file formats dates and times.

// dateOptions are the unsupported options of Node's Intl.DateTimeFormat.
var dateOptions = []string{
	"localeMatcher", "calendar", "numberingSystem", "hourCycle", "weekday", "era", "year", "month", "day", "dayPeriod", "hour", "minute",
	"second", "fractionalSecondDigits", "timeZoneName", "formatMatcher", "dateStyle", "timeStyle",
}

var dateDefaults = map[string]string{
	"localeMatcher": "best fit", "calendar": "gregory", "numberingSystem": "latn", "formatMatcher": "best fit",
}

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
		options := m.optionsOf(call.Argument(1), "Date.prototype."+name, "timeZone and hour12")
		options.refuse(dateDefaults, dateOptions...)
		zone := time.Local
		if v := options.get("timeZone"); v != nil {
			zone = m.zone(v.String())
		}
		hour12 := options.get("hour12")
		return m.rt.ToValue(formatDate(time.UnixMilli(ms.ToInteger()).In(zone), parts, hour12 == nil || hour12.ToBoolean()))
	}
}

// zone returns a time zone by its name.
func (m *methods) zone(name string) *time.Location {
	if strings.EqualFold(name, "UTC") || strings.EqualFold(name, "GMT") {
		return time.UTC
	}
	zone, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		m.rangeError("Invalid time zone specified: " + name)
	}
	return zone
}

// formatDate formats a date, a time or both. The year has as many digits as it needs. Years before
// Christ count from 1 as well.
func formatDate(t time.Time, parts parts, hour12 bool) string {
	var s []string
	if parts != clock {
		year := t.Year()
		if year <= 0 {
			year = 1 - year
		}
		s = append(s, fmt.Sprintf("%d/%d/%d", t.Month(), t.Day(), year))
	}
	if parts != day {
		s = append(s, formatClock(t, hour12))
	}
	return strings.Join(s, ", ")
}

func formatClock(t time.Time, hour12 bool) string {
	if hour12 {
		return t.Format("3:04:05 PM")
	}
	if t.Hour() == 0 { // Node formats midnight as 24 for en-US
		return "24" + t.Format(":04:05")
	}
	return t.Format("15:04:05")
}
