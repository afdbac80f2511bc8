// Package report shows a tournament document to readers: as a table for a terminal, and as one HTML
// file that opens from a disk without a network.
//
// Both are written from one matrix of estimates, so they say the same. A figure is a median with its
// interval. The best of a row is the contestant with the lowest median. Package decide says which
// contestants are tied with it, which are behind, and for which nothing is shown. A cell without a
// figure is shown with the reason, and does not count. Controls show what the machine itself costs.
// They are shown beside the contestants and are not ranked.
//
// The functions read the document and do not change it.
package report
