package world

import (
	"time"

	"github.com/wakeful-go/wakeful/tournament/internal/system"
)

// This file owns the limits of the workload echo. The clients run in the runner, are the same for
// every peer, and check every byte: package echoclient.

// echoLimit is the time limit for an answer of the server.
const echoLimit = 60 * time.Second

// portsOfAddress is the number of connections from one address to the same address and port. It is
// less than the number of ports that Linux assigns.
const portsOfAddress = 28_000

// keptDescriptors is the number of descriptors that a process has besides its connections.
const keptDescriptors = 100

// mostConnections returns how many connections a peer and the runner can have.
func mostConnections() int { return min(portsOfAddress, system.DescriptorLimit()-keptDescriptors) }
