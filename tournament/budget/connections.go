package budget

// The bounds on connections with TLS and on WebSockets.

// aboutConnections: TLS costs no more than with goroutines on net and crypto/tls, and WebSockets
// little more than with other libraries.
func aboutConnections() []Bound {
	var bounds []Bound
	for _, connections := range []string{"100", "1000"} {
		for _, processors := range []string{"apart", "shared"} {
			limit := map[string]float64{"apart": 1, "shared": 1.15}[processors]
			bounds = append(bounds, Bound{Contestant: "wakeful-tls", Workload: "tls-echo",
				Params: map[string]string{"connections": connections, "processors": processors}, Against: "net-tls", AtMost: limit})
		}
		for _, peer := range []string{"gws", "coder-websocket"} {
			bounds = append(bounds, Bound{Contestant: "wakeful-websocket", Workload: "websocket-echo",
				Params: map[string]string{"connections": connections, "processors": "shared"}, Against: peer, AtMost: 1.10})
		}
	}
	return bounds
}
