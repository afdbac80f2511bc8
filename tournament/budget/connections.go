package budget

import "github.com/wakeful-go/wakeful/tournament/workloads"

// The bounds on connections: echoes with and without TLS, and WebSockets.

// Connections returns those of the promises about loops that are about connections of package
// stream: plain ones against package net, TLS against crypto/tls on goroutines, and WebSockets
// against other libraries.
func Connections() []Bound {
	bounds := aboutEchoes()
	for _, connections := range []string{"100", "1000"} {
		for _, processors := range []string{"apart", "shared"} {
			limit := map[string]float64{"apart": 1, "shared": 1.15}[processors]
			bounds = append(bounds, Bound{Contestant: "wakeful", Workload: "tls-echo",
				Params: map[string]string{"connections": connections, "processors": processors}, Against: "net", AtMost: limit})
		}
		for _, peer := range []string{"gws", "coder-websocket"} {
			bounds = append(bounds, Bound{Contestant: "wakeful", Workload: "websocket-echo",
				Params: map[string]string{"connections": connections, "processors": "shared"}, Against: peer, AtMost: 1.10})
		}
	}
	idle := map[string]string{"connections": workloads.ManyConnections}
	return append(bounds,
		Bound{Contestant: "wakeful", Workload: "tls-idle-memory", Params: idle, AtMost: 8 << 10},
		Bound{Contestant: "wakeful", Workload: "tls-idle-memory", Params: idle, Against: "net", AtMost: 0.4},
		// Two were measured: one waits for the clients' process, one is the loop's watcher.
		Bound{Contestant: "wakeful", Workload: "tls-idle-goroutines", Params: idle, AtMost: 4})
}

// aboutEchoes compares echoes without TLS.
func aboutEchoes() []Bound {
	var bounds []Bound
	for _, params := range echoes() {
		for _, server := range []string{"net", "netpoll", "libuv"} {
			goal, limit := false, 1.0
			switch server {
			case "net":
				// With clients on the same processors, goroutines are faster.
				goal = params["processors"] == ""
				if goal && params["connections"] != "1" {
					limit = 1.10
				}
			case "libuv":
				// Fewer system calls per request: docs/decisions/streams.md has the figures, in
				// which these three bounds have never held.
				goal = params["connections"] == "1" || params["connections"] == "100" && params["processors"] == "apart"
			}
			bounds = append(bounds, Bound{Contestant: "wakeful", Workload: "io-echo", Params: params, Against: server, AtMost: limit, Goal: goal})
		}
	}
	// Which of the two is faster depends on what the kernel chooses: docs/decisions/streams.md.
	bounds = append(bounds, Bound{Contestant: "wakeful", Workload: "io-echo", Params: map[string]string{"connections": "64"}, Against: "gnet", AtMost: 1, Goal: true})
	for _, connections := range []string{"100", "1000"} {
		params := map[string]string{"connections": connections, "processors": "shared"}
		bounds = append(bounds, Bound{Contestant: "wakeful", Workload: "io-echo", Params: params, Against: "net", AtMost: 1.10})
	}
	return bounds
}

// echoes are the rows in which servers are compared. A single connection is left out
// where the system chooses the processors. In one sample the system keeps server and
// client on one processor, and in the next it uses two, which takes three times as long
// with every server. So the ratio would only say how often it did which.
func echoes() []map[string]string {
	var rows []map[string]string
	for _, connections := range []string{"1", "100", "1000"} {
		rows = append(rows, map[string]string{"connections": connections, "processors": "apart"})
		other := map[string]string{"connections": connections}
		if connections == "1" {
			other["processors"] = "shared"
		}
		rows = append(rows, other)
	}
	return rows
}
