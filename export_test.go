package wakeful

import "github.com/wakeful-go/wakeful/internal/spin"

// Spinners returns how many loops of the process are counted as spinning.
func Spinners() int { return spin.Spinners() }
