package telemetry

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// This file owns for which names of its host the page is served.
//
// A page of another site can have its own name resolve to this server's address (DNS rebinding).
// The browser then lets that page read the answers, because they have its name. It sends that name
// as the host, so a name that nobody has listed is refused. An address needs no name service.

// A HandlerOption changes what Handler serves. The functions of this package make options. The zero
// HandlerOption has no effect.
type HandlerOption struct{ apply func(*handler) }

// WithHosts also serves requests for hosts with these names, such as "metrics.example.com". A name
// is without a port and stands for itself only. The case of letters and a dot at the end do not
// matter. Without it, only requests for IP addresses and for localhost are served.
func WithHosts(names ...string) HandlerOption {
	return HandlerOption{func(h *handler) {
		for _, name := range names {
			h.hosts[plainName(name)] = true
		}
	}}
}

// plainName returns a name in the form in which names are compared.
func plainName(name string) string { return strings.ToLower(strings.TrimSuffix(name, ".")) }

// serves reports whether the page is served for the host of a request, which may have a port. A
// request without a host is from no browser: HTTP/1.0 has none.
func (h *handler) serves(host string) bool {
	if host == "" {
		return true
	}
	name := host
	if before, _, err := net.SplitHostPort(host); err == nil {
		name = before
	} else if inside, ok := strings.CutPrefix(host, "["); ok {
		name = strings.TrimSuffix(inside, "]")
	}
	name = plainName(name)
	if name == "localhost" || name != "" && h.hosts[name] {
		return true
	}
	_, err := netip.ParseAddr(name) // also with a zone
	return err == nil
}

// refuse answers a request for another host. The status is 403. 421 would invite the client to send
// the request again on another connection.
func refuse(w http.ResponseWriter) {
	http.Error(w, "the page of the loops is served for IP addresses, localhost and the names of telemetry.WithHosts only", http.StatusForbidden)
}
