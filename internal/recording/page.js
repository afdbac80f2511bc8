"use strict";
const $ = id => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const CALLBACK = 1, UNTIMED = 2, PARK = 3, SPIN = 4, WORK = 5, CAUSE = 6, TAG = 7, MOVE = 8;
const PANICKED = 0x80, MOVED_IN = 0x80, NOT_KNOWN = 2 ** 32 - 1;
const LEFT = 8, TOP = 22, LANE = 84, BAR = 22, TALL = 26; // BAR is the place of the bar in a lane, TALL its height
const canvas = $("lanes"), draw = canvas.getContext("2d");
let view = [0, data.End], query = "", colors = {}, loops = [];

function time(ns) {
  const a = Math.abs(ns);
  for (const [unit, name] of [[1e9, "s"], [1e6, "ms"], [1e3, "µs"]])
    if (a >= unit) return (ns / unit).toFixed(a >= 100 * unit ? 0 : a >= 10 * unit ? 1 : 2) + " " + name;
  return Math.round(ns) + " ns";
}
const place = f => f.File ? f.File.replace(/^.*\/([^/]*\/[^/]*)$/, "$1") + ":" + f.Line : "";
const short = name => name.replace(/^.*\//, "");

async function load() {
  const text = $("events").textContent.trim();
  $("events").remove();
  const packed = await (await fetch("data:application/octet-stream;base64," + text)).blob();
  const buffer = await new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  let at = 0;
  const column = (type, n) => {
    const c = new type(buffer, at, n);
    at += Math.ceil(n * type.BYTES_PER_ELEMENT / 8) * 8;
    return c;
  };
  loops = data.Loops.map((loop, i) => {
    const columns = n => ({ n, start: column(Float64Array, n), took: column(Float64Array, n),
      a: column(Uint32Array, n), b: column(Uint32Array, n), c: column(Uint32Array, n),
      kind: column(Uint8Array, n), detail: column(Uint8Array, n) });
    const l = { ...columns(data.Counts[i][0]), more: columns(data.Counts[i][1]), index: i, id: loop.ID, name: loop.Name,
      functions: loop.Functions || [], stacks: loop.Stacks || [], labels: loop.Labels || [], longestQueue: 1 };
    for (let j = 0; j < l.n; j++) if (l.kind[j] === CALLBACK && l.b[j] > l.longestQueue) l.longestQueue = l.b[j];
    l.works = [];
    l.moves = [];
    for (let j = 0; j < l.more.n; j++) {
      if (l.more.kind[j] === WORK) l.works.push(j);
      if (l.more.kind[j] === MOVE) l.moves.push(j);
    }
    summarize(l);
    return l;
  });
  const events = data.Counts.reduce((n, [a, b]) => n + a + b, 0), lost = data.Loops.reduce((a, l) => a + l.Lost, 0);
  $("about").textContent = `${events.toLocaleString("en")} events of ${loops.length} ${loops.length === 1 ? "loop" : "loops"} in ${time(data.End)}, until ${new Date(data.Recording.Time).toISOString()}, ${data.Recording.Go}.` +
    (lost ? ` ${lost.toLocaleString("en")} earlier events were overwritten.` : "") +
    " Drag to move, use the wheel with Ctrl or pinch to zoom, and point at something to read it. Click on a callback to see what has led to it.";
  showFindings();
  $("key").innerHTML = [["callback", "a callback that was timed"], ["untimed", "short callbacks, counted together"], ["spin", "spinning"], ["work", "work on goroutines"], ["queue", "length of the queue, from submit to run"], ["fault", "a callback that has panicked, a pause of the collector"]]
    .map(([c, t]) => `<li><i style="background:var(--${c})"></i>${t}</li>`).join("");
  style();
}

function showFindings() {
  const list = document.querySelector("#faults ol");
  for (const f of data.Findings || []) {
    const item = document.createElement("li"), name = document.createElement("b"), button = document.createElement("button");
    name.textContent = f.Loop + ", " + f.Rule + ":";
    button.textContent = "Show";
    button.onclick = () => {
      const margin = Math.max(f.End - f.Start, 1e4) * .2;
      look(f.Start - data.Base - margin, f.End - data.Base + margin);
      const l = loops.find(l => l.name === f.Loop), i = l ? running(l, f.Start - data.Base) : -1;
      if (i >= 0 && l.start[i] === f.Start - data.Base) select(l, i);
      canvas.scrollIntoView({ block: "nearest" });
    };
    item.append(name, f.Text + " ", button);
    list.append(item);
  }
  $("faults").hidden = !list.children.length;
}

function style() {
  const s = getComputedStyle(document.documentElement);
  for (const c of ["card", "line", "text", "quiet", "callback", "untimed", "spin", "work", "fault", "queue", "runnable"]) colors[c] = s.getPropertyValue("--" + c).trim();
  paint();
}

let pending = 0, counting = 0;
function look(from, to) {
  const least = 100, length = Math.min(Math.max(to - from, least), data.End * 1.02);
  from = Math.min(Math.max(from, -data.End * .01), data.End * 1.01 - length);
  view = [from, from + length];
  paint();
}
function paint() {
  if (!pending) pending = requestAnimationFrame(() => { pending = 0; render(); });
  clearTimeout(counting);
  counting = setTimeout(count, 120);
}
const zoom = (by, at = .5) => {
  const length = view[1] - view[0], middle = view[0] + length * at;
  look(middle - length * by * at, middle + length * by * (1 - at));
};

// search returns the index of the first of n numbers that is at or after a time.
function search(n, at, value) {
  let low = 0, high = n;
  while (low < high) {
    const m = (low + high) >> 1;
    if (value(m) < at) low = m + 1; else high = m;
  }
  return low;
}
// first returns the index of the first event of the loop's goroutine that may be in view: they do not overlap.
const first = (l, at) => Math.max(0, search(l.n, at, i => l.start[i]) - 1);
// running returns the index of the event of the loop's goroutine at a time, -1 if there is none.
function running(l, at) {
  const i = search(l.n, at + 1, i => l.start[i]) - 1;
  return i >= 0 && l.start[i] + l.took[i] >= at ? i : -1;
}

function render() {
  const width = canvas.clientWidth, height = TOP + LANE * Math.max(1, loops.length) + 6, ratio = devicePixelRatio || 1;
  canvas.style.height = height + "px";
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  draw.setTransform(ratio, 0, 0, ratio, 0, 0);
  draw.fillStyle = colors.card;
  draw.fillRect(0, 0, width, height);
  const scale = (width - 2 * LEFT) / (view[1] - view[0]), x = t => LEFT + (t - view[0]) * scale;
  axis(width, height, x);
  draw.fillStyle = colors.fault;
  for (const p of data.Recording.Pauses || []) {
    const at = x(p.Start - data.Base);
    if (at > -5 && at < width) draw.fillRect(at, TOP, Math.max(1, p.Duration * scale), 4);
  }
  loops.forEach((l, i) => lane(l, TOP + LANE * i, width, scale, x));
  arrows(width, x);
}

function axis(width, height, x) {
  const rough = (view[1] - view[0]) / Math.max(2, width / 110), power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find(n => n * power >= rough);
  draw.font = "12px system-ui, sans-serif";
  draw.textBaseline = "middle";
  for (let t = Math.ceil(view[0] / step) * step; t <= view[1]; t += step) {
    draw.fillStyle = colors.line;
    draw.fillRect(x(t), TOP - 4, 1, height);
    draw.fillStyle = colors.quiet;
    if (x(t) < width - 60) draw.fillText(time(Math.abs(t) < step / 2 ? 0 : t), x(t) + 3, 10);
  }
}

// rankOf says how important an event is: of the events in a pixel the most important one is shown.
const order = ["", "spin", "untimed", "other", "callback", "fault"];
function rankOf(l, i) {
  switch (l.kind[i]) {
    case SPIN: return 1;
    case UNTIMED: return 2;
    case CALLBACK: return l.detail[i] & PANICKED ? 5 : l.matches && !l.matches[l.a[i]] ? 3 : 4;
  }
  return 0;
}

// summarize joins events to blocks, so that a block that is narrower than a pixel is drawn at once.
const SIZES = [256, 16];
function summarize(l) {
  l.blocks = SIZES.map(size => {
    const n = Math.ceil(l.n / size), b = { end: new Float64Array(n), rank: new Uint8Array(n), queue: new Uint32Array(n) };
    for (let i = 0; i < l.n; i++) {
      const k = i / size | 0;
      b.end[k] = Math.max(b.end[k], l.start[i] + l.took[i]);
      b.rank[k] = Math.max(b.rank[k], rankOf(l, i));
      if (l.kind[i] === CALLBACK) b.queue[k] = Math.max(b.queue[k], l.b[i]);
    }
    return b;
  });
}

// lane draws a loop.
function lane(l, top, width, scale, x) {
  const bar = top + BAR, tall = TALL, pixels = Math.ceil(width) + 1, labels = [];
  const rank = new Uint8Array(pixels), queue = new Float32Array(pixels).fill(-1);
  const color = { ...colors, other: colors.line };
  draw.fillStyle = colors.work;
  for (const i of l.works) {
    const from = x(l.more.start[i]), to = from + l.more.took[i] * scale;
    if (to > 0 && from < width) draw.fillRect(from, bar + tall + 2, Math.max(1, to - from), 4);
  }
  draw.fillStyle = colors.spin;
  for (const i of l.moves) {
    const at = x(l.more.start[i] + l.more.took[i]);
    if (at > 0 && at < width) draw.fillRect(at - 1, bar - 4, 3, 4);
  }
  const mark = (from, to, r, q) => {
    const a = Math.max(0, from | 0), z = Math.min(pixels - 1, Math.max(a, (to | 0) - (to - from >= 2 ? 1 : 0)));
    for (let p = a; p <= z; p++) if (rank[p] < r) rank[p] = r;
    if (a < pixels && q > queue[a]) queue[a] = q;
  };
  let i = first(l, view[0]);
  events: while (i < l.n && l.start[i] <= view[1]) {
    const from = x(l.start[i]);
    for (let s = 0; s < SIZES.length; s++) {
      if (i % SIZES[s]) continue;
      const b = l.blocks[s], k = i / SIZES[s];
      if ((b.end[k] - l.start[i]) * scale < 1) {
        if (from >= 0) mark(from, from + 1, b.rank[k], b.queue[k]);
        i += SIZES[s];
        continue events;
      }
    }
    const to = from + l.took[i] * scale, r = rankOf(l, i);
    if (r && to >= 0) {
      mark(from, to, r, l.kind[i] === CALLBACK ? l.b[i] : 0);
      if (r === 4 && to - from > 60) labels.push([from, to, l.functions[l.a[i]].Name]);
    }
    i++;
  }
  for (let p = 0, q; p < pixels; p = q) {
    for (q = p + 1; q < pixels && rank[q] === rank[p]; q++);
    if (rank[p]) {
      draw.fillStyle = color[order[rank[p]]];
      draw.fillRect(p, bar, q - p, tall);
    }
  }
  draw.fillStyle = colors.card;
  for (const [from, to, name] of labels) {
    draw.fillRect(Math.max(0, to - 1), bar, 1, tall);
    draw.save();
    draw.beginPath();
    draw.rect(Math.max(0, from), bar, Math.min(width, to) - Math.max(0, from) - 4, tall);
    draw.clip();
    draw.fillText(short(name), Math.max(0, from) + 5, bar + tall / 2 + 1);
    draw.restore();
  }
  draw.fillStyle = colors.queue;
  const base = top + LANE - 6;
  for (let p = 0; p < pixels; p++) if (queue[p] > 0) {
    const h = Math.max(1, 18 * queue[p] / l.longestQueue);
    draw.fillRect(p, base - h, 1, h);
  }
  draw.fillStyle = colors.line;
  draw.fillRect(0, base + 2, width, 1);
  draw.fillStyle = colors.text;
  draw.font = "600 13px system-ui, sans-serif";
  draw.fillText(l.name + (l.longestQueue > 1 ? `  (queue up to ${l.longestQueue})` : ""), LEFT, top + 11);
  draw.font = "12px system-ui, sans-serif";
}

// count fills the table with the callbacks in view. Of very many it takes a part.
function count() {
  const by = new Map(), ranges = loops.map(l => [first(l, view[0]), first(l, view[1]) + 2]);
  const step = Math.ceil(ranges.reduce((n, r) => n + r[1] - r[0], 0) / 150000) || 1;
  let callbacks = 0, untimed = 0, parks = 0;
  loops.forEach((l, n) => {
    for (let i = ranges[n][0]; i < l.n && l.start[i] <= view[1]; i += step) {
      if (l.start[i] + l.took[i] < view[0]) continue;
      if (l.kind[i] === UNTIMED) { untimed += l.a[i]; parks += l.b[i]; }
      if (l.kind[i] === PARK) parks++;
      if (l.kind[i] !== CALLBACK) continue;
      callbacks++;
      if (l.matches && !l.matches[l.a[i]]) continue;
      const key = n * 2 ** 32 + l.a[i];
      let f = by.get(key);
      if (!f) by.set(key, f = { f: l.functions[l.a[i]], loop: l, took: [], total: 0, longest: i });
      if (l.took[i] > l.took[f.longest]) f.longest = i;
      f.took.push(l.took[i]);
      f.total += l.took[i];
    }
  });
  $("share").textContent = `${time(view[1] - view[0])}: ${callbacks.toLocaleString("en")} callbacks timed, ${untimed.toLocaleString("en")} shorter ones counted, ${parks.toLocaleString("en")} parks` +
    (step > 1 ? `, in one of ${step} events. Zoom in to count all.` : ".");
  $("rows").replaceChildren(...[...by.values()].sort((a, b) => b.total - a.total).slice(0, 30).map(f => {
    const t = Float64Array.from(f.took).sort(), row = document.createElement("tr");
    const p = q => time(t[Math.min(t.length - 1, Math.floor(t.length * q))]);
    const name = document.createElement("td"), where = document.createElement("small");
    where.textContent = ` ${place(f.f)} on ${f.loop.name}`;
    name.append(short(f.f.Name), where);
    const cell = v => {
      const c = document.createElement("td");
      c.append(v);
      return c;
    };
    const longest = goTo(f.loop, f.longest, time(t[t.length - 1]));
    row.append(name, ...[t.length.toLocaleString("en"), p(.5), p(.9), p(.99), longest, time(f.total)].map(cell));
    return row;
  }));
}

// hit returns the event at a point: the lane and the index of an event of the loop's goroutine, or of another one.
function hit(px, py) {
  const l = loops[Math.floor((py - TOP) / LANE)];
  if (!l) return null;
  const scale = (canvas.clientWidth - 2 * LEFT) / (view[1] - view[0]), t = view[0] + (px - LEFT) / scale, near = 3 / scale;
  const y = py - TOP - LANE * l.index;
  const others = y >= BAR + TALL && y < BAR + TALL + 9 ? l.works : y < BAR ? l.moves : [];
  for (const i of others) {
    const end = l.more.start[i] + l.more.took[i], from = l.more.kind[i] === MOVE ? end : l.more.start[i];
    if (from <= t + near && end >= t - near) return { l, i, events: l.more };
  }
  let best = -1;
  for (let i = first(l, t - near), n = 0; i < l.n && l.start[i] <= t + near && n < 2e5; i++, n++) {
    if (l.start[i] + l.took[i] < t - near) continue;
    const weight = k => (l.kind[k] === CALLBACK ? 1e12 : 0) + l.took[k];
    if (best < 0 || weight(i) > weight(best)) best = i;
  }
  return best < 0 ? null : { l, i: best, events: l };
}

// describe returns the text of an event.
function describe({ l, i, events: e }) {
  const d = time(e.took[i]), since = "\nat " + time(e.start[i]), f = l.functions[e.a[i]];
  switch (e.kind[i]) {
    case CALLBACK: {
      const phase = data.Phases[e.detail[i] & ~PANICKED] || "";
      let text = `${short(f.Name)}, ${d}\n${place(f)}\nphase ${phase}, queue ${e.b[i]}`;
      if (phase === "timers") text += `, ${time(e.c[i] * 1e3)} late`;
      if (phase === "descriptors") text += `, descriptor ${e.c[i]}`;
      return text + tags(l, e.start[i]).map(t => "\n" + t).join("") + (e.detail[i] & PANICKED ? "\nIt did not return." : "") + since;
    }
    case UNTIMED: return `${e.a[i]} callbacks that were not timed${e.c[i] ? ` (${e.c[i]} microtasks)` : ""}, ${e.b[i]} parks, ${d}` + since;
    case PARK: {
      const stack = e.a[i] ? l.stacks[e.a[i] - 1] : [];
      return `parked for ${d}, ended by: ${data.Reasons[e.detail[i]] || "?"}` + (e.b[i] ? `\nran ${time(e.b[i])} after it was woken` : "") +
        stack.slice(0, 4).map(s => `\n${short(s.Name)} ${place(s)}`).join("") + since;
    }
    case SPIN: return `spun for ${d}, ${e.detail[i] ? "found work" : "in vain"}` + since;
    case WORK: return `work ${short(f.Name)}, ${d}\n${place(f)}\nwaited ${time(e.c[i] * 1e3)} for a goroutine, its result ${time(e.b[i] * 1e3)} for the loop` + since;
    case MOVE: {
      const other = loops.find(o => (o.id >>> 0) === e.b[i]), what = e.detail[i] & ~MOVED_IN ? "a key" : "connection " + e.a[i];
      return `${what} ${e.detail[i] & MOVED_IN ? `came from ${other ? other.name : "another loop"} in ${d}` : `went to ${other ? other.name : "another loop"}`}, ${e.c[i]} functions` + since;
    }
  }
  return "";
}

// tags returns what a callback was for.
function tags(l, at) {
  const e = l.more, all = [];
  for (let i = search(e.n, at, i => e.start[i] + e.took[i]); i < e.n && e.start[i] + e.took[i] === at; i++) {
    if (e.kind[i] !== TAG) continue;
    const label = e.c[i] && e.detail[i] !== 4 ? l.labels[e.c[i] - 1] : "", hash = (e.b[i] * 2 ** 32 + e.a[i]).toString(16);
    all.push([`connection ${e.a[i]}, ${e.b[i]} bytes read`, `key ${label || hash}`, `partition ${e.a[i]} of ${label}`, `instance ${label || e.a[i]}`,
      `connection ${e.a[i]}, ${e.b[i]} bytes in ${e.c[i]} writes`][e.detail[i]] || "");
  }
  return all;
}

const pointers = new Map();
let pressed = null; // where a click has begun
canvas.onpointerdown = e => {
  pressed = pointers.size ? null : e;
  pointers.set(e.pointerId, e);
  canvas.setPointerCapture(e.pointerId);
};
canvas.onpointercancel = e => pointers.delete(e.pointerId);
canvas.onpointerup = e => {
  pointers.delete(e.pointerId);
  if (!pressed || Math.abs(pressed.offsetX - e.offsetX) > 4) return;
  const found = hit(e.offsetX, e.offsetY);
  if (found && found.events === found.l && found.l.kind[found.i] === CALLBACK) select(found.l, found.i);
};
canvas.onpointermove = e => {
  const before = pointers.get(e.pointerId), width = canvas.clientWidth - 2 * LEFT;
  if (before && pointers.size === 1) {
    const by = (before.offsetX - e.offsetX) * (view[1] - view[0]) / width;
    look(view[0] + by, view[1] + by);
  } else if (before && pointers.size === 2) {
    const other = [...pointers.values()].find(p => p.pointerId !== e.pointerId);
    const was = Math.abs(before.offsetX - other.offsetX), is = Math.abs(e.offsetX - other.offsetX);
    if (was > 5 && is > 5) zoom(was / is, Math.min(1, Math.max(0, (other.offsetX - LEFT) / width)));
  }
  if (before) pointers.set(e.pointerId, e);
  const tip = $("tip"), found = hit(e.offsetX, e.offsetY), text = found ? describe(found) : "";
  tip.hidden = !text;
  tip.textContent = text;
  tip.style.left = Math.max(4, Math.min(e.offsetX + 12, canvas.clientWidth - tip.offsetWidth - 6)) + "px";
  tip.style.top = Math.max(2, Math.min(e.offsetY + 14, canvas.clientHeight - tip.offsetHeight - 4)) + "px";
};
canvas.onpointerleave = () => { $("tip").hidden = true; };
canvas.addEventListener("wheel", e => {
  if (!e.ctrlKey && !e.metaKey) {
    if (!e.deltaX) return; // the page scrolls
    const by = e.deltaX * (view[1] - view[0]) / canvas.clientWidth;
    look(view[0] + by, view[1] + by);
  } else zoom(Math.exp(e.deltaY / 300), (e.offsetX - LEFT) / (canvas.clientWidth - 2 * LEFT));
  e.preventDefault();
}, { passive: false });
canvas.onkeydown = e => {
  const step = (view[1] - view[0]) / 5;
  if (e.key === "ArrowLeft") look(view[0] - step, view[1] - step);
  else if (e.key === "ArrowRight") look(view[0] + step, view[1] + step);
  else if (e.key === "+" || e.key === "=") zoom(.5);
  else if (e.key === "-") zoom(2);
  else return;
  e.preventDefault();
};
$("in").onclick = () => zoom(.5);
$("out").onclick = () => zoom(2);
$("all").onclick = () => look(0, data.End);
$("search").oninput = e => {
  query = e.target.value.trim().toLowerCase();
  for (const l of loops) l.matches = query ? l.functions.map(f => (f.Name + " " + place(f)).toLowerCase().includes(query)) : null;
  loops.forEach(summarize);
  paint();
};
addEventListener("resize", paint);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", style);
