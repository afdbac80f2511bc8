package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/promwakeful"
	"github.com/wakeful-go/wakeful/telemetry"
)

// server is the service: two loops, and an HTTP server that shows them.
type server struct {
	shop     *shop
	mail     *wakeful.Loop
	listener net.Listener
	http     *http.Server
	cancel   context.CancelFunc // of the context of all requests
	ended    chan error         // one value from each loop, and one from the HTTP server
}

// stallLimit is the longest time that a callback may run.
const stallLimit = 100 * time.Millisecond

// start starts the service. read is the shop's function to read its catalogue.
func start(address string, logger *slog.Logger, read func()) (*server, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	orders, err := watched("orders", logger)
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	mail, err := watched("mail", logger)
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	// The mail loop is idle: it sends reminders once a minute.
	if _, err := mail.Every(time.Minute, func() {}); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(promwakeful.NewCollector())
	mux := http.NewServeMux()
	mux.Handle("/debug/loops", telemetry.Handler())
	mux.Handle("/metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))

	ctx, cancel := context.WithCancel(context.Background())
	s := &server{
		shop: &shop{loop: orders, read: read}, mail: mail, listener: listener, cancel: cancel, ended: make(chan error, 3),
		http: &http.Server{
			Handler:           mux,
			ReadHeaderTimeout: 5 * time.Second,
			WriteTimeout:      30 * time.Second, // the page's stream of events sets its own
			BaseContext:       func(net.Listener) context.Context { return ctx },
		},
	}
	go func() { s.ended <- s.http.Serve(listener) }()
	for _, loop := range []*wakeful.Loop{orders, mail} {
		go func() { s.ended <- loop.Run(context.Background()) }()
	}
	return s, nil
}

// watched returns a loop that is watched.
func watched(name string, logger *slog.Logger) (*wakeful.Loop, error) {
	loop, err := wakeful.New(wakeful.WithName(name))
	if err != nil {
		return nil, err
	}
	_, err = telemetry.Watch(loop, telemetry.WithStallLimit(stallLimit, nil), telemetry.WithSampling(16),
		telemetry.WithOrigins(), telemetry.WithLogger(logger))
	return loop, err
}

// shutdown ends the service. It ends open pages first, because Shutdown would wait for them.
func (s *server) shutdown() error {
	s.cancel()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	errs := []error{s.http.Shutdown(ctx), s.shop.loop.Shutdown(ctx), s.mail.Shutdown(ctx)}
	for range cap(s.ended) {
		if err := <-s.ended; !errors.Is(err, http.ErrServerClosed) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
