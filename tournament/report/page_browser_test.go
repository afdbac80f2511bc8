//go:build wakeful_browser

package report_test

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"

	"github.com/wakeful-go/wakeful/tournament/report"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

// audit is the result of checks that run inside the drawn page.
type audit struct {
	Dark      bool     `json:"dark"`
	Charts    int      `json:"charts"`
	Bare      []string `json:"bare"`      // contestants without a mark in a chart
	Wide      []string `json:"wide"`      // elements wider than the screen
	Faint     []string `json:"faint"`     // text with too little contrast
	Nameless  []string `json:"nameless"`  // charts without a name, buttons without text
	Intruders int      `json:"intruders"` // images, frames, handlers in attributes
}

const auditPage = `(() => {
  const view = JSON.parse(document.getElementById('view').textContent);
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
  const pixels = new Map(); // to draw one takes longer than all else
  const pixel = (color) => {
    if (!pixels.has(color)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      pixels.set(color, [...canvas.getImageData(0, 0, 1, 1).data]);
    }
    return pixels.get(color);
  };
  const looks = [...document.querySelectorAll('.legend svg')].map((svg) => pixel(getComputedStyle(svg).color).join());
  const bare = [];
  for (const chart of view.charts) {
    const marks = new Set();
    for (const mark of document.querySelectorAll('#' + chart.id + ' svg :is(path, polyline, polygon, circle)')) {
      for (const paint of [mark.getAttribute('stroke'), mark.getAttribute('fill')]) {
        if (paint && paint !== 'none' && mark.getBBox().width + mark.getBBox().height > 0) marks.add(pixel(paint).join());
      }
    }
    for (const series of chart.series) {
      if (!marks.has(looks[series.contestant])) bare.push(chart.title + ': ' + view.contestants[series.contestant].name);
    }
  }
  const screen = document.documentElement.clientWidth;
  const wide = document.documentElement.scrollWidth > screen ? ['the page: ' + document.documentElement.scrollWidth] : [];
  for (const e of document.querySelectorAll('body *')) {
    if (e.closest('.scroll, .legend, nav, .hidden, .skip, script, svg')) continue;
    const box = e.getBoundingClientRect();
    if (box.width > 0 && (box.right > screen + 1 || box.left < -1)) wide.push(e.tagName + '.' + e.className + ' ' + Math.round(box.left) + '..' + Math.round(box.right));
  }
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const faint = new Set();
  for (const e of document.querySelectorAll('main *')) {
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || e.closest('svg, .hidden, details:not([open])')) continue;
    let back = e;
    while (back && pixel(getComputedStyle(back).backgroundColor)[3] < 255) back = back.parentElement;
    const [a, b] = [light(pixel(getComputedStyle(e).color)), light(pixel(getComputedStyle(back ?? document.body).backgroundColor))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) faint.add(e.tagName + '.' + e.className + ' "' + e.textContent.trim().slice(0, 20) + '" ' + contrast.toFixed(2));
  }
  // The whole scale of the heat map, whichever part of it the document uses.
  const cell = document.querySelector('.heat td.cell');
  for (let heat = 0; cell && heat <= 1; heat += 0.005) {
    const kept = cell.style.cssText;
    cell.style.setProperty('--heat', heat);
    const [a, b] = [light(pixel(getComputedStyle(cell).color)), light(pixel(getComputedStyle(cell).backgroundColor))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) faint.add('heat ' + heat.toFixed(3) + ': ' + contrast.toFixed(2));
    cell.style.cssText = kept;
  }
  const nameless = [];
  for (const e of document.querySelectorAll('.chart')) if (!e.getAttribute('aria-label')) nameless.push(e.id);
  for (const e of document.querySelectorAll('button')) if (!(e.textContent.trim() || e.getAttribute('aria-label'))) nameless.push('button');
  let intruders = document.querySelectorAll('img, iframe, object, embed, link:not([rel=icon]), form').length;
  for (const e of document.querySelectorAll('*')) for (const a of e.attributes) if (a.name.startsWith('on')) intruders++;
  return {
    dark: light(pixel(getComputedStyle(document.body).backgroundColor)) < 0.1,
    charts: view.charts.length, bare, wide: wide.slice(0, 10), faint: [...faint].slice(0, 10), nameless, intruders,
  };
})()`

