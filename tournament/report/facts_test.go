package report_test

import (
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

// Nothing is said about what is unknown of a machine.
func TestUnknownFactsAreLeftOut(t *testing.T) {
	doc := resulttest.Sparse()
	doc.Environment = result.Environment{GoVersion: "go1.99"}
	if _, second, _ := strings.Cut(table(t, doc, 100, false), "\n"); !strings.HasPrefix(second, "go1.99\n") {
		t.Errorf("the machine is %.40q", second)
	}
}
