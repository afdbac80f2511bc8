package main

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/examples/internal/browser"
	"github.com/wakeful-go/wakeful/telemetry"
)

// This file owns the tests of the live page in a headless Chromium.

var (
	screenshots = flag.String("screenshots", "", "folder for pictures of the page, to be looked at")
	columns     = flag.Int("columns", 2, "how many seconds the charts of the page show when it is looked at")
)

// hostile is a name that contains markup.
const hostile = `<script>alert(1)</script><img src=x onerror=alert(2)>&amp;"'`

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

// content is what the page says about its loops after it is drawn.
type content struct {
	Blank     []string `json:"blank"`     // charts without a mark or a name
	Names     []string `json:"names"`     // of the loops
	Intruders int      `json:"intruders"` // scripts and images beyond the page's own
}

const readContent = `(() => {
  const blank = [];
  for (const chart of document.querySelectorAll('canvas')) {
    const data = chart.getContext('2d').getImageData(0, 0, chart.width, chart.height).data;
    if (!data.some((v) => v !== 0) || !chart.getAttribute('aria-label')) blank.push(chart.className);
  }
  return {
    blank, names: [...document.querySelectorAll('h2')].map((h) => h.textContent),
    intruders: document.querySelectorAll('script:not([src="?part=page.js"]), img, iframe, object').length,
  };
})()`

// TestPageInBrowser opens the page on wide and narrow screens, in light and dark mode, during the
// planted stall. A loop has a name that contains markup.
func TestPageInBrowser(t *testing.T) {
	chromium := browser.Start(t)
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

	for _, on := range browser.Screens() {
		p := browser.Open(chromium, t, s.url+"/debug/loops", on)
		text := p.Evaluate[string](fmt.Sprintf(drawn, *columns))
		for _, want := range []string{"orders", "mail", "reloadCatalogue", "recomputePrices", "stalled", "timer", hostile} {
			if !strings.Contains(text, want) {
				t.Errorf("%v: the page does not show %s:\n%s", on, want, text)
			}
		}
		p.Evaluate[int](`document.querySelectorAll('details').forEach((d) => { d.open = true }); 0`)
		if stack := p.Evaluate[string](`document.querySelector('.stallList pre').textContent`); !strings.Contains(stack, "reloadCatalogue") {
			t.Errorf("%v: the stack of the stall is %q", on, stack)
		}
		if a := browser.Audited(p); len(a.Wide)+len(a.Faint) > 0 || a.Dark != on.Dark {
			t.Errorf("%v: %+v", on, a)
		}
		if c := p.Evaluate[content](readContent); len(c.Blank)+c.Intruders > 0 || len(c.Names) != 3 || c.Names[2] != hostile {
			t.Errorf("%v: %+v", on, c)
		}
		if *screenshots != "" {
			p.Evaluate[int](`document.querySelectorAll('.alive details').forEach((d) => { d.open = false }); 0`)
			p.Picture(*screenshots, "loops-"+on.String())
		}
		if faults, asked := p.Faults(); len(faults)+len(asked) > 0 {
			t.Errorf("%v: went wrong: %q; asked elsewhere: %q", on, faults, asked)
		}
	}
}
