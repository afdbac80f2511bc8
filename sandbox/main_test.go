package sandbox_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/wakeful-go/wakeful/sandbox"
)

// engineCache is a folder for the compiled engine, which the tests and their workers share: under the race
// detector compiling takes half a minute.
var engineCache = os.Getenv("WAKEFUL_SANDBOX_PROCESSES")

// inProcesses makes open use worker processes: TestInProcesses runs the tests once more so.
var inProcesses = engineCache != ""

func TestMain(m *testing.M) {
	sandbox.WorkerMain()
	if inProcesses {
		goleak.VerifyTestMain(m)
	}
	var err error
	if engineCache, err = os.MkdirTemp("", "sandbox"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(status int) {
		_ = os.RemoveAll(engineCache) // a folder for temporary files
		os.Exit(status)
	}))
}
