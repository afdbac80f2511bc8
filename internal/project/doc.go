// Package project holds the tests about the project itself: that its layers
// are kept, that what its documents show compiles, runs and leads somewhere, and
// that its text says nothing it should not. There is nothing to import.
//
// Each check is a function from a description of the tree to a list of
// complaints, so that it is also run on planted violations: a check that cannot
// fail is no check.
package project
