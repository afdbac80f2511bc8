// The charts: curves over a parameter, dots with intervals, one figure over
// another. Every contestant has one look in all of them, and one switch.
const shown = new Set(view.contestants.keys());
const drawn = new Map();

const dashes = ['solid', 'dashed', 'dotted'];
const symbols = ['circle', 'rect', 'triangle', 'diamond'];

// look gives a contestant its colour, line and symbol.
function look(index) {
  const {champion, ranked} = view.contestants[index];
  const before = view.contestants.slice(0, index);
  if (champion) {
    const n = before.filter((c) => c.champion).length;
    return {color: `champion-${n % 3}`, dash: dashes[n % 3], symbol: symbols[n % 4], width: 3};
  }
  if (!ranked) {
    const n = before.filter((c) => !c.ranked).length;
    return {color: 'control', dash: dashes[1 + n % 2], symbol: symbols[n % 4], width: 1.25};
  }
  const n = before.filter((c) => c.ranked && !c.champion).length;
  return {color: `other-${n % 8}`, dash: dashes[Math.floor(n / 8) % 3], symbol: symbols[(n + 1) % 4], width: 1.75};
}
const looks = view.contestants.map((_, i) => look(i));

function visible(chart) {
  return chart.series.filter((s) => shown.has(s.contestant));
}

// tip is the box beside the pointer: a heading and a line for each contestant,
// the lowest first.
function tip(heading, lines) {
  const box = element('div', 'tip');
  box.append(element('b', '', heading));
  const table = element('table');
  for (const {contestant, value, detail} of lines.sort((a, b) => a.order - b.order)) {
    const row = element('tr');
    const mark = element('td', '', '●');
    mark.style.color = color(looks[contestant].color);
    row.append(mark, element('td', '', view.contestants[contestant].name), element('td', 'n', value), element('td', '', detail));
    table.append(row);
  }
  box.append(table);
  return box;
}

function write(chart, v) {
  return chart.valueTime ? duration(v) : significant(v) + ' ' + chart.unit;
}

function between(chart, point) {
  return point.low === undefined ? '' : `${write(chart, point.low)} to ${write(chart, point.high)}`;
}

function line(s, data) {
  const style = looks[s.contestant];
  const paint = color(style.color);
  return {
    type: 'line', name: view.contestants[s.contestant].name, data, symbol: style.symbol, symbolSize: 7,
    lineStyle: {color: paint, width: style.width, type: style.dash}, itemStyle: {color: paint},
    emphasis: {focus: 'series', lineStyle: {width: style.width + 1.5}}, blur: {lineStyle: {opacity: 0.2}, itemStyle: {opacity: 0.2}},
    z: view.contestants[s.contestant].champion ? 4 : 3,
  };
}

// bars draws the intervals of all curves as thin lines with ends.
function bars(points) {
  return {
    type: 'custom', silent: true, z: 2, tooltip: {show: false}, data: points,
    renderItem(_, api) {
      const paint = color(looks[api.value(3)].color);
      const [x, low] = api.coord([api.value(0), api.value(1)]);
      const [, high] = api.coord([api.value(0), api.value(2)]);
      const stroke = {stroke: paint, lineWidth: 1.25, fill: 'none'};
      return {type: 'group', children: [[x, low, x, high], [x - 3, low, x + 3, low], [x - 3, high, x + 3, high]].map(
        ([x1, y1, x2, y2]) => ({type: 'line', shape: {x1, y1, x2, y2}, style: stroke}))};
    },
  };
}

