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
