//go:build wakeful_purego

package then

// allowed says that package unsafe may not be used: the engine's own then stays.
const allowed = false
