package js

import (
	"fmt"
	"log/slog"
	"sync"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// An EngineFeature is something for which this module uses the engine's private memory. It is off with
// an engine whose structures are others than expected, and with the build tag wakeful_purego.
type EngineFeature struct {
	Name string
	On   bool
	// Without says what it costs that the feature is off.
	Without string
}

// EngineFeatures returns which features the engine allows. They are the same for all runtimes of a
// process. A feature that is off is also logged once, when the first runtime is made. Any goroutine may
// call it.
func (r *Runtime) EngineFeatures() []EngineFeature {
	var all []EngineFeature
	for _, f := range vm.Features() {
		all = append(all, EngineFeature(f))
	}
	return all
}

var logFeatures sync.Once

// logMissing logs the features that are off, once for a process. A build that asks for it, with the
// tag wakeful_purego, knows.
func logMissing(logger *slog.Logger) {
	if !vm.MayUseMemory {
		return
	}
	logFeatures.Do(func() {
		for _, f := range vm.Features() {
			if !f.On {
				logger.Warn(fmt.Sprintf("js: the engine has other structures than expected, so this is off: %s; %s", f.Name, f.Without))
			}
		}
	})
}