// names writes each contestant's name where its line ends. Where lines end close
// together the names move apart, each with a thread to its line.
function names(series, ends) {
  const height = 13;
  return {
    type: 'custom', silent: true, clip: false, z: 5, tooltip: {show: false}, data: [[0, 0]],
    renderItem({coordSys: {x, y, width, height: tall}}, api) {
      const labels = series.map((s, i) => ({contestant: s.contestant, at: api.coord(ends[i])})).sort((a, b) => a.at[1] - b.at[1]);
      let lowest = y - height;
      for (const label of labels) {
        label.y = Math.max(label.at[1], lowest + height);
        lowest = label.y;
      }
      let highest = y + tall + height;
      for (const label of labels.toReversed()) {
        label.y = Math.min(label.y, highest - height);
        highest = label.y;
      }
      const right = x + width;
      return {type: 'group', children: labels.flatMap(({contestant, at, y: level}) => {
        const {name, champion} = view.contestants[contestant];
        const paint = color(looks[contestant].color);
        return [
          {type: 'polyline', shape: {points: [[at[0] + 5, at[1]], [Math.max(right + 6, at[0] + 6), at[1]], [right + 18, level], [right + 22, level]]}, style: {stroke: paint, fill: 'none', lineWidth: 0.75, opacity: 0.7}},
          {type: 'text', style: {x: right + 25, y: level, text: name, fill: paint, fontSize: 11, fontFamily: family(), fontWeight: champion ? 600 : 400, verticalAlign: 'middle'}},
        ];
      })};
    },
  };
}

function tooltip(options) {
  return {
    confine: true, backgroundColor: color('card'), borderColor: color('line'), borderWidth: 1, padding: [8, 12],
    axisPointer: {type: 'line', lineStyle: {color: color('soft'), type: 'dashed'}}, ...options,
  };
}

// labelRoom is what the names at the ends of the lines take, 0 when the chart is
// too narrow for them; the legend then has to do.
function labelRoom(series, width) {
  if (width < 480) return 0;
  return 34 + 6.4 * Math.max(0, ...series.map((s) => view.contestants[s.contestant].name.length));
}

function curve(chart, width, height) {
  const series = visible(chart);
  const all = series.flatMap((s) => s.points);
  const places = [...new Set(chart.series.flatMap((s) => s.points.map((p) => p.x)))].sort((a, b) => a - b);
  const isLog = places[0] > 0 && places.at(-1) / places[0] >= 8;
  const toAxis = isLog ? Math.log10 : (x) => x;
  const fromAxis = new Map(places.map((x) => [toAxis(x), x]));
  const writePlace = (v) => {
    const x = fromAxis.get(v) ?? v;
    return chart.xTime ? duration(x, round) : x.toLocaleString('en-US');
  };
  const room = labelRoom(series, width);
  const lines = series.map((s) => line(s, s.points.map((p) => [toAxis(p.x), Math.log10(p.y)])));
  const at = (x) => series.flatMap((s) => s.points.filter((p) => toAxis(p.x) === x).map(
    (p) => ({contestant: s.contestant, order: p.y, value: write(chart, p.y), detail: between(chart, p)})));
  return {
    grid: {left: 64, right: room || 14, top: 30, bottom: 48},
    xAxis: placeAxis(chart, places, toAxis, writePlace),
    yAxis: {...valueAxis(chart, all.flatMap((p) => [p.low ?? p.y, p.high ?? p.y]), (height - 80) / labelHeight, 0.04), ...above(chart.yName)},
    tooltip: tooltip({trigger: 'axis', formatter: (items) => tip(`${chart.xName}: ${writePlace(items[0].value[0])}`, at(items[0].value[0]))}),
    series: [
      ...lines,
      bars(series.flatMap((s) => s.points.filter((p) => p.low !== undefined).map(
        (p) => [toAxis(p.x), Math.log10(p.low), Math.log10(p.high), s.contestant]))),
      ...(room ? [names(series, lines.map((l) => l.data.at(-1)))] : []),
    ],
  };
}

