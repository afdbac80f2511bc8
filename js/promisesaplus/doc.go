// Package promisesaplus runs the Promises/A+ suite, all of promises-aplus-tests, on
// a wakeful loop: over the engine's own Promise, and over the promises of package
// promise, lent to JavaScript. The suite is bundled in suite/suite.js, with the
// licences of what is in it beside it.
package promisesaplus

//go:generate sh -c "cd suite && go run generate.go"
