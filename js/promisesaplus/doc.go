// Package promisesaplus runs all tests of promises-aplus-tests on a wakeful loop, for the engine's
// own Promise and for promises of package promise that are wrapped for JavaScript. The suite is
// bundled in suite/suite.js, with the licences of its packages beside it.
package promisesaplus

//go:generate sh -c "cd suite && go run generate.go"
