// Package models holds the Promela models of wakeful's protocols and the test that checks them: how
// a loop parks and is unparked (wake.pml), how functions reach it (ingress.pml), both together
// (loop.pml), what it does before it parks (waiting.pml), how it learns that a file descriptor is
// ready (watcher.pml), how its counters are read (metrics.pml), how a key
// moves between the loops of a group (handover.pml), a rejected design (fetchadd.pml),
// and the switch between the two places where some of the tournament's designs park (tiers.pml).
// There is no Go code to import.
//
// Each model has mutants, selected with -D, that omit or swap one step of its protocol. The test
// requires every model to hold in every configuration of table_test.go, searched in full, and every
// mutant to violate the property listed with it. docs/wake-protocol.md has the protocol and its
// argument.
//
// By hand:
//
//	spin -a -DSUBMITTERS=2 -DNO_RECHECK wake.pml && cc -DSAFETY -o pan pan.c && ./pan
//	spin -t -p -DSUBMITTERS=2 -DNO_RECHECK wake.pml
package models
