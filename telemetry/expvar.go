package telemetry

import "encoding/json"

// Vars is the type of Expvar. It is an expvar.Var.
type Vars struct{}

// Expvar returns all watched loops as a variable for package expvar:
//
//	expvar.Publish("wakeful", telemetry.Expvar())
//
// Its value is a JSON object with a Snapshot for each loop, by name. Package telemetry does not
// import expvar, whose import alone adds a handler to http.DefaultServeMux.
func Expvar() Vars { return Vars{} }

// String returns the JSON. Any goroutine may call it.
func (Vars) String() string {
	snapshots := map[string]Snapshot{}
	for _, w := range All() {
		s := w.Snapshot()
		snapshots[s.Loop] = s
	}
	b, err := json.Marshal(snapshots)
	if err != nil {
		return "{}" // a Snapshot has no value that JSON cannot encode
	}
	return string(b)
}
