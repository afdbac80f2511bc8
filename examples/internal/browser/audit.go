package browser

// An Audit is a page's report about itself.
type Audit struct {
	Wide  []string `json:"wide"`  // elements that extend beyond the screen
	Faint []string `json:"faint"` // texts with a contrast below 4.5 (WCAG 2, level AA)
	Dark  bool     `json:"dark"`  // the page is drawn dark
}

// Audited looks at every element of the page.
func Audited(p *Tab) Audit {
	p.t.Helper()
	return p.Evaluate[Audit](auditPage)
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
  const screen = document.documentElement.clientWidth, wide = [], faint = new Set();
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
  return { wide, faint: [...faint], dark: light(pixel(getComputedStyle(document.body).backgroundColor)) < 0.2 };
})()`
