// Command gateway is what an agent calls instead of single tools: a language model reads the
// declarations of ten functions, writes a program that uses them, and gets its result.
//
//	go run ./examples/gateway &
//	curl localhost:8080/tools
//	curl localhost:8080/run -d '(await orders.list({customer: "c1"})).filter(o => o.total > 20)'
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net/http"
	"time"

	"github.com/wakeful-go/wakeful/sandbox"
)

type (
	ID struct {
		ID string `json:"id"`
	}
	Of struct {
		Customer string `json:"customer" doc:"The customer's id."`
	}
	Query struct {
		Text  string `json:"text" doc:"Words that the name has, in any case."`
		Limit int    `json:"limit,omitempty" doc:"At most so many results; ten if it is left out."`
	}
	Refund struct {
		Order  string  `json:"order"`
		Amount float64 `json:"amount" doc:"In euros, at most the order's total."`
	}
	Note struct {
		Customer string `json:"customer"`
		Text     string `json:"text" doc:"What colleagues should know."`
	}
)

// functions are what a program may call. Reading is cheap and frequent; what changes something has a
// budget.
func functions(s *shop) []sandbox.Function {
	about, rarely, slow := sandbox.WithDescription, sandbox.WithMaxCalls(3), sandbox.WithTimeout(2*time.Second)
	return []sandbox.Function{
		sandbox.Func("today", s.today, about("The date of the shop.")),
		sandbox.Tool("customers.find", s.find, about("Looks for customers by name."), slow, sandbox.WithMaxConcurrent(4)),
		sandbox.Tool("customers.get", s.customer, about("One customer. It is an error if there is none."), slow),
		sandbox.Tool("customers.note", s.note, about("Adds a note to a customer."), rarely),
		sandbox.Tool("orders.list", s.list, about("All orders of a customer, the latest first."), slow),
		sandbox.Tool("orders.get", s.order, about("One order."), slow),
		sandbox.Tool("orders.cancel", s.cancel, about("Cancels an order that is open."), rarely),
		sandbox.Tool("orders.refund", s.refund, about("Pays money back."), rarely),
		sandbox.Tool("products.find", s.products, about("Looks for products by name."), slow),
		sandbox.Tool("products.stock", s.stock, about("How many of a product there are."), slow),
	}
}

// handler runs the programs that are posted to /run. Each has memory of its own.
func handler(sb *sandbox.Sandbox) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /tools", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, sb.Declarations()) })
	mux.HandleFunc("POST /run", func(w http.ResponseWriter, r *http.Request) {
		source, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		value, err := sb.Eval(r.Context(), "program.js", string(source))
		answer, status := map[string]any{"value": value}, http.StatusOK
		if script := (*sandbox.ScriptError)(nil); errors.As(err, &script) { // the model can correct it
			answer, status = map[string]any{"error": err.Error(), "stack": script.Stack}, http.StatusUnprocessableEntity
		} else if err != nil {
			answer, status = map[string]any{"error": err.Error()}, http.StatusTooManyRequests
		}
		text, err := json.Marshal(answer)
		if err != nil { // JSON has no NaN and no value that contains itself
			text, _ = json.Marshal(map[string]any{"error": err.Error()})
			status = http.StatusUnprocessableEntity
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write(text)
	})
	return mux
}

func newGateway(audit *slog.Logger) (*sandbox.Sandbox, error) {
	config := sandbox.Config{Memory: 32 << 20, CPU: 200 * time.Millisecond, Wall: 10 * time.Second, Pending: 20}
	config.Audit = func(c sandbox.ToolCall) {
		audit.LogAttrs(context.Background(), slog.LevelInfo, c.Tool, slog.String("arguments", fmt.Sprint(c.Arguments...)), slog.Duration("took", c.Duration), slog.Any("error", c.Err))
	}
	return sandbox.New(config, functions(newShop())...)
}

func main() {
	sb, err := newGateway(slog.Default())
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(http.ListenAndServe("localhost:8080", handler(sb)))
}
