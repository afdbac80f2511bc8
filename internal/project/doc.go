// Package project holds the tests of the project itself: its layers, the code, commands and links
// of its documents, and forbidden text. There is nothing to import.
//
// Each check is a function from a description of the tree to a list of complaints. So it can also
// run on planted violations, which shows that it can fail.
package project
