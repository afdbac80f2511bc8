package workloads

import "github.com/wakeful-go/wakeful/tournament/contest"

// This file owns the echo workloads over TLS and WebSockets.

var _ = register(&Workload{
	Name:     "tls-echo",
	Summary:  "As io-echo, over TLS 1.3. The handshakes are not timed.",
	Unit:     nsPerOp,
	Variants: tlsVariants(),
	Quick:    quickProtocolVariants,
	Needs:    contest.TLSEchoes,
	order:    106,
	refuses:  ifPlaceable,
	prepare:  func(s *session) (pass, error) { return s.echoed("tls") },
})

var _ = register(&Workload{
	Name:     "websocket-echo",
	Summary:  "As io-echo, with messages of 64 bytes over WebSockets without compression. The handshakes are not timed. Server and clients keep to one processor.",
	Unit:     nsPerOp,
	Variants: []map[string]string{{"connections": "100", "processors": shared}, {"connections": "1000", "processors": shared}},
	Quick:    quickProtocolVariants,
	Needs:    contest.WebSocketEchoes,
	order:    107,
	refuses:  ifPlaceable,
	prepare:  func(s *session) (pass, error) { return s.echoed("websocket") },
})

// quickProtocolVariants: on one processor a row is decided in few rounds.
var quickProtocolVariants = []map[string]string{{"connections": "100", "processors": shared}}

func tlsVariants() []map[string]string {
	var all []map[string]string
	for _, connections := range []string{"100", "1000"} {
		all = append(all, map[string]string{"connections": connections, "processors": apart},
			map[string]string{"connections": connections, "processors": shared})
	}
	return all
}

func ifPlaceable(contest.Entry, map[string]string) string { return Unplaceable() }
