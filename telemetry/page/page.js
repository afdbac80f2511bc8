'use strict';
// The live page of telemetry.Handler. It draws what the stream of events says, once a second. All
// text goes through textContent: names of loops and functions are never read as markup.

const seconds = 120; // how far back the charts go
const octaves = [-20, 3]; // the heat map: 2^-20 s is about a microsecond
const rowsPerOctave = 4, bucketsPerOctave = 16;
const cards = new Map(); // by the number of the loop

// Text.

function duration(ns) {
  if (ns < 1e3) return `${ns} ns`;
  for (const [size, unit] of [[1e3, 'µs'], [1e6, 'ms'], [1e9, 's']]) {
    const value = ns / size;
    if (value < 999.5 || unit === 's') return `${value.toFixed(value < 9.95 ? 1 : 0)} ${unit}`;
  }
}

function amount(n) {
  if (n >= 999500) return `${(n / 1e6).toFixed(n < 9.95e6 ? 1 : 0)} M`;
  if (n >= 9995) return `${(n / 1e3).toFixed(0)} k`;
  return n < 9.95 && !Number.isInteger(n) ? n.toFixed(1) : n.toFixed(0);
}

function time(ms) { return new Date(ms).toLocaleTimeString(); }

function percent(share) { return share >= 0.0005 && share < 0.0095 ? `${(share * 100).toFixed(1)} %` : `${(share * 100).toFixed(0)} %`; }

// Elements.

function element(name, className, text) {
  const e = document.createElement(name);
  if (className) e.className = className;
  if (text !== undefined) e.textContent = text;
  return e;
}

// brief leaves the path of a package or of a file out; the whole is the element's title.
const brief = (text) => text.slice(text.lastIndexOf('/') + 1);

function row(name, figure, below, whole) {
  const r = element('div', 'row');
  const what = element('div', 'what');
  what.append(element('span', 'name', brief(name)), element('span', 'figure', figure));
  r.append(what);
  const said = below.filter(Boolean).join(', ');
  if (said) r.append(element('div', 'quiet place', said));
  r.title = whole || name;
  return r;
}

class Card {
  constructor(loop) {
    this.root = document.getElementById('loop').content.firstElementChild.cloneNode(true);
    this.root.id = `loop-${loop.id}`;
    this.fields = {};
    for (const e of this.root.querySelectorAll('[data-text]')) this.fields[e.dataset.text] = e;
    this.history = [];
    this.shown = {}; // the JSON of each list on the page
    this.open = new Set(); // the details that the reader has opened
  }

  update(loop) {
    this.loop = loop;
    if (loop.seconds > 0) this.history.push(loop);
    if (this.history.length > seconds) this.history.shift();
    const going = loop.recent.some((s) => !s.ended);
    const d = loop.delay;
    const text = {
      name: loop.name, state: going ? 'stalled' : loop.state, number: loop.name === `loop ${loop.id}` ? '' : `loop ${loop.id}`,
      utilization: percent(loop.busy), shares: `spinning ${percent(loop.spinning)}, parked ${percent(loop.parked)}`,
      p99: d.count ? duration(d.p99) : '–', delays: d.count ? `p50 ${duration(d.p50)}, max ${duration(d.max)}` : 'no probe: the loop was parked',
      queue: amount(loop.queued), callbacks: `${amount(loop.callbacks)} callbacks/s, ${amount(loop.wakeups)} wake-ups/s`,
      stalls: amount(loop.stalls), limit: loop.limit ? `longer than ${duration(loop.limit)}` : 'not watched for',
      sampling: loop.every ? `1 in ${loop.every} is timed` : 'sampling is off', aliveSize: loop.aliveSize ? amount(loop.aliveSize) : '',
    };
    for (const [key, value] of Object.entries(text)) if (this.fields[key].textContent !== value) this.fields[key].textContent = value;
    this.fields.state.className = `state ${text.state}`;
    this.root.querySelector('.stalled').classList.toggle('some', loop.stalls > 0);
    this.list('found', loop.findings, () => this.findings(), loop.recorded ? 'No rule has found a fault in the recording.'
      : 'No stall and no old promise. Record this loop with telemetry.Record, and the rules of wakeful trace read the recording.');
    this.list('slow', loop.slowest, () => this.slowest(), 'No callback was sampled yet.');
    this.list('stallList', loop.recent, () => this.stalls(), loop.limit ? 'None so far.' : 'Watch this loop with WithStallLimit to see them.');
    this.list('alive', loop.alive, () => this.alive(), loop.state === 'ended' ? 'The loop has ended.' : 'Nothing: with auto-exit it would end.');
    this.draw();
  }

