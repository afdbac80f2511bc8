package sandbox_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/sandbox"
)

type searchQuery struct {
	Text  string     `json:"text" doc:"What to look for."`
	Limit int        `json:"limit,omitempty"`
	Since *time.Time `json:"since"`
	Tags  []tag      `json:"tags"`
}

type tag struct {
	Name string `json:"name"`
}

type öffnung struct {
	Weite float64 `json:"weite"`
}

func TestDeclarations(t *testing.T) {
	sb := open(t, sandbox.Config{},
		sandbox.Tool("search", func(context.Context, searchQuery) ([]tag, error) { return nil, nil }, sandbox.WithDescription("Looks for documents.\nSlow.")),
		sandbox.Tool("files.read", func(context.Context, string) ([]byte, error) { return nil, nil }),
		sandbox.Tool("measure", func(context.Context, struct{}) (öffnung, error) { return öffnung{}, nil }),
		sandbox.Tool("now", func(context.Context, struct{}) (time.Time, error) { return time.Time{}, nil }))
	const want = `interface SearchQuery {
	/** What to look for. */
	text: string;
	limit?: number;
	since?: Date | null;
	tags: Tag[];
}
interface Tag {
	name: string;
}
interface Öffnung {
	weite: number;
}
/**
 * Looks for documents.
 * Slow.
 */
declare function search(input: SearchQuery): Promise<Tag[] | null>;
declare namespace files {
	function read(input: string): Promise<Uint8Array>;
}
declare function measure(): Promise<Öffnung>;
declare function now(): Promise<Date>;
`
	if got := sb.Declarations(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestToolErrors(t *testing.T) {
	t.Parallel()
	sb := open(t, sandbox.Config{},
		sandbox.Tool("search", func(_ context.Context, q searchQuery) (string, error) { return q.Text, nil }),
		sandbox.Tool("fails", func(context.Context, struct{}) (string, error) { return "", errors.New("no luck") }),
		sandbox.Tool("named", func(context.Context, struct{}) (string, error) {
			return "", &sandbox.ScriptError{Name: "NotFoundError", Message: "gone"}
		}),
		sandbox.Tool("panics", func(context.Context, struct{}) (string, error) { panic("oh") }),
		sandbox.Tool("odd", func(context.Context, struct{}) (chan int, error) { return make(chan int), nil }),
		sandbox.Tool("slow", func(ctx context.Context, _ struct{}) (string, error) { <-ctx.Done(); return "", ctx.Err() }, sandbox.WithTimeout(time.Millisecond)))
	for _, test := range []struct{ call, want string }{
		{"search({text: 1})", "TypeError: search: text: got a number, want a string"},
		{"search({limit: 1.5})", "TypeError: search: limit: got 1.5, want a whole number"},
		{"search({limit: 1e300})", "TypeError: search: limit: the number does not fit into int"},
		{"search({since: 'yesterday'})", "TypeError: search: since: parsing time"},
		{"search({tags: [{name: 'a'}, {name: []}]})", "TypeError: search: tags[1].name: got an array, want a string"},
		{"search({tags: {}})", "TypeError: search: tags: got an object, want an array"},
		{"search('x')", "TypeError: search: got a string, want an object"},
		{"search(() => 1)", "DataCloneError: a function cannot be copied"},
		{"fails()", "Error: no luck"},
		{"named()", "NotFoundError: gone"},
		{"panics()", "Error: "},
		{"odd()", "Error: the result of odd: a chan int is no value of JavaScript"},
		{"slow()", "TimeoutError: slow took longer than 1ms"},
	} {
		got, err := sb.Eval(t.Context(), "test.js", "try { await "+test.call+"; 'no error' } catch (e) { `${e.name}: ${e.message}` }")
		text, _ := got.(string)
		if err != nil || !strings.HasPrefix(text, test.want) {
			t.Errorf("%s: %v, %v; want %s", test.call, got, err, test.want)
		}
	}
}

func TestToolBudgets(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	running, most := 0, 0
	var audit []sandbox.ToolCall
	add := func(c sandbox.ToolCall) { // also for tools that return after their script has ended
		mu.Lock()
		defer mu.Unlock()
		audit = append(audit, c)
	}
	sb := open(t, sandbox.Config{Pending: 3, Audit: add},
		sandbox.Tool("limited", func(context.Context, struct{}) (int, error) { return 1, nil }, sandbox.WithMaxCalls(2)),
		sandbox.Tool("narrow", func(context.Context, int) (int, error) {
			mu.Lock()
			running++
			most = max(most, running)
			mu.Unlock()
			defer func() { mu.Lock(); running--; mu.Unlock() }()
			return 1, nil
		}, sandbox.WithMaxConcurrent(1)))
	if v, err := sb.Eval(t.Context(), "a.js", "await limited() + await limited()"); v != 2.0 || err != nil {
		t.Errorf("%v, %v", v, err)
	}
	if _, err := sb.Eval(t.Context(), "a.js", "for (;;) await limited()"); !errors.Is(err, sandbox.ErrToolCalls) {
		t.Error(err)
	}
	if _, err := sb.Eval(t.Context(), "a.js", "await Promise.all([1, 2, 3].map(narrow))"); err != nil || most != 1 {
		t.Errorf("%v; %d at once", err, most)
	}
	if _, err := sb.Eval(t.Context(), "a.js", "await Promise.all([1, 2, 3, 4].map(narrow))"); !errors.Is(err, sandbox.ErrPending) {
		t.Error(err)
	}
	const late = "const all = [1, 2, 3].map(narrow); for (const start = Date.now(); Date.now() < start + 20;); all.push(narrow(4)); await Promise.all(all)"
	if _, err := sb.Eval(t.Context(), "a.js", late); !errors.Is(err, sandbox.ErrPending) {
		t.Error("results that have not reached the script count as waiting:", err)
	}
	if _, err := sb.Eval(t.Context(), "b.js", "await limited()"); err != nil {
		t.Error(err)
	}
	mu.Lock()
	defer mu.Unlock()
	refused, complete := 0, 0
	for _, c := range audit {
		switch {
		case errors.Is(c.Err, sandbox.ErrPending):
			refused++
		case c.Program == "b.js" && c.Tool == "limited" && c.Result == 1 && c.Err == nil && !c.Start.IsZero():
			complete++
		}
	}
	if refused != 2 || complete != 1 {
		t.Errorf("%d calls refused, %d of the last script, want 2 and 1: %+v", refused, complete, audit)
	}
}

// TestToolsThatDidNotRun: the audit gets calls that still wait for others of their tool when the script ends.
func TestToolsThatDidNotRun(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var audit []sandbox.ToolCall
	sb := open(t, sandbox.Config{Audit: func(c sandbox.ToolCall) {
		mu.Lock()
		defer mu.Unlock()
		audit = append(audit, c)
	}}, sandbox.Tool("narrow", func(ctx context.Context, n int) (int, error) {
		<-ctx.Done()
		return 0, context.Cause(ctx)
	}, sandbox.WithMaxConcurrent(1)))
	if v, err := sb.Eval(t.Context(), "a.js", "narrow(1); narrow(2); narrow(3); 'done'"); v != "done" || err != nil {
		t.Fatal(v, err)
	}
	mu.Lock()
	defer mu.Unlock()
	waited := slices.DeleteFunc(audit, func(c sandbox.ToolCall) bool { return c.Arguments[0] == 1.0 })
	if len(waited) != 2 || waited[0].Err == nil || waited[0].Duration != 0 || waited[1].Arguments[0] != 3.0 {
		t.Errorf("%+v", audit)
	}
}

type key struct{}

func TestToolContext(t *testing.T) {
	t.Parallel()
	started, ended := make(chan any, 1), make(chan error, 1)
	sb := open(t, sandbox.Config{}, sandbox.Tool("wait", func(ctx context.Context, _ struct{}) (int, error) {
		at, _ := ctx.Deadline()
		started <- []any{ctx.Value(key{}), at}
		<-ctx.Done()
		ended <- context.Cause(ctx)
		return 0, nil
	}), sandbox.Tool("begun", func(context.Context, struct{}) (any, error) {
		<-started
		return nil, nil
	}))
	deadline := time.Now().Add(time.Hour)
	reason := errors.New("the caller has gone")
	ctx, cancel := context.WithCancelCause(context.WithValue(t.Context(), key{}, "value"))
	ctx, stop := context.WithDeadline(ctx, deadline)
	defer stop()
	go func() {
		if v := <-started; !reflect.DeepEqual(v, []any{"value", deadline}) {
			t.Errorf("the tool sees %v", v)
		}
		cancel(reason)
	}()
	if _, err := sb.Eval(ctx, "a.js", "await wait()"); !errors.Is(err, reason) {
		t.Error(err)
	}
	if err := <-ended; !errors.Is(err, reason) {
		t.Error(err)
	}
	if v, err := sb.Eval(t.Context(), "a.js", "wait(); await begun(); 'done'"); v != "done" || err != nil {
		t.Error(v, err)
	}
	if err := <-ended; err == nil {
		t.Error("the context of a tool has not ended with the script's call")
	}
}

func TestInvalidTools(t *testing.T) {
	fn := func(context.Context, int) (int, error) { return 0, nil }
	for name, functions := range map[string][]sandbox.Function{
		"zero":       {{}},
		"no name":    {sandbox.Tool("", fn)},
		"odd name":   {sandbox.Tool("a b", fn)},
		"twice":      {sandbox.Tool("a", fn), sandbox.Tool("a", fn)},
		"nil":        {sandbox.Tool[int, int]("a", nil)},
		"bad option": {sandbox.Tool("a", fn, sandbox.WithMaxCalls(0))},
		"no option":  {sandbox.Tool("a", fn, sandbox.ToolOption{})},
	} {
		if _, err := sandbox.New(sandbox.Config{}, functions...); !errors.Is(err, sandbox.ErrInvalidConfig) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, config := range []sandbox.Config{{Memory: 1}, {CPU: -1}, {Stack: 1 << 30}, {Output: -1}, {Pending: -1}} {
		if _, err := sandbox.New(config); !errors.Is(err, sandbox.ErrInvalidConfig) {
			t.Errorf("%+v: %v", config, err)
		}
	}
}
