// Package report shows a tournament document to readers: as a table for a terminal, and as one HTML
// file that opens from a disk without a network.
//
// Both say the same, because both are written from one matrix of estimates: a
// figure is a median with its interval, the best of a row is the contestant
// with the lowest median, and package decide says who is tied with it, who is
// behind, and of whom nothing is shown. A cell without a figure is shown with the reason, and counts for
// nobody. Controls show what the machine itself costs; they are shown beside
// the contestants and are not ranked.
//
// The functions read the document and do not change it.
package report
