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

// intlNatives is the name of the local time zone.
func intlNatives(h host.Host) lib.Natives {
	rt := h.VM()
	return lib.Natives{"zone": func(vm.FunctionCall) vm.Value { return rt.ToValue(localZone()) }}
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
