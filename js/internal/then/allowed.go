//go:build !wakeful_purego

package then

// allowed reports that package unsafe may be used.
const allowed = true