func TestPageOnScreens(t *testing.T) {
	tabs := startBrowser(t)
	type opened struct {
		name    string
		doc     *result.Document
		screens []screen
	}
	all := []opened{
		{"example", resulttest.Example(), screens()},
		{"wide", wide(), []screen{desk, darkPhone}},
		{"sparse", resulttest.Sparse(), []screen{phone}},
	}
	if *document != "" {
		doc, err := result.ReadFile(*document)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, opened{"document", doc, screens()})
	}
	for _, c := range all {
		path := written(t, c.doc)
		kinds, _, _ := report.ChartTitles(c.doc)
		charts := len(kinds)
		for _, on := range c.screens {
			t.Run(c.name+"-"+on.String(), func(t *testing.T) {
				p := open(tabs, t, path, on)
				found := evaluate[audit](p, auditPage)
				p.picture(t.Name()[strings.LastIndex(t.Name(), "/")+1:])
				faults, asked := p.seen()
				for what, wrong := range map[string][]string{
					"faults": faults, "requests": asked, "contestants without a mark": found.Bare,
					"elements beyond the screen": found.Wide, "texts of too little contrast": found.Faint,
					"elements without a name": found.Nameless,
				} {
					if len(wrong) > 0 {
						t.Errorf("%s: %s", what, strings.Join(wrong, "; "))
					}
				}
				if found.Charts != charts || charts == 0 {
					t.Errorf("the page has %d charts, want %d", found.Charts, charts)
				}
				if found.Dark != on.dark {
					t.Errorf("the page is dark: %v, want what the system asks for: %v", found.Dark, on.dark)
				}
				if found.Intruders > 0 {
					t.Errorf("%d elements or attributes that the page has no use for", found.Intruders)
				}
			})
		}
	}
}

// The test of the audit: it finds each fault in a page.
func TestAuditFindsFaults(t *testing.T) {
	tabs := startBrowser(t)
	path := filepath.Join(t.TempDir(), "bad.html")
	if err := os.WriteFile(path, []byte(`<!doctype html><link rel="icon" href="data:,"><script>
console.error('said'); fetch('http://127.0.0.1:1/').catch(() => {}); throw new Error('thrown');</script>`), 0o644); err != nil {
		t.Fatal(err)
	}
	p := open(tabs, t, path, desk)
	faults, asked := p.seen()
	said := strings.Join(faults, "\n")
	if !strings.Contains(said, "console error") || !strings.Contains(said, "exception") {
		t.Errorf("noticed only %q", said)
	}
	if !slices.Equal(asked, []string{"http://127.0.0.1:1/"}) {
		t.Errorf("noticed the requests %q, want the one", asked)
	}
}

func TestHostileTextStaysText(t *testing.T) {
	tabs := startBrowser(t)
	p := open(tabs, t, written(t, hostile()), phone)
	faults, asked := p.seen()
	if len(faults) > 0 || len(asked) > 0 {
		t.Errorf("faults %q, requests %q", faults, asked)
	}
	if evaluate[bool](p, "window.hacked !== undefined") {
		t.Error("a text of the document was run")
	}
	found := evaluate[audit](p, auditPage)
	p.picture("hostile")
	if found.Intruders > 0 || len(found.Bare) > 0 || len(found.Wide) > 0 {
		t.Errorf("%d foreign elements; contestants without a mark: %q; beyond the screen: %q", found.Intruders, found.Bare, found.Wide)
	}
	if got := evaluate[string](p, "JSON.parse(document.getElementById('document').textContent).warnings[0]"); got != payload {
		t.Errorf("the embedded document has %q, want %q", got, payload)
	}
	// The tooltip is the only element that scripts fill with text.
	if !strings.Contains(tipAt(p, "dots"), payload) {
		t.Error("the box beside the pointer does not show the name as it is")
	}
}

// tipAt moves the pointer to the middle of the first chart of a kind, or to its first mark if the
// chart is one of dots. It returns the text of the tooltip.
func tipAt(p *tab, kind string) string {
	p.t.Helper()
	at := evaluate[struct{ X, Y float64 }](p, `(() => {
  const chart = JSON.parse(document.getElementById('view').textContent).charts.find((c) => c.kind === '`+kind+`');
  const box = document.getElementById(chart.id);
  box.scrollIntoView({block: 'center', behavior: 'instant'});
  let mark = box.getBoundingClientRect();
  if (chart.kind === 'dots') {
    const fills = [...box.querySelectorAll('svg path')].filter((e) => e.getAttribute('fill') !== 'none' && e.getBBox().width > 8 && e.getBBox().width < 14);
    mark = fills[0].getBoundingClientRect();
  }
  return {X: mark.x + mark.width / 2, Y: mark.y + mark.height / 2};
})()`)
	text, err := chromedp.Run(p.ctx, func(ctx context.Context, target *chromedp.Target) (string, error) {
		if _, err := chromedp.MouseEvent("mouseMoved", at.X, at.Y)(ctx, target); err != nil {
			return "", err
		}
		return chromedp.Poll[string]("document.querySelector('.tip')?.textContent")(ctx, target)
	})
	if err != nil {
		p.t.Fatalf("no box at %v: %v", at, err)
	}
	return text
}

