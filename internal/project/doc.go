// Package project holds the tests of the project itself: its layers, the layout of its files, and
// the code, commands, links and installation instructions of its documents. There is nothing to
// import.
//
// Each check is a function from a description of the tree to a list of complaints. So it can also
// run on planted violations, which shows that it can fail.
package project
