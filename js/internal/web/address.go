package web

import (
	"net"
	"net/http"
	"strings"
)

// This file owns the URL of a request that a handler answers.

// addressOf returns the URL of a request.
func addressOf(r *http.Request) string {
	if r.URL.IsAbs() {
		return r.URL.String()
	}
	scheme, host := "http", r.Host
	if r.TLS != nil {
		scheme = "https"
	}
	if local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok && host == "" {
		host = local.String()
	}
	path := r.URL.RequestURI()
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return scheme + "://" + host + path
}

// plainAddress reports whether a URL is as the URL Standard writes it, whatever is not in doubt.
func plainAddress(address string) bool {
	rest, ok := strings.CutPrefix(address, "http://")
	host, path, found := strings.Cut(rest, "/")
	if !ok || !found || host == "" || strings.Contains(path, "/.") || strings.HasPrefix(path, ".") {
		return false
	}
	name, port, _ := strings.Cut(host, ":")
	if port != "" && (len(port) > 5 || len(port) == 5 && port > "65535" || port[0] == '0' || port == "80") || strings.HasSuffix(host, ":") || strings.Contains(name, "--") {
		return false
	}
	for i := range len(port) {
		if port[i] < '0' || port[i] > '9' {
			return false
		}
	}
	for i := range len(name) { // no digits, which may be an address, and no xn--
		if c := name[i]; (c < 'a' || c > 'z') && (c != '.' && c != '-' || i == 0 || name[i-1] == '.') {
			return false
		}
	}
	return !strings.ContainsFunc(path, func(r rune) bool { return !plainInPath(r) })
}

func plainInPath(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("/-_.?=&", r)
}
