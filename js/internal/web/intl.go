package web

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// intlNatives are what Intl.DateTimeFormat asks of Go's time package.
func intlNatives(h host.Host) lib.Natives {
	rt := h.VM()
	return lib.Natives{
		"zone": func(vm.FunctionCall) vm.Value { return rt.ToValue(localZone()) },
		// canonicalZone returns the name of a zone as the database spells it, or undefined.
		"canonicalZone": func(call vm.FunctionCall) vm.Value {
			if name, ok := canonicalZone(call.Argument(0).String()); ok {
				return rt.ToValue(name)
			}
			return vm.Undefined()
		},
		// zoned returns the fields of a time, its offset in seconds and whether it is daylight saving
		// time.
		"zoned": func(call vm.FunctionCall) vm.Value {
			zone, err := time.LoadLocation(call.Argument(1).String())
			if err != nil {
				zone = time.Local
			}
			t := time.UnixMilli(call.Argument(0).ToInteger()).In(zone)
			_, offset := t.Zone()
			return rt.NewArray(t.Year(), int(t.Month()), t.Day(), int(t.Weekday()), t.Hour(), t.Minute(), t.Second(), offset, t.IsDST())
		},
	}
}

// canonicalZone finds a zone by its name, in which upper and lower case are the same.
func canonicalZone(name string) (string, bool) {
	switch strings.ToUpper(name) {
	case "UTC", "GMT", "ETC/UTC", "ETC/GMT", "ETC/UCT", "UCT", "ZULU", "ETC/ZULU":
		return "UTC", true
	case "", "LOCAL":
		return "", false
	}
	if _, err := time.LoadLocation(name); err == nil {
		return name, true
	}
	parts := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '/' })
	for i, part := range parts {
		words := strings.Split(part, "_")
		for j, word := range words {
			if word != "of" && word != "es" && word != "au" && word != "" {
				words[j] = strings.ToUpper(word[:1]) + word[1:]
			}
		}
		parts[i] = strings.Join(words, "_")
	}
	spelled := strings.Join(parts, "/")
	_, err := time.LoadLocation(spelled)
	return spelled, err == nil
}

// localZone returns the name of the zone of time.Local. Go knows only that it is local, so the name
// is that of TZ or of the system's link into the database. A zone with neither is named by its
// offset.
func localZone() string {
	if name := strings.TrimPrefix(os.Getenv("TZ"), ":"); name != "" {
		if _, err := time.LoadLocation(name); err == nil {
			return name
		}
	}
	if name := time.Local.String(); name != "Local" {
		return name
	}
	if target, err := filepath.EvalSymlinks("/etc/localtime"); err == nil {
		if _, name, found := strings.Cut(filepath.ToSlash(target), "zoneinfo/"); found {
			return strings.TrimPrefix(name, "Etc/")
		}
	}
	if _, offset := time.Now().Zone(); offset/3600 != 0 {
		return fmt.Sprintf("Etc/GMT%+d", -offset/3600)
	}
	return "UTC"
}
