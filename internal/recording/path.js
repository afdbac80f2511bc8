// What has led to a callback: arrows between the lanes, and the list of the parts of its delay.
const SUBMITTED = 0, TIMER = 1, RESULT = 2, STARTED = 3; // what a cause says
const MOST_ARROWS = 200; // so many causes in view are drawn, and else only those of the selected callback
let selected = null;

// ended returns the index of an event that is none of the loop's goroutine and has ended at a time, -1 if there is none.
// These events are in the order of their ends.
const ended = (l, at, is) => {
  const e = l.more, end = i => e.start[i] + e.took[i];
  for (let i = search(e.n, at, end); i < e.n && end(i) === at; i++) if (is(i)) return i;
  return -1;
};
// causeOf returns the index of the cause of what begins at a time.
const causeOf = (l, at, work) => ended(l, at, i => l.more.kind[i] === CAUSE && (l.more.detail[i] === STARTED) === work);
const loopOf = id => loops.find(l => (l.id >>> 0) === id);
const exactly = (l, at) => { const i = search(l.n, at, i => l.start[i]); return i < l.n && l.start[i] === at && l.kind[i] === CALLBACK ? i : -1; };

// source returns where a cause has begun: the lane, the time, and the callback there, -1 if it is unknown.
function source(l, k) {
  const e = l.more, at = e.start[k];
  if (e.detail[k] !== SUBMITTED) return { l, at, i: exactly(l, at) };
  const from = e.b[k] ? loopOf(e.b[k]) : null;
  return from ? { l: from, at, i: running(from, at) } : { l: null, at, i: -1 };
}

// path returns the parts of the time that has led to a callback, the first one first, and its arrows.
function path(l, i) {
  const parts = [], lines = [];
  const add = (kind, from, to, text, where, go) => parts.unshift({ kind, from, to, text, where, go });
  const waits = (l, from, to, text) => {
    let until = to;
    const before = search(l.n, to, i => l.start[i]) - 1;
    if (before >= 0 && l.kind[before] === PARK && l.start[before] + l.took[before] > from) {
      const woke = l.start[before] + l.took[before], kernel = l.c[before];
      until = Math.max(from, Math.min(woke, l.b[before] && l.start[before] > from ? woke - l.b[before] : from));
      if (woke < to) add("queue", woke, to, text);
      add("runnable", until, woke, `${l.name} was woken and did not run yet` + (l.b[before] && kernel !== NOT_KNOWN && kernel ? `, of that up to ${time(Math.min(kernel, woke - until))} because no processor was free` : ""));
    }
    if (until > from) {
      let n = 0, longest = -1;
      for (let k = first(l, from); k < l.n && l.start[k] < until; k++) {
        if (l.kind[k] !== CALLBACK && l.kind[k] !== UNTIMED || l.start[k] + l.took[k] <= from) continue;
        n += l.kind[k] === CALLBACK ? 1 : l.a[k];
        if (l.kind[k] === CALLBACK && (longest < 0 || l.took[k] > l.took[longest])) longest = k;
      }
      add("queue", from, until, text + (n ? `, behind ${n.toLocaleString("en")} ${n === 1 ? "callback" : "callbacks"}` + (longest < 0 ? "" : `, the longest ${short(l.functions[l.a[longest]].Name)}, ${time(l.took[longest])}`) : ""),
        "", longest < 0 ? null : [l, longest]);
    }
  };
  let on = l, at = i, until = l.start[i] + l.took[i];
  for (let n = 0; n < 500; n++) {
    const start = on.start[at], f = on.functions[on.a[at]];
    add("callback", start, Math.max(start, until), `${short(f.Name)} on ${on.name}`, place(f), [on, at]);
    const k = causeOf(on, start, false);
    if (k < 0) break;
    const e = on.more, why = e.detail[k], from = source(on, k);
    const stack = e.a[k] ? on.stacks[e.a[k] - 1] : [], by = stack[stack.length > 1 ? 1 : 0], label = why === SUBMITTED && e.c[k] ? on.labels[e.c[k] - 1] : "";
    const submitter = by ? `, submitted by ${short(by.Name)}${label ? ` (${label})` : ""}` : label ? `, submitted by ${label}` : "";
    let next = from, sent = from.at;
    if (why === SUBMITTED) {
      waits(on, from.at, start, "in the queue" + submitter + (by ? ` ${place(by)}` : ""));
    } else if (why === TIMER) {
      const due = Math.min(start, Math.max(from.at, start - on.c[at] * 1e3));
      sent = Math.min(due, from.i < 0 ? from.at : from.at + on.took[from.i]);
      waits(on, due, start, "the timer was due");
      add("timer", sent, due, "until the timer was due");
    } else if (why === RESULT) {
      waits(on, from.at, start, "the result waited for the loop");
      const w = ended(on, from.at, w => e.kind[w] === WORK);
      if (w < 0) break;
      const wf = on.functions[e.a[w]], started = causeOf(on, e.start[w], true);
      add("work", e.start[w], from.at, `work ${short(wf.Name)} on a goroutine`, place(wf));
      sent = e.start[w] - e.c[w] * 1e3;
      if (sent < e.start[w]) add("queue", sent, e.start[w], "the work waited for a goroutine");
      if (started < 0) break;
      next = source(on, started);
      lines.push({ from: next.l, at: next.at, to: on, end: start });
    }
    if (why !== RESULT) lines.push({ from: from.l, at: sent, to: on, end: start });
    if (next.i < 0 || next.l.kind[next.i] !== CALLBACK) {
      if (next.i >= 0 && next.l.kind[next.i] === UNTIMED) add("callback", next.l.start[next.i], sent, `one of ${next.l.a[next.i]} short callbacks on ${next.l.name}`);
      break;
    }
    if (next.l === on && next.i === at) break;
    on = next.l, at = next.i, until = sent;
  }
  return { parts, lines };
}

