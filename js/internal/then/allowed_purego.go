//go:build wakeful_purego

package then

// allowed reports that package unsafe may not be used. Then the engine's own then stays.
const allowed = false
