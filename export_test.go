package wakeful

import "github.com/wakeful-go/wakeful/internal/spin"

// Spinners returns how many loops of the process are counted as spinning.
func Spinners() int { return spin.Spinners() }

// WarmUps returns how many times the code of Submit was executed to keep it in the caches.
func (s *IdleState) WarmUps() uint64 { return s.warmer.times }