  // list makes the rows of a section anew if they have changed.
  list(section, data, make, none) {
    const json = JSON.stringify(data) + none;
    if (this.shown[section] === json) return;
    this.shown[section] = json;
    const made = data.length > 0 ? make() : [element('p', 'none', none)];
    this.root.querySelector(`.${section} .rows`).replaceChildren(...made);
  }

  findings() {
    return this.loop.findings.map((f) => {
      const r = element('div', 'finding');
      r.append(element('b', '', `${f.rule}: `), element('span', '', f.text), element('span', 'quiet', ` ${time(f.since)}`));
      return r;
    });
  }

  slowest() {
    const longest = Math.max(...this.loop.slowest.map((c) => c.max), 1);
    return this.loop.slowest.slice(0, 8).map((c) => {
      const r = row(c.name, duration(c.max), [`mean ${duration(c.mean)} of ${amount(c.samples)}`, c.phase, brief(c.place)], `${c.name} ${c.place}`);
      const bar = element('div', 'bar');
      bar.style.width = `${Math.max(0.5, 100 * c.max / longest)}%`;
      r.append(bar);
      return r;
    });
  }

  // stalls has a row for each callback: the longest of its stalls, and the stack of the last one.
  stalls() {
    const callbacks = new Map();
    for (const s of this.loop.recent) { // the latest first
      const key = `${s.callback} ${s.place.replace(/:\d+$/, '')}`; // the line is where it was last
      if (!callbacks.has(key)) callbacks.set(key, []);
      callbacks.get(key).push(s);
    }
    return [...callbacks].map(([key, list]) => {
      const [last] = list;
      const longest = Math.max(...list.map((s) => s.duration));
      const r = row(last.callback || 'unknown callback', last.ended ? duration(longest) : `${duration(last.duration)} so far`, [
        list.length > 1 ? `${list.length} times, last ${time(last.since)}` : time(last.since), last.state,
        last.same ? 'both looks found the same stack' : 'the second look found another stack', brief(last.place),
      ], key);
      if (!last.ended) r.classList.add('going');
      this.details(r, `${key} script`, 'Stack of the script', last.script);
      this.details(r, `${key} stack`, 'Stack of the goroutine', last.stack);
      if (last.trace) r.append(element('div', 'quiet place', `trace: ${last.trace}`));
      return r;
    });
  }

  alive() {
    return this.loop.alive.map((a, i) => {
      const r = row(a.detail || a.kind, a.due ? `due ${time(a.due)}` : '', a.detail ? [a.kind] : [], `${a.kind} ${a.detail}`);
      this.details(r, `alive ${i} ${a.kind} ${a.detail}`, 'Created at', a.origin.join('\n'));
      return r;
    });
  }

  details(r, key, title, text) {
    if (!text) return;
    const d = element('details');
    d.open = this.open.has(key);
    d.addEventListener('toggle', () => { if (d.open) this.open.add(key); else this.open.delete(key); });
    d.append(element('summary', '', title), element('pre', '', text));
    r.append(d);
  }

  draw() {
    drawUtilization(this.root.querySelector('.utilization'), this.history);
    drawDelay(this.root.querySelector('.delay'), this.history);
    drawQueue(this.root.querySelector('.queue'), this.history);
  }
}

// Charts. Each has a plot to the right of its axis, with one column per second, the latest last.

const axis = 44, foot = 18;

function color(name) { return getComputedStyle(document.documentElement).getPropertyValue(name).trim(); }

function begin(canvas) {
  const scale = window.devicePixelRatio || 1;
  const width = canvas.clientWidth, height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
  }
  const c = canvas.getContext('2d');
  c.setTransform(scale, 0, 0, scale, 0, 0);
  c.clearRect(0, 0, width, height);
  c.font = '11px system-ui, sans-serif';
  const plot = { left: axis, top: 6, width: Math.max(1, width - axis - 2), height: Math.max(1, height - foot - 6) };
  plot.column = plot.width / seconds;
  plot.x = (i, n) => plot.left + plot.width - (n - i) * plot.column;
  c.fillStyle = color('--quiet');
  c.textBaseline = 'alphabetic';
  for (const [share, text] of [[0, '2 min ago'], [0.5, '1 min'], [1, 'now']]) {
    c.textAlign = share === 0 ? 'left' : share === 1 ? 'right' : 'center';
    c.fillText(text, plot.left + plot.width * share, height - 4);
  }
  return [c, plot];
}

function grid(c, plot, marks) {
  c.textAlign = 'right';
  c.textBaseline = 'middle';
  for (const [y, text] of marks) {
    c.strokeStyle = color('--grid');
    c.beginPath();
    c.moveTo(plot.left, Math.round(y) + 0.5);
    c.lineTo(plot.left + plot.width, Math.round(y) + 0.5);
    c.stroke();
    c.fillStyle = color('--quiet');
    c.fillText(text, plot.left - 7, y);
  }
}