function dots(chart, width) {
  const series = visible(chart);
  const names = series.map((s) => view.contestants[s.contestant].name);
  const left = 16 + 6.6 * Math.max(4, ...names.map((n) => n.length));
  const values = series.flatMap(({points: [p]}) => [p.low ?? p.y, p.high ?? p.y]);
  const style = axisStyle();
  const text = color('ink');
  const right = 24 + 6.2 * Math.max(0, ...series.map((s) => write(chart, s.points[0].y).length));
  const axis = valueAxis(chart, values, (width - left - right) / labelWidth, 0.05);
  return {
    grid: {left, right, top: 8, bottom: 48},
    xAxis: {...axis, name: chart.xName},
    yAxis: {type: 'category', data: names, inverse: true, ...style,
      axisLabel: {...style.axisLabel, color: (_, i) => color(looks[series[i].contestant].color), fontSize: 12, interval: 0},
      axisTick: {show: false}, splitLine: {show: true, lineStyle: {color: color('faint')}}},
    tooltip: tooltip({trigger: 'item', formatter: ({dataIndex}) => {
      const {contestant, points: [p]} = series[dataIndex];
      return tip(chart.title, [{contestant, order: 0, value: write(chart, p.y), detail: between(chart, p)}]);
    }}),
    series: [{
      type: 'custom', z: 3,
      data: series.map(({points: [p]}, i) => [Math.log10(p.y), i, Math.log10(p.low ?? p.y), Math.log10(p.high ?? p.y)]),
      renderItem(_, api) {
        const s = series[api.value(1)];
        const {color: name, width: weight} = looks[s.contestant];
        const paint = color(name);
        const [x, y] = api.coord([api.value(0), api.value(1)]);
        const [low] = api.coord([api.value(2), api.value(1)]);
        const [high] = api.coord([api.value(3), api.value(1)]);
        return {type: 'group', children: [
          {type: 'line', shape: {x1: low, y1: y, x2: high, y2: y}, style: {stroke: paint, lineWidth: 1 + weight, opacity: 0.55, lineCap: 'round'}},
          {type: 'circle', shape: {cx: x, cy: y, r: weight > 2 ? 6 : 5}, style: {fill: paint}},
          {type: 'text', style: {x: Math.max(high, x) + 10, y, text: write(chart, s.points[0].y), fill: text, fontSize: 11.5, fontFamily: family(), verticalAlign: 'middle', fontWeight: weight > 2 ? 600 : 400}},
        ]};
      },
    }],
  };
}

function family() {
  return getComputedStyle(document.body).fontFamily;
}

// scatter puts one figure of a series over another, with its name beside it where
// that covers no other name.
function scatter(chart, width, height) {
  const series = visible(chart);
  const point = (s) => [Math.log10(s.points[0].x), Math.log10(s.points[0].y)];
  const costs = {valueTime: false, unit: 'cores'};
  const style = axisStyle();
  const [left, right] = [64, 24];
  return {
    grid: {left, right, top: 30, bottom: 48},
    xAxis: {...valueAxis(costs, series.map((s) => s.points[0].x), (width - left - right) / labelWidth, 0.12), nameLocation: 'middle', nameGap: 30, nameTextStyle: style.nameTextStyle, name: chart.xName, axisLine: {...style.axisLine, onZero: false}},
    yAxis: {...valueAxis(chart, series.map((s) => s.points[0].y), (height - 80) / labelHeight, 0.06), ...above(chart.yName), axisLine: {...style.axisLine, onZero: false}},
    tooltip: tooltip({trigger: 'item', formatter: ({dataIndex}) => {
      const {contestant, points: [p]} = series[dataIndex];
      return tip(chart.title, [{contestant, order: 0, value: write(chart, p.y), detail: `${between(chart, p)}, ${write(costs, p.x)}`}]);
    }}),
    series: [{
      type: 'custom', z: 3, data: series.map(point),
      renderItem({coordSys, dataIndex}, api) {
        const {color: name, symbol} = looks[series[dataIndex].contestant];
        const paint = color(name);
        const [x, y] = api.coord(point(series[dataIndex]));
        const mark = symbol === 'rect' ? {type: 'rect', shape: {x: x - 4.5, y: y - 4.5, width: 9, height: 9}, style: {fill: paint}}
          : symbol === 'circle' ? {type: 'circle', shape: {cx: x, cy: y, r: 5}, style: {fill: paint}}
            : {type: 'polygon', shape: {points: symbol === 'diamond' ? [[x, y - 6.5], [x + 6.5, y], [x, y + 6.5], [x - 6.5, y]] : [[x, y - 6], [x + 6, y + 5], [x - 6, y + 5]]}, style: {fill: paint}};
        return {type: 'group', children: [mark]};
      },
    }, {
      type: 'custom', silent: true, clip: false, z: 5, tooltip: {show: false}, data: [[0, 0]],
      renderItem({coordSys}, api) {
        const taken = series.map((s) => { const [x, y] = api.coord(point(s)); return [x - 6, y - 6, x + 6, y + 6]; });
        const labels = [];
        // The project's own first: theirs are the names that are looked for.
        const order = series.toSorted((a, b) => view.contestants[b.contestant].champion - view.contestants[a.contestant].champion);
        for (const s of order) {
          const {name, champion} = view.contestants[s.contestant];
          const [x, y] = api.coord(point(s));
          const long = 6.4 * name.length + 2;
          for (const [from, level, align] of [[x + 9, y, 'left'], [x - 9 - long, y, 'right'], [x + 9, y - 12, 'left'], [x + 9, y + 12, 'left'], [x - 9 - long, y - 12, 'right'], [x - 9 - long, y + 12, 'right']]) {
            const box = [from, level - 6, from + long, level + 6];
            const outside = box[0] < coordSys.x || box[2] > coordSys.x + coordSys.width || box[1] < coordSys.y - 6 || box[3] > coordSys.y + coordSys.height;
            if (outside || taken.some((t) => t[0] < box[2] && box[0] < t[2] && t[1] < box[3] && box[1] < t[3])) continue;
            taken.push(box);
            labels.push({type: 'text', style: {x: align === 'left' ? from : x - 9, y: level, text: name, align, fill: color(looks[s.contestant].color), fontSize: 11, fontFamily: family(), fontWeight: champion ? 600 : 400, verticalAlign: 'middle'}});
            break;
          }
        }
        return {type: 'group', children: labels};
      },
    }],
  };
}

