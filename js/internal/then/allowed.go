//go:build !wakeful_purego

package then

// allowed says that package unsafe may be used.
const allowed = true
