package main

import (
	"context"
	"os"
	"strconv"
	"testing"

	"go.uber.org/goleak"
)

// TestMain is also the main function of the workers, which are processes of the test's program.
func TestMain(m *testing.M) {
	if isWorker() {
		main()
		return
	}
	goleak.VerifyTestMain(m)
}

// TestAccountsEqualTheReference: three processes, killed at random while orders flow. The variable
// WAKEFUL_ORDERS is the number of orders.
func TestAccountsEqualTheReference(t *testing.T) {
	p := plan{records: 50_000, kills: 5, printf: t.Logf}
	if testing.Short() {
		p = plan{records: 20_000, kills: 2, printf: t.Logf}
	}
	if n, err := strconv.Atoi(os.Getenv("WAKEFUL_ORDERS")); err == nil {
		p.records, p.kills = n, max(5, n/20_000)
	}
	if err := run(context.Background(), p); err != nil {
		t.Fatal(err)
	}
}