function drawUtilization(canvas, history) {
  const [c, plot] = begin(canvas);
  const y = (share) => plot.top + plot.height * (1 - share);
  grid(c, plot, [[y(1), '100 %'], [y(0.5), '50 %'], [y(0), '0']]);
  const width = Math.max(1, plot.column - (plot.column > 3 ? 0.5 : 0));
  history.forEach((h, i) => {
    const x = plot.x(i, history.length);
    c.fillStyle = color('--busy');
    c.fillRect(x, y(h.busy), width, plot.height * h.busy);
    c.fillStyle = color('--spinning');
    c.fillRect(x, y(h.busy + h.spinning), width, plot.height * h.spinning);
  });
  const last = history.at(-1);
  canvas.setAttribute('aria-label', last ? `busy ${percent(last.busy)}, spinning ${percent(last.spinning)}` : 'no figures yet');
}

function drawDelay(canvas, history) {
  const [c, plot] = begin(canvas);
  const [low, high] = octaves, rows = (high - low) * rowsPerOctave;
  const y = (s) => plot.top + plot.height * (high - Math.min(high, Math.max(low, Math.log2(s)))) / (high - low);
  grid(c, plot, [1e-6, 1e-4, 1e-2, 1].map((s) => [y(s), duration(s * 1e9).replace('.0', '')]));
  const columns = history.map((h) => {
    const cells = new Map();
    for (const [index, count] of h.delay.buckets) {
      const cell = Math.min(rows - 1, Math.max(0, Math.ceil(index * rowsPerOctave / bucketsPerOctave) - 1 - low * rowsPerOctave));
      cells.set(cell, (cells.get(cell) || 0) + count);
    }
    return cells;
  });
  const most = Math.max(1, ...columns.flatMap((cells) => [...cells.values()]));
  const heat = color('--heat'), cellHeight = plot.height / rows;
  columns.forEach((cells, i) => {
    const x = plot.x(i, columns.length);
    for (const [cell, count] of cells) {
      c.fillStyle = `rgba(${heat}, ${0.18 + 0.82 * Math.sqrt(count / most)})`;
      c.fillRect(x, plot.top + plot.height - (cell + 1) * cellHeight, Math.max(1, plot.column), cellHeight);
    }
  });
  c.strokeStyle = color('--accent');
  c.lineWidth = 1.5;
  c.beginPath();
  let drawing = false;
  history.forEach((h, i) => {
    if (!h.delay.count) { drawing = false; return; }
    const x = plot.x(i, history.length), top = y(h.delay.p99 / 1e9);
    if (!drawing) c.moveTo(x, top);
    c.lineTo(x + plot.column, top);
    drawing = true;
  });
  c.stroke();
  const last = history.at(-1);
  canvas.setAttribute('aria-label', last && last.delay.count ? `p99 ${duration(last.delay.p99)}` : 'no probe in the last second');
}

function drawQueue(canvas, history) {
  const [c, plot] = begin(canvas);
  const longest = Math.max(...history.map((h) => h.queued), 0);
  const power = 10 ** Math.floor(Math.log10(Math.max(10, longest)));
  const top = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= longest);
  const y = (n) => plot.top + plot.height * (1 - n / top);
  grid(c, plot, [[y(top), amount(top)], [y(top / 2), amount(top / 2)], [y(0), '0']]);
  c.fillStyle = color('--busy');
  history.forEach((h, i) => c.fillRect(plot.x(i, history.length), y(h.queued), Math.max(1, plot.column - 0.5), plot.height * h.queued / top));
  const last = history.at(-1);
  canvas.setAttribute('aria-label', last ? `${amount(last.queued)} waiting` : 'no figures yet');
}

// The stream.

const status = document.getElementById('status'), main = document.getElementById('loops');

function say(className, text) {
  status.className = className;
  if (status.textContent !== text) status.textContent = text;
}

function show(update) {
  for (const loop of update.loops) {
    let card = cards.get(loop.id);
    if (!card) {
      card = new Card(loop);
      cards.set(loop.id, card);
    }
    if (!card.root.isConnected) main.append(card.root);
    card.update(loop);
  }
  const there = new Set(update.loops.map((l) => l.id));
  for (const [id, card] of cards) {
    if (there.has(id)) continue;
    card.root.remove();
    cards.delete(id);
  }
  main.querySelector('.empty')?.remove();
  if (cards.size === 0) main.append(element('p', 'empty', 'No loop is watched. Call telemetry.Watch for a loop, and it appears here.'));
  say('live', `${cards.size} watched, once a second`);
}

const stream = new EventSource('?part=events');
stream.addEventListener('message', (event) => show(JSON.parse(event.data)));
stream.addEventListener('error', () => say('lost', 'no connection; it is tried again'));

const redraw = () => { for (const card of cards.values()) card.draw(); };
window.addEventListener('resize', redraw);
window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
