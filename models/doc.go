// Package models holds the Promela models of wakeful's protocols and the test that checks them.
// There is no Go code to import.
//
//	wake.pml       how a loop parks and is unparked
//	ingress.pml    how functions reach it
//	loop.pml       both together
//	waiting.pml    what it does before it parks
//	watcher.pml    how it learns that a file descriptor is ready
//	host.pml       how it wakes the host that turns it
//	metrics.pml    how its counters are read
//	mpsc.pml       how messages reach a mailbox
//	handover.pml   how a key moves between the loops of a group
//	tiers.pml      how some of the tournament's designs switch between two places to park
//
// Each model has mutants, selected with -D, that omit or swap one step of its protocol. The test
// requires every model to hold in every configuration of table_test.go, searched in full, and every
// mutant to violate the property listed with it. A row of the tables also has the rule that its
// mutant breaks. docs/wake-protocol.md has the protocol and its argument.
//
// By hand:
//
//	spin -a -DSUBMITTERS=2 -DNO_RECHECK wake.pml && cc -DSAFETY -o pan pan.c && ./pan
//	spin -t -p -DSUBMITTERS=2 -DNO_RECHECK wake.pml
package models
