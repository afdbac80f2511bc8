//go:build wakeful_sobek

package main

// unsupported are the programs that the other engine does not run, and what it
// complains of. Package js names the reasons.
var unsupported = map[string]string{
	"language.js":    "Cannot read property 'y' of undefined", // named groups have no groups
	"server_logs.js": "Value is not object coercible",         // as well
	"generics.ts":    "Value is not an object",                // this of an arrow function that is a field's value
}
