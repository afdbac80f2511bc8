// Command hooks is a small service in the manner of PocketBase: it keeps orders in SQLite, and
// scripts in a directory change, refuse and follow them. The scripts are loaded again when they
// change, without a restart.
//
//	go run . -scripts scripts
//	curl -d '{"customer":"Ada","cents":1200}' localhost:8090/orders
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"log"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

func main() {
	address := flag.String("listen", "localhost:8090", "the `address` to listen on")
	scripts := flag.String("scripts", "scripts", "the `directory` with the hooks")
	database := flag.String("database", ":memory:", "the `file` of the database")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := serve(ctx, *address, *scripts, *database); err != nil {
		log.Fatal(err) //nolint:gocritic // the process ends
	}
}

func serve(ctx context.Context, address, scripts, database string) error {
	store, err := OpenStore(ctx, database)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	hooks, err := OpenHooks(ctx, scripts, store, slog.Default())
	if err != nil {
		return err
	}
	defer hooks.Close()
	loop, err := wakeful.New()
	if err != nil {
		return err
	}
	if err := hooks.Watch(loop, time.Second); err != nil {
		return err
	}
	server := &http.Server{Addr: address, Handler: handler(hooks), ReadHeaderTimeout: 5 * time.Second}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	go func() { _ = loop.Run(ctx) }()
	defer func() { <-loop.Done() }()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		_ = loop.Close()
		return err
	}
	return nil
}

// handler answers POST /orders.
func handler(hooks *Hooks) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /orders", func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			Customer string `json:"customer"`
			Cents    int64  `json:"cents"`
			Note     string `json:"note"`
		}
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16)).Decode(&body); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		row, err := hooks.Create(r.Context(), js.Fields{{Name: "customer", Value: body.Customer}, {Name: "cents", Value: body.Cents}, {Name: "note", Value: body.Note}})
		if refused, ok := errors.AsType[*RefusedError](err); ok {
			http.Error(w, refused.Error(), http.StatusUnprocessableEntity)
			return
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		answer := map[string]any{}
		for _, field := range row {
			answer[field.Name] = field.Value
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(answer)
	})
	return mux
}
