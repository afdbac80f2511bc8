package sandbox_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/wakeful-go/wakeful/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.WorkerMain()
	goleak.VerifyTestMain(m)
}