const kinds = {curve, dots, scatter};

function draw(chart) {
  const box = document.getElementById(chart.id);
  if (chart.kind === 'dots') box.style.height = `${72 + 25 * Math.max(3, visible(chart).length)}px`;
  let drawing = drawn.get(chart.id);
  if (!drawing) {
    drawing = echarts.init(box, null, {renderer: 'svg'});
    drawn.set(chart.id, drawing);
  }
  drawing.resize();
  const options = {animation: false, textStyle: {fontFamily: family()}};
  drawing.setOption({...options, ...kinds[chart.kind](chart, box.clientWidth, box.clientHeight)}, true);
}

function drawAll() {
  for (const chart of view.charts) draw(chart);
}

// startLegend makes the switches. A switch shows the contestant's line and
// symbol, as the charts do.
function startLegend() {
  const forms = {
    circle: '<circle cx="14" cy="6" r="4"/>', rect: '<path d="M10 2h8v8h-8z"/>',
    triangle: '<path d="M14 1.5l4.5 8.5h-9z"/>', diamond: '<path d="M14 1l5 5-5 5-5-5z"/>',
  };
  const strokes = {solid: 'none', dashed: '5 3', dotted: '1.5 2.5'};
  for (const [index, contestant] of view.contestants.entries()) {
    const {color: name, dash, symbol, width} = looks[index];
    const button = element('button', contestant.champion ? 'champion' : '');
    button.type = 'button';
    button.setAttribute('aria-pressed', 'true');
    const mark = element('span');
    // Built from the constants above, never from the document.
    mark.innerHTML = `<svg width="28" height="12" aria-hidden="true" style="color:var(--${name})" fill="currentColor"><path d="M0 6h28" stroke="currentColor" stroke-width="${width}" stroke-dasharray="${strokes[dash]}"/>${forms[symbol]}</svg>`;
    button.append(mark.firstChild, contestant.name);
    button.addEventListener('click', () => {
      if (!shown.delete(index)) shown.add(index);
      button.setAttribute('aria-pressed', String(shown.has(index)));
      drawAll();
    });
    document.getElementById(contestant.lane ? 'legend-lanes' : 'legend')?.append(button);
  }
}

function startCharts() {
  startLegend();
  drawAll();
  themeListeners.push(drawAll);
  let width = document.documentElement.clientWidth;
  let waiting = 0;
  addEventListener('resize', () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => {
      if (document.documentElement.clientWidth === width) return; // a phone's address bar
      width = document.documentElement.clientWidth;
      drawAll();
    });
  });
}
