package wakeful_test

import (
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful"
)

func TestOptionsSayWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		option wakeful.Option
		says   string
	}{
		{wakeful.Option{}, "zero value"},
		{wakeful.WithBudget(0), "WithBudget(0)"},
		{wakeful.WithBudget(-1), "WithBudget(-1)"},
		{wakeful.WithMicrotaskBudget(-1), "WithMicrotaskBudget(-1)"},
		{wakeful.WithMaxWorkers(0), "WithMaxWorkers(0)"},
		{wakeful.WithMaxWorkers(-1), "WithMaxWorkers(-1)"},
		{wakeful.WithWaitStrategy(nil), "WithWaitStrategy"},
		{wakeful.WithQueueLimit(0, wakeful.OverflowReject), "WithQueueLimit(0)"},
		{wakeful.WithQueueLimit(-5, wakeful.OverflowBlock), "WithQueueLimit(-5)"},
		{wakeful.WithQueueLimit(1, wakeful.OverflowDropOldest+1), "OverflowPolicy(3)"},
		{wakeful.WithQueueLimit(1, -1), "OverflowPolicy(-1)"},
		{wakeful.WithPanicHandler(nil), "WithPanicHandler"},
	} {
		l, err := wakeful.New(wakeful.WithBudget(1), c.option)
		matches(t, err, wakeful.ErrInvalidOption)
		if l != nil {
			t.Errorf("a loop beside the error %v", err)
		}
		if err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("error %q does not say %q", err, c.says)
		}
	}
}

func TestLaterOptionsWin(t *testing.T) {
	l := unrun(t, limited(1, wakeful.OverflowReject), limited(2, wakeful.OverflowReject))
	check(t, l.Submit(func() {}))
	check(t, l.Submit(func() {}))
	matches(t, l.Submit(func() {}), wakeful.ErrQueueFull)
	check(t, l.Close())
}

func TestPolicyNames(t *testing.T) {
	for policy, name := range map[wakeful.OverflowPolicy]string{
		wakeful.OverflowReject: "OverflowReject", wakeful.OverflowBlock: "OverflowBlock", wakeful.OverflowDropOldest: "OverflowDropOldest", 9: "OverflowPolicy(9)",
	} {
		equal(t, "name", policy.String(), name)
	}
}

func TestPanicErrorSaysWhereAndWhat(t *testing.T) {
	e := &wakeful.PanicError{Value: errCause, Phase: "timers"}
	matches(t, e, errCause)
	for _, part := range []string{"timers", errCause.Error()} {
		if !strings.Contains(e.Error(), part) {
			t.Errorf("error %q does not say %q", e, part)
		}
	}
	if err := (&wakeful.PanicError{Value: 7}).Unwrap(); err != nil {
		t.Errorf("a value that is no error unwraps to %v", err)
	}
}
