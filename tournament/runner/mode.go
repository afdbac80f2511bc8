package runner

import (
	"fmt"
	"time"
)

// This file owns how thorough a run is, and when it looks at its figures.

// Mode is how thorough a run is.
type Mode string

const (
	// Quick ends in about two minutes and decides most of its rows.
	Quick Mode = "quick"
	// Full takes as long as good figures need, and can be resumed.
	Full Mode = "full"
)

// ParseMode returns the mode of that name.
func ParseMode(name string) (Mode, error) {
	if m := Mode(name); m == Quick || m == Full {
		return m, nil
	}
	return "", fmt.Errorf("there is no mode %q; the modes are %s and %s", name, Quick, Full)
}

// Limits of the time that a run takes before its next stage is cut down. A quick run and building the
// command before it take less than three minutes together. The first look needs most of the run.
const (
	quickLimit = 105 * time.Second
	fullLimit  = 2 * time.Hour
)

// Limit is how long a run measures in this mode, when nothing else is asked for.
func (m Mode) Limit() time.Duration {
	if m == Full {
		return fullLimit
	}
	return quickLimit
}

// Looks are the rounds after which a run looks at its figures. It goes on with the cells of which
// something is still open, and leaves the others. There are half as many rounds again from look to
// look: what is decided between two looks costs at most half of its rounds too many, and each further
// look costs width.
func (m Mode) Looks() []int {
	if m == Full {
		return []int{8, 12, 18, 27, 40, 60, 90}
	}
	return []int{8, 12, 18, 27} // on two cores the quick line-up takes little more than a minute for the first eight
}
