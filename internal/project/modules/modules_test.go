package modules

import (
	"slices"
	"testing"
)

func TestImported(t *testing.T) {
	got, err := imported([]string{".", "cmd", "js"}, map[string]string{"cmd": "a program"})
	if want := []string{".", "js"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
	if got, err := imported([]string{".", "js"}, map[string]string{"cmd": "a program"}); err == nil {
		t.Errorf("a module that does not exist is excluded: %v", got)
	}
}
