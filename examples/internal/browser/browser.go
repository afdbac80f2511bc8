// Package browser drives a headless Chromium for the tests of the examples: it opens pages on
// screens of several sizes, in light and dark mode, and records what a correct page does not do.
//
// Chromium has to be installed. Without it, and under the race detector, [Start] skips the test.
package browser

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// hang is far longer than starting a browser or opening a page takes, even on a busy machine. The
// test fails after it.
const hang = 5 * time.Minute

// Start starts Chromium with a fresh profile. It ends with the test. A server's certificate is
// accepted without an authority if its key is one of trusted: the SHA-256 sums of the key's
// SubjectPublicKeyInfo, in base64.
func Start(t *testing.T, trusted ...string) context.Context {
	t.Helper()
	if raceDetector {
		t.Skip("NOT RUN: the page was not opened in a browser under the race detector, where it is the same; the tests without it do")
	}
	path := find()
	if path == "" {
		t.Skip("NOT RUN: the page was not opened in a browser, because no Chromium was found; install chromium")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.UserDataDir(t.TempDir()),
		chromedp.WSURLReadTimeout(hang),
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
	)
	if len(trusted) > 0 {
		options = append(options, chromedp.Flag("ignore-certificate-errors-spki-list", strings.Join(trusted, ",")))
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("%s does not start: %v", path, err)
	}
	return ctx
}

// find returns the path of a Chromium, or "" if there is none.
func find() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// A Screen is what a page is opened on. One that is narrower than 600 pixels is a phone's.
type Screen struct {
	Width int64
	Dark  bool
}

// Screens returns the screens that each page is tested on. With -short, each width and each theme
// occurs once.
func Screens() []Screen {
	screens := []Screen{{1440, false}, {390, true}}
	if !testing.Short() {
		screens = append(screens, Screen{1440, true}, Screen{390, false})
	}
	return screens
}

// String returns "light-390", as part of a file's name.
func (s Screen) String() string {
	if s.Dark {
		return fmt.Sprintf("dark-%d", s.Width)
	}
	return fmt.Sprintf("light-%d", s.Width)
}

// A Tab is a page in the browser, with the faults that it has reported. The goroutine of the test
// uses it.
type Tab struct {
	t     *testing.T
	ctx   context.Context
	close context.CancelFunc

	mu     sync.Mutex
	faults []string // exceptions, complaints on the console
	asked  []string // addresses of other servers
}

// Open opens a page in a new tab, and waits until it is loaded. The tab ends with the test.
func Open(browser context.Context, t *testing.T, url string, on Screen) *Tab {
	t.Helper()
	ctx, closeTab := chromedp.NewContext(browser)
	t.Cleanup(closeTab)
	ctx, stop := context.WithTimeout(ctx, hang)
	t.Cleanup(stop)
	p := &Tab{t: t, ctx: ctx, close: closeTab}
	if err := chromedp.Listen(ctx, func(event any) { p.notice(event, url) }); err != nil {
		t.Fatal(err)
	}
	scheme, height := "light", int64(900)
	if on.Dark {
		scheme = "dark"
	}
	var how []chromedp.EmulateViewportOption
	if on.Width < 600 {
		height, how = 844, append(how, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulateScale(2))
	}
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	}); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(on.Width, height, how...), chromedp.Navigate(url)); err != nil {
		t.Fatal(err)
	}
	return p
}

// Close closes the tab.
func (p *Tab) Close() { p.close() }

// notice records errors that a correct page does not cause.
func (p *Tab) notice(event any, own string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if address := e.Request.URL; !strings.HasPrefix(address, own) && !strings.HasSuffix(address, "/favicon.ico") {
			p.asked = append(p.asked, address)
		}
	case *runtime.EventExceptionThrown:
		p.faults = append(p.faults, "exception: "+e.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" || e.Type == "assert" {
			p.faults = append(p.faults, fmt.Sprintf("console %s", e.Type))
		}
	case *log.EventEntryAdded:
		if (e.Entry.Level == "error" || e.Entry.Level == "warning") && !strings.HasSuffix(e.Entry.URL, "/favicon.ico") {
			p.faults = append(p.faults, fmt.Sprintf("%s: %s", e.Entry.Source, e.Entry.Text))
		}
	}
}

// Faults returns what the page has done wrong so far: errors, and addresses of other servers that
// it has asked.
func (p *Tab) Faults() (faults, asked []string) {
	p.t.Helper()
	p.Evaluate[int]("1") // the reply to a command comes after all earlier events
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.faults, p.asked
}

// Evaluate evaluates an expression in the page. If the result is a promise, it waits for it.
func (p *Tab) Evaluate[T any](expression string) T {
	p.t.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%v, in: %s", err, expression)
	}
	return value
}

// Picture saves a screenshot of the whole page in a folder. Without a folder it does nothing.
func (p *Tab) Picture(folder, name string) {
	p.t.Helper()
	if folder == "" {
		return
	}
	png, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), png, 0o644); err != nil { //nolint:gosec // a picture to be looked at
		p.t.Fatal(err)
	}
}
