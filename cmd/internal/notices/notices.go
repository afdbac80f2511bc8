// Package notices holds the notices of the third parties whose work is in the command, as their
// licences require. THIRD_PARTY_NOTICES is generated; run
//
//	go generate ./internal/notices
//
// in the module cmd after a dependency or a bundle has changed.
package notices

import (
	_ "embed"
)

//go:generate go run ./generate

// Text is all of the notices: what is in the command, and the licence of each part.
//
//go:embed THIRD_PARTY_NOTICES
var Text string
