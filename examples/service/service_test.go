package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"go.uber.org/goleak"
)

// startTimeout is far longer than Chromium takes to start.
const startTimeout = 5 * time.Minute

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// start starts the service, and returns its address.
func start(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, listener) }()
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return "http://" + listener.Addr().String()
}

func TestService(t *testing.T) {
	service := start(t)
	for _, c := range []struct{ method, path, body, want string }{
		{"GET", "/hello/g%C3%B6pher", "", "200 hello, göpher\n"},
		{"GET", "/notes", "", "200 []"},
		{"POST", "/notes", `{"text":"first"}`, "201 1"},
		{"POST", "/notes", `{}`, `400 {"error":"text is missing"}`},
		{"POST", "/notes", `{"text":`, "500 Internal Server Error\n"},
		{"POST", "/notes", `"` + strings.Repeat("x", largestBody) + `"`, "413 Request Entity Too Large\n"},
		{"GET", "/notes", "", `200 [{"text":"first"}]`},
		{"POST", "/upper", "übung", "200 ÜBUNG"},
		{"GET", "/none", "", "404 there is nothing here\n"},
	} {
		request, err := http.NewRequestWithContext(t.Context(), c.method, service+c.path, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Errorf("%s %s: %v", c.method, c.path, err)
			continue
		}
		body, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if got := fmt.Sprintf("%d %s", response.StatusCode, body); err != nil || got != c.want {
			t.Errorf("%s %s: got %q, %v; want %q", c.method, c.path, got, err, c.want)
		}
	}
}

// TestServiceCurl: what another client sees.
func TestServiceCurl(t *testing.T) {
	curl, err := exec.LookPath("curl")
	if err != nil {
		t.Skip("NOT RUN: curl is not installed: " + err.Error())
	}
	service := start(t)
	for _, c := range []struct {
		arguments []string
		want      string
	}{
		{[]string{service + "/hello/curl"}, "hello, curl\n"},
		{[]string{"--head", "--write-out", "%{http_code} %header{content-length}", "--output", "/dev/null", service + "/hello/x"}, "200 9"},
		{[]string{"--data-binary", "@-", "--header", "Expect: 100-continue", service + "/upper"}, strings.Repeat("BODY", 50_000)},
		{[]string{"--data-binary", "@-", "--header", "Transfer-Encoding: chunked", service + "/upper"}, strings.Repeat("BODY", 50_000)},
	} {
		arguments := append([]string{"--silent", "--show-error"}, c.arguments...)
		cmd := exec.CommandContext(t.Context(), curl, arguments...)
		cmd.Stdin = strings.NewReader(strings.Repeat("body", 50_000))
		out, err := cmd.CombinedOutput()
		if err != nil || string(out) != c.want {
			t.Errorf("curl %s: got %.200q, %v; want %.200q", strings.Join(c.arguments, " "), out, err, c.want)
		}
	}
}

// TestServiceBrowser: a page in Chromium reads a streamed response, gives it up, and the script
// hears of it.
func TestServiceBrowser(t *testing.T) {
	var chromium string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			chromium = found
			break
		}
	}
	if chromium == "" {
		t.Skip("NOT RUN: no Chromium was found; install chromium")
	}
	service := start(t)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium), chromedp.UserDataDir(t.TempDir()), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.WSURLReadTimeout(startTimeout), chromedp.Flag("disable-component-update", true))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	defer stop()
	browser, cancel := chromedp.NewContext(allocator)
	defer cancel()
	if err := chromedp.Do(browser, chromedp.Navigate(service+"/")); err != nil {
		t.Fatal(err)
	}
	evaluate := func(expression string) string {
		t.Helper()
		value, err := chromedp.Run(browser, chromedp.Evaluate[string](expression, chromedp.EvalAwaitPromise))
		if err != nil {
			t.Fatalf("%v, in: %s", err, expression)
		}
		return value
	}
	const read = `(async () => {
		const controller = new AbortController();
		const response = await fetch('/ticks?every=1', { signal: controller.signal });
		const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
		let text = '';
		while (!text.includes('data: 5')) text += (await reader.read()).value;
		const open = await (await fetch('/open')).text();
		controller.abort();
		let ended; // what has come before the abort may still be read
		while (ended === undefined) await reader.read().catch((e) => { ended = e.name; });
		while (await (await fetch('/open')).text() !== '0');
		return [response.headers.get('content-type'), text.startsWith('data: 1\n\ndata: 2\n\n'), open, ended].join();
	})()`
	if got, want := evaluate(read), "text/event-stream,true,1,AbortError"; got != want {
		t.Errorf("the page saw %s, want %s", got, want)
	}
	const upload = `(async () => (await (await fetch('/upper', { method: 'POST', body: new Blob(['chromium '.repeat(50000)]) })).text()) === 'CHROMIUM '.repeat(50000) ? 'same' : 'different')()`
	if got := evaluate(upload); got != "same" {
		t.Errorf("the upload came back %s", got)
	}
	const events = `new Promise((done) => { const source = new EventSource('/ticks?every=1'); source.addEventListener('message', (e) => { if (e.data === '3') { source.close(); done('3') } }) })`
	if got := evaluate(events); got != "3" {
		t.Errorf("the event source got %s", got)
	}
}
