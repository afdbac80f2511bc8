package main

import (
	"context"
	"flag"
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

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/telemetry"
)

// This file owns the tests of the live page in a headless Chromium.

// hang is far longer than starting a browser or opening a page takes, even on a busy machine. The
// test fails after it.
const hang = 5 * time.Minute

var (
	screenshots = flag.String("screenshots", "", "folder for pictures of the page, to be looked at")
	columns     = flag.Int("columns", 2, "how many seconds the charts of the page show when it is looked at")
)

// hostile is a name that contains markup.
const hostile = `<script>alert(1)</script><img src=x onerror=alert(2)>&amp;"'`

// startBrowser starts Chromium with a fresh profile, or skips the test when there is none.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	if raceDetector {
		t.Skip("NOT RUN: the page was not opened in a browser under the race detector, where it is the same; the tests without it do")
	}
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
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
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("%s does not start: %v", path, err)
	}
	return ctx
}

// tab is a page in the browser and its recorded errors.
type tab struct {
	t      *testing.T
	ctx    context.Context
	mu     sync.Mutex
	faults []string
	asked  []string // addresses of other servers
}

// open opens the page on a screen.
func open(browser context.Context, t *testing.T, url string, width int64, dark bool) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	ctx, stop := context.WithTimeout(ctx, hang)
	t.Cleanup(stop)
	p := &tab{t: t, ctx: ctx}
	if err := chromedp.Listen(ctx, func(event any) { p.notice(event, url) }); err != nil {
		t.Fatal(err)
	}
	scheme, height := "light", int64(900)
	if dark {
		scheme = "dark"
	}
	var how []chromedp.EmulateViewportOption
	if width < 600 {
		height, how = 844, append(how, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulateScale(2))
	}
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	}); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(width, height, how...), chromedp.Navigate(url)); err != nil {
		t.Fatal(err)
	}
	return p
}

// notice records errors that a correct page does not cause.
func (p *tab) notice(event any, own string) {
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

// evaluate runs an expression in the page and waits for a promise.
func evaluate[T any](p *tab, expression string) T {
	p.t.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%v, in: %s", err, expression)
	}
	return value
}

// drawn waits until the charts of the first loop have some columns, and returns the page's state.
const drawn = `new Promise((done) => {
  const main = document.getElementById('loops');
  const look = () => {
    const first = cards.get(Math.min(...cards.keys()));
    if (first === undefined || first.history.length < %d) return false;
    observer.disconnect();
    done(main.innerText);
    return true;
  };
  const observer = new MutationObserver(look);
  if (!look()) observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
})`

// audit is the page's report about itself after it is drawn.
type audit struct {
	Wide      []string `json:"wide"`      // elements that extend beyond the screen
	Faint     []string `json:"faint"`     // text with too little contrast
	Blank     []string `json:"blank"`     // charts without a mark or a name
	Names     []string `json:"names"`     // of the loops
	Intruders int      `json:"intruders"` // scripts and images beyond the page's own
	Dark      bool     `json:"dark"`
}

const auditPage = `(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const pixel = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const screen = document.documentElement.clientWidth, wide = [], faint = new Set(), blank = [];
  if (document.documentElement.scrollWidth > screen) wide.push('the page: ' + document.documentElement.scrollWidth);
  for (const e of document.querySelectorAll('body *')) {
    const box = e.getBoundingClientRect();
    if (!e.closest('pre') && box.width > 0 && (box.right > screen + 1 || box.left < -1)) wide.push(e.tagName + '.' + e.className);
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || box.width === 0) continue;
    let back = e;
    while (back && pixel(getComputedStyle(back).backgroundColor)[3] < 255) back = back.parentElement;
    const [a, b] = [light(pixel(getComputedStyle(e).color)), light(pixel(getComputedStyle(back ?? document.body).backgroundColor))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) faint.add(e.tagName + '.' + e.className + ' ' + contrast.toFixed(2));
  }
  for (const chart of document.querySelectorAll('canvas')) {
    const data = chart.getContext('2d').getImageData(0, 0, chart.width, chart.height).data;
    if (!data.some((v) => v !== 0) || !chart.getAttribute('aria-label')) blank.push(chart.className);
  }
  return {
    wide, faint: [...faint], blank, names: [...document.querySelectorAll('h2')].map((h) => h.textContent),
    intruders: document.querySelectorAll('script:not([src="?part=page.js"]), img, iframe, object').length,
    dark: light(pixel(getComputedStyle(document.body).backgroundColor)) < 0.2,
  };
})()`

// TestPageInBrowser opens the page on wide and narrow screens, in light and dark mode, during the
// planted stall. A loop has a name that contains markup.
func TestPageInBrowser(t *testing.T) {
	browser := startBrowser(t)
	s := startService(t)
	strange, err := wakeful.New(wakeful.WithName(hostile))
	if err != nil {
		t.Fatal(err)
	}
	watcher, err := telemetry.Watch(strange)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = watcher.Close() }()

	type screen struct {
		width int64
		dark  bool
	}
	screens := []screen{{1440, false}, {390, true}}
	if !testing.Short() {
		screens = append(screens, screen{1440, true}, screen{390, false})
	}
	for _, on := range screens {
		p := open(browser, t, s.url+"/debug/loops", on.width, on.dark)
		text := evaluate[string](p, fmt.Sprintf(drawn, *columns))
		for _, want := range []string{"orders", "mail", "reloadCatalogue", "recomputePrices", "stalled", "timer", hostile} {
			if !strings.Contains(text, want) {
				t.Errorf("%v: the page does not show %s:\n%s", on, want, text)
			}
		}
		evaluate[int](p, `document.querySelectorAll('details').forEach((d) => { d.open = true }); 0`)
		if stack := evaluate[string](p, `document.querySelector('.stallList pre').textContent`); !strings.Contains(stack, "reloadCatalogue") {
			t.Errorf("%v: the stack of the stall is %q", on, stack)
		}
		a := evaluate[audit](p, auditPage)
		if len(a.Wide)+len(a.Faint)+len(a.Blank)+a.Intruders > 0 || a.Dark != on.dark || len(a.Names) != 3 || a.Names[2] != hostile {
			t.Errorf("%v: %+v", on, a)
		}
		if *screenshots != "" {
			evaluate[int](p, `document.querySelectorAll('.alive details').forEach((d) => { d.open = false }); 0`)
			png, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(*screenshots, fmt.Sprintf("loops-%d-dark-%v.png", on.width, on.dark)), png, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		p.mu.Lock()
		if len(p.faults) > 0 || len(p.asked) > 0 {
			t.Errorf("%v: went wrong: %q; asked elsewhere: %q", on, p.faults, p.asked)
		}
		p.mu.Unlock()
	}
}
