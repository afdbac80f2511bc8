//go:build wakeful_browser

package report_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net/url"
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

	"github.com/wakeful-go/wakeful/tournament/report"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file drives a headless Chromium for the tests. Only the build tag adds it, because
// Chromium's protocol takes long to compile, and the pages to draw. make check sets the tag.

// pageTimeout is far longer than starting a browser or opening a page takes on a busy machine. An
// operation that takes longer fails the test.
const pageTimeout = 5 * time.Minute

var screenshots = flag.String("screenshots", "", "folder for pictures of the pages that the browser tests open, to be looked at")

var document = flag.String("document", "", "a tournament's JSON file whose page the browser tests open as well")

// TestMain ends the browser after the tests.
func TestMain(m *testing.M) {
	code := m.Run()
	shared.closeBrowser()
	os.Exit(code)
}

// shared is the browser of all tests. To start one takes longer than to open a page.
var shared chromium

// chromium is a running Chromium with a fresh profile.
type chromium struct {
	once    sync.Once
	ctx     context.Context //nolint:containedctx // chromedp's handle of the browser
	profile string
	cancels []func()
	err     error
}

// startBrowser returns the browser, which the first test starts. Each page has a tab of its own.
// Without Chromium it skips the test and says so.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	path := findChromium()
	if path == "" {
		const reason = "NOT RUN: the report was not opened in a browser, because no Chromium was found; install chromium"
		fmt.Fprintln(os.Stderr, reason)
		t.Skip(reason)
	}
	shared.once.Do(func() { shared.start(path) })
	if shared.err != nil {
		t.Fatalf("%s does not start: %v", path, shared.err)
	}
	return shared.ctx
}

func (c *chromium) start(path string) {
	if c.profile, c.err = os.MkdirTemp("", "report-browser"); c.err != nil { // it outlives the test
		return
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.UserDataDir(c.profile),
		chromedp.WSURLReadTimeout(pageTimeout),
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("hide-scrollbars", false),
	)
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocator)
	c.ctx, c.cancels = ctx, []func(){cancel, stop}
	c.err = chromedp.Do(ctx)
}

func (c *chromium) closeBrowser() {
	for _, cancel := range c.cancels {
		cancel()
	}
	if c.profile != "" {
		_ = os.RemoveAll(c.profile)
	}
}

// findChromium returns the path of a Chromium, or "" if there is none.
func findChromium() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// tab is one page in the browser, with the faults that it reported.
type tab struct {
	t      *testing.T
	ctx    context.Context
	mu     sync.Mutex
	faults []string // console errors, exceptions, browser complaints
	asked  []string // requests except the one for the page itself
}

// screen describes the screen that a page is opened on.
type screen struct {
	width, height int64
	dark          bool
	phone         bool
}

var (
	desk      = screen{width: 1440, height: 900}
	darkDesk  = screen{width: 1440, height: 900, dark: true}
	phone     = screen{width: 390, height: 844, phone: true}
	darkPhone = screen{width: 390, height: 844, phone: true, dark: true}
)

// screens returns the screens that each page is tested on. With -short, each width and each theme
// occurs once.
func screens() []screen {
	if testing.Short() {
		return []screen{desk, darkPhone}
	}
	return []screen{desk, darkDesk, phone, darkPhone}
}

func (s screen) String() string {
	if s.dark {
		return fmt.Sprintf("dark-%d", s.width)
	}
	return fmt.Sprintf("light-%d", s.width)
}

// open opens a file from the disk, and waits until it is loaded and its scripts have run.
func open(browser context.Context, t *testing.T, path string, on screen) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	ctx, stop := context.WithTimeout(ctx, pageTimeout)
	t.Cleanup(stop)
	p := &tab{t: t, ctx: ctx}
	address := (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
	if err := chromedp.Listen(ctx, func(ev any) { p.record(ev, address) }); err != nil {
		t.Fatal(err)
	}
	var media []chromedp.EmulateViewportOption
	if on.phone {
		media = append(media, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulateScale(2))
	}
	scheme := "light"
	if on.dark {
		scheme = "dark"
	}
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	}); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(on.width, on.height, media...), chromedp.Navigate(address)); err != nil {
		t.Fatal(err)
	}
	return p
}

// record records faults and requests, which a correct page does not have.
func (p *tab) record(ev any, own string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch ev := ev.(type) {
	case *network.EventRequestWillBeSent:
		// Content of the file is not a request: the page itself, data and blobs.
		address := ev.Request.URL
		if address != own && !strings.HasPrefix(address, "data:") && !strings.HasPrefix(address, "blob:") {
			p.asked = append(p.asked, address)
		}
	case *network.EventWebSocketCreated:
		p.asked = append(p.asked, ev.URL)
	case *runtime.EventExceptionThrown:
		p.faults = append(p.faults, "exception: "+ev.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		if ev.Type == "error" || ev.Type == "warning" || ev.Type == "assert" {
			p.faults = append(p.faults, fmt.Sprintf("console %s", ev.Type))
		}
	case *log.EventEntryAdded:
		if ev.Entry.Level == "error" || ev.Entry.Level == "warning" {
			p.faults = append(p.faults, fmt.Sprintf("%s: %s", ev.Entry.Source, ev.Entry.Text))
		}
	}
}

// seen returns the recorded faults and requests.
func (p *tab) seen() (faults, asked []string) {
	// The reply to a command comes after all earlier events.
	evaluate[int](p, "1")
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.faults, p.asked
}

// evaluate evaluates an expression in the page. If the result is a promise, it waits for it.
func evaluate[T any](p *tab, expression string) T {
	p.t.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%v, in: %s", err, expression)
	}
	return value
}

// picture saves a screenshot of the whole page if screenshots were asked for.
func (p *tab) picture(name string) {
	p.t.Helper()
	if *screenshots == "" {
		return
	}
	png, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*screenshots, name+".png"), png, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// written writes the document's page into a temporary file and returns its name.
func written(t *testing.T, doc *result.Document) string {
	t.Helper()
	var page bytes.Buffer
	if err := report.HTML(&page, doc, report.Findings{}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, page.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
