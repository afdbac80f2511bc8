//go:build wakeful_browser

package report_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/report"
)

// measurePicture lists faults of the picture with a browser's fonts: labels and bars that overlap,
// and elements outside the picture. The box of a text has room above and below the letters, so
// these margins may overlap.
const measurePicture = `(() => {
  const {width, height} = document.documentElement.viewBox.baseVal;
  const boxes = [...document.querySelectorAll('text, .bar, .swatch')].map((e) => {
    const b = e.getBBox();
    const trim = e.tagName === 'text' ? b.height * 0.12 : 0;
    return {what: e.textContent.trim() || e.getAttribute('class') + ' at ' + b.x + ', ' + b.y, left: b.x, top: b.y + trim, right: b.x + b.width, bottom: b.y + b.height - trim};
  });
  const wrong = [];
  boxes.forEach((b, i) => {
    if (b.left < 0 || b.top < 0 || b.right > width || b.bottom > height) wrong.push(b.what + ' leaves the picture');
    for (const o of boxes.slice(0, i)) {
      if (b.left < o.right && o.left < b.right && b.top < o.bottom && o.top < b.bottom) wrong.push(b.what + ' covers ' + o.what);
    }
  });
  return boxes.length < 40 ? ['only ' + boxes.length + ' elements'] : wrong;
})()`

func TestPicturesInABrowser(t *testing.T) {
	tabs := startBrowser(t)
	documents := picturedDocuments(t)
	for name, theme := range map[string]report.Theme{"committed": report.Light, "one is huge": report.Dark} {
		t.Run(name, func(t *testing.T) {
			text, _ := drawn(t, documents[name], theme)
			path := filepath.Join(t.TempDir(), "picture.svg")
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			p := open(tabs, t, path, desk)
			for _, wrong := range evaluate[[]string](p, measurePicture) {
				t.Error(wrong)
			}
			p.picture("picture-" + name)
			if faults, asked := p.seen(); len(faults)+len(asked) > 0 {
				t.Errorf("faults %q, requests %q", faults, asked)
			}
		})
	}
}
