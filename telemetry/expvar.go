package telemetry

import (
	"encoding/json"
	"fmt"
)

// Expvar returns all watched loops as a variable for package expvar:
//
//	expvar.Publish("wakeful", telemetry.Expvar())
//
// Its String returns a JSON object with a Snapshot for each loop, by name. Any goroutine may call
// it. Each fmt.Stringer is an expvar.Var. Package telemetry does not import expvar, whose import
// alone adds a handler to http.DefaultServeMux.
func Expvar() fmt.Stringer { return variable{} }

// variable is the result of Expvar.
type variable struct{}

func (variable) String() string {
	snapshots := map[string]Snapshot{}
	for _, w := range Watchers() {
		s := w.Snapshot()
		snapshots[s.Loop] = s
	}
	b, err := json.Marshal(snapshots)
	if err != nil {
		return "{}" // a Snapshot has no value that JSON cannot encode
	}
	return string(b)
}