func TestPageAnswers(t *testing.T) {
	tabs := startBrowser(t)
	doc := resulttest.Example()
	path := written(t, doc)

	t.Run("theme", func(t *testing.T) {
		p := open(tabs, t, path, desk)
		before := evaluate[string](p, "getComputedStyle(document.querySelector('#chart-0-0 svg path[fill^=rgb], #chart-0-0 svg path[stroke]')).stroke")
		evaluate[bool](p, "document.getElementById('theme').click(), true")
		if found := evaluate[audit](p, auditPage); !found.Dark || len(found.Bare) > 0 || len(found.Faint) > 0 {
			t.Errorf("after the switch: %+v", found)
		}
		if after := evaluate[string](p, "getComputedStyle(document.querySelector('#chart-0-0 svg path[fill^=rgb], #chart-0-0 svg path[stroke]')).stroke"); after == before {
			t.Error("the charts kept the colours of the other theme")
		}
		evaluate[bool](p, "document.getElementById('theme').click(), true")
		if found := evaluate[audit](p, auditPage); found.Dark {
			t.Error("the second switch does not lead back")
		}
	})

	t.Run("legend", func(t *testing.T) {
		p := open(tabs, t, path, desk)
		evaluate[bool](p, "document.querySelector('#legend button').click(), true")
		found := evaluate[audit](p, auditPage)
		kinds, _, lines := report.ChartTitles(doc)
		if len(found.Bare) != len(kinds) || !strings.HasSuffix(found.Bare[0], ": wakeful") {
			t.Errorf("%d charts of %d lack the contestant that was switched off: %q (%d lines in the first)", len(found.Bare), len(kinds), found.Bare, lines[0])
		}
		evaluate[bool](p, "document.querySelector('#legend button').click(), true")
		if found := evaluate[audit](p, auditPage); len(found.Bare) > 0 {
			t.Errorf("switched on again, it is missing in %q", found.Bare)
		}
	})

	t.Run("pointer", func(t *testing.T) {
		for kind, want := range map[string][]string{"dots": {"ping-pong", "wakeful", "18.2 ns"}, "curve": {"producers", "wakeful", "goja_nodejs"}} {
			p := open(tabs, t, path, desk)
			tip := tipAt(p, kind)
			for _, w := range want {
				if !strings.Contains(tip, w) {
					t.Errorf("%s: the box says %q and not %q", kind, tip, w)
				}
			}
		}
	})

	t.Run("table", func(t *testing.T) {
		p := open(tabs, t, path, desk)
		const column = "[...document.querySelectorAll('#raw tbody tr:not([hidden])')].map((r) => r.cells[%].dataset.raw)"
		medians := strings.Replace(column, "%", "5", 1)
		numbers := func() []float64 {
			return evaluate[[]float64](p, medians+".filter((v) => v !== '').map(Number)")
		}
		const header = "document.querySelectorAll('#raw th button')[5].click(), true"
		evaluate[bool](p, header)
		if got := numbers(); !slices.IsSorted(got) || len(got) < 50 {
			t.Errorf("not sorted by the median: %v", got)
		}
		evaluate[bool](p, header)
		got := numbers()
		slices.Reverse(got)
		if !slices.IsSorted(got) {
			t.Errorf("not sorted the other way: %v", got)
		}
		if last := evaluate[string](p, medians+".at(-1)"); last != "" {
			t.Errorf("the last line has the figure %q, want one without", last)
		}
		evaluate[bool](p, "{ const f = document.getElementById('filter'); f.value = 'cas producers=32 wakeful'; f.dispatchEvent(new Event('input')); true }")
		evaluate[bool](p, "navigator.clipboard.writeText = async (text) => { window.copied = text }, document.getElementById('copy').click(), true")
		copied, err := chromedp.Run(p.ctx, chromedp.Poll[string]("window.copied"))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(copied, "\n"), "\n")
		if len(lines) != 4 || !strings.HasPrefix(lines[0], "Contestant\tWorkload\tParameters\tUnit\tState\tMedian\t") || !strings.Contains(copied, "wakeful-spin\tcas-contention\tproducers=32\tns/op\tfigure\t35.") {
			t.Errorf("copied %q", copied)
		}
	})

	t.Run("download", func(t *testing.T) {
		p := open(tabs, t, path, desk)
		folder := t.TempDir()
		events := true
		if _, err := chromedp.CallBrowser(p.ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
			Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: folder, EventsEnabled: &events,
		}); err != nil {
			t.Fatal(err)
		}
		progress := chromedp.BrowserEvents(p.ctx, browser.DownloadProgress)
		evaluate[bool](p, "document.getElementById('download').click(), true")
		for event, err := range progress {
			if err != nil {
				t.Fatal(err)
			}
			if event.State == browser.DownloadProgressStateCompleted {
				break
			}
		}
		read, err := result.ReadFile(filepath.Join(folder, "tournament.json"))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(read, doc) {
			t.Error("the downloaded document is not the one that was reported")
		}
	})
}