const PARTS = { callback: "running", queue: "queued", runnable: "runnable", timer: "timer", work: "work on goroutines" };
const colorOf = kind => `var(--${kind === "timer" ? "quiet" : kind})`;

// goTo returns a button that shows and selects a callback.
function goTo(l, i, text) {
  const button = document.createElement("button");
  button.textContent = text;
  button.title = "Show it, and what has led to it";
  button.onclick = () => select(l, i, true);
  return button;
}

// select shows what has led to a callback. With move, the view moves there.
function select(l, i, move) {
  selected = { l, i, ...path(l, i) };
  const { parts } = selected, name = short(l.functions[l.a[i]].Name), total = parts.at(-1).to - parts[0].from;
  const title = $("pathTitle"), close = document.createElement("button");
  close.textContent = "Close";
  close.onclick = () => { selected = null; $("path").hidden = true; paint(); };
  title.replaceChildren(`What has led to ${name}`, close);
  const sums = Object.entries(PARTS).map(([kind, word]) => [word, parts.reduce((n, p) => n + (p.kind === kind ? p.to - p.from : 0), 0)]).filter(s => s[1] > 0);
  $("pathAbout").textContent = `${time(total)} until it ended: ` + sums.map(([word, t]) => `${word} ${time(t)}`).join(", ") + "." +
    (parts.length === 1 ? " The recording does not say who has submitted it." : "");
  $("parts").replaceChildren(...parts.filter(p => p.to > p.from).map(p => {
    const part = document.createElement("i");
    part.style.flexGrow = (p.to - p.from) / Math.max(1, total);
    part.style.background = colorOf(p.kind);
    part.title = `${p.text}, ${time(p.to - p.from)}`;
    return part;
  }));
  const shown = parts.length > 60 ? parts.slice(-60) : parts;
  document.querySelector("#path ol").replaceChildren(...shown.map(p => {
    const item = document.createElement("li"), mark = document.createElement("i"), took = document.createElement("b"), what = document.createElement("span"), where = document.createElement("small");
    mark.style.background = colorOf(p.kind);
    took.textContent = time(p.to - p.from);
    where.textContent = p.where ? " " + p.where : "";
    what.append(p.text, where, " ");
    if (p.go) what.append(goTo(p.go[0], p.go[1], "Show"));
    item.append(mark, took, what);
    return item;
  }));
  $("path").hidden = false;
  if (move) {
    const margin = Math.max(total, l.took[i], 1e4) * .3;
    look(parts[0].from - margin, parts.at(-1).to + margin);
    canvas.scrollIntoView({ block: "nearest" });
  }
  paint();
}

// arrows draws from where callbacks were submitted to where they run.
function arrows(width, x) {
  const all = [];
  for (const l of loops) {
    const e = l.more, end = i => e.start[i] + e.took[i];
    for (let i = search(e.n, view[0], end); i < e.n && end(i) <= view[1] && all.length <= MOST_ARROWS; i++) {
      if (e.kind[i] !== CAUSE || e.detail[i] === STARTED || e.detail[i] === RESULT) continue; // the green bars show these
      const s = source(l, i);
      all.push({ from: s.l, at: s.at, to: l, end: end(i) });
    }
  }
  draw.save();
  draw.beginPath();
  draw.rect(0, TOP, width, 1e5);
  draw.clip();
  draw.globalAlpha = selected ? .35 : .6;
  if (all.length <= MOST_ARROWS) for (const a of all) arrow(a, x, colors.quiet, 1);
  draw.globalAlpha = 1;
  if (selected) {
    for (const a of selected.lines) arrow(a, x, colors.queue, 2);
    const { l, i } = selected, from = x(l.start[i]), y = TOP + LANE * l.index + BAR;
    draw.strokeStyle = colors.text;
    draw.lineWidth = 2;
    draw.strokeRect(from - 1, y - 1, Math.max(2, x(l.start[i] + l.took[i]) - from) + 2, TALL + 2);
  }
  draw.restore();
}

function arrow({ from, at, to, end }, x, color, thick) {
  const x0 = Math.max(-1e4, x(at)), x1 = x(end), top = TOP + LANE * to.index + BAR, apart = from ? to.index - from.index : 0;
  const y1 = apart < 0 ? top + TALL : top, y0 = !from ? top - 14 : apart === 0 ? top : TOP + LANE * from.index + BAR + (apart > 0 ? TALL : 0);
  draw.strokeStyle = draw.fillStyle = color;
  draw.lineWidth = thick;
  draw.beginPath();
  draw.moveTo(x0, y0);
  if (!from) draw.lineTo(x1, y1);
  else if (apart === 0) draw.bezierCurveTo(x0 + (x1 - x0) * .1, y0 - 18, x1 - (x1 - x0) * .1, y1 - 18, x1, y1);
  else draw.bezierCurveTo(x0 + (x1 - x0) * .5, y0, x1 - (x1 - x0) * .5, y1, x1, y1);
  draw.stroke();
  const down = apart < 0 ? -1 : 1; // the head
  draw.beginPath();
  draw.moveTo(x1, y1);
  draw.lineTo(x1 - 4, y1 - 6 * down);
  draw.lineTo(x1 + 2, y1 - 6 * down);
  draw.fill();
}

load().catch(e => { $("about").textContent = "The events cannot be shown: " + e.message; });
