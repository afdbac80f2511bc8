package group

import (
	"errors"
	"fmt"

	"github.com/wakeful-go/wakeful"
)

// Errors of the package, in addition to those of package wakeful: ErrClosed when the group has
// ended or is ending, ErrAlreadyRun, ErrInvalidOption, ErrNilFunc and ErrNilContext. They are
// returned alone or wrapped with a description. Match them with errors.Is.
var (
	// ErrNotRunning is returned by Resize before Run, because only running loops can hand over what
	// moves.
	ErrNotRunning = errors.New("group: the group is not running; call Run on another goroutine first")
	// ErrOnLoop is returned by Resize and by KeyedState.Close when a callback of one of the group's
	// loops calls them. They wait for what the loops do. Call them on another goroutine.
	ErrOnLoop = errors.New("group: called from a callback of the group's own loops, which it waits for; use another goroutine")
)

func invalid(option string, value any, want string) error {
	return fmt.Errorf("%w: group.%s(%v): %s", wakeful.ErrInvalidOption, option, value, want)
}
