// Logarithmic axes. The charts plot logarithms on plain axes with ticks of
// their own choice, because a logarithmic axis of the library knows powers of
// its base alone, and most rows span less than two of those.

// evenTicks are round numbers at even distances, for a range so narrow that it is
// the same on a logarithmic axis.
function evenTicks(low, high, most) {
  const unit = 10 ** Math.floor(Math.log10((high - low) / 10));
  for (const factor of [1, 2, 5, 10, 20, 50]) {
    const step = unit * factor;
    const ticks = [];
    for (let n = Math.ceil(low / step); n * step <= high; n++) ticks.push(n * step);
    if (ticks.length <= most || factor === 50) return ticks;
  }
}

// logTicks are round numbers between low and high: 1, 2 and 5 in each decade,
// or powers of ten when that would be too many.
function logTicks(low, high, most) {
  for (const steps of [[1, 1.5, 2, 3, 5, 7], [1, 2, 5], [1, 3], [1]]) {
    const ticks = [];
    for (let e = Math.floor(Math.log10(low)) - 1; e <= Math.ceil(Math.log10(high)) + 1; e++) {
      for (const step of steps) {
        const tick = step * 10 ** e;
        if (tick >= low * 0.999 && tick <= high * 1.001) ticks.push(tick);
      }
    }
    if (ticks.length < 2 && high < 2 * low) return evenTicks(low, high, most);
    if (ticks.length <= most || steps.length === 1) return ticks;
  }
}

// Pixels that the labels of an axis of values take beside each other, and above
// each other.
const labelWidth = 56;
const labelHeight = 36;

// logExtent widens the values' range so that no mark touches the frame.
function logExtent(values, slack) {
  const low = Math.log10(Math.min(...values));
  const high = Math.log10(Math.max(...values));
  const room = Math.max((high - low) * slack, 0.04);
  return [low - room, high + room];
}

function axisStyle() {
  return {
    axisLine: {lineStyle: {color: color('line')}},
    axisLabel: {color: color('soft'), fontSize: 11.5},
    nameTextStyle: {color: color('soft'), fontSize: 12},
    nameLocation: 'middle', nameGap: 30,
  };
}

// valueAxis is the axis of the measured values, with room for so many labels.
function valueAxis(chart, values, labels, slack) {
  const [min, max] = logExtent(values, slack);
  const ticks = logTicks(10 ** min, 10 ** max, Math.max(3, labels)).map(Math.log10);
  const style = axisStyle();
  const write = chart.valueTime ? (v) => duration(v, round) : round;
  return {
    type: 'value', min, max, ...style,
    axisLabel: {...style.axisLabel, customValues: ticks, formatter: (v) => write(10 ** v), hideOverlap: true},
    axisTick: {show: false, customValues: ticks},
    splitLine: {show: true, customValues: ticks, lineStyle: {color: color('line')}},
  };
}

// above puts the name of an upright axis above it.
function above(name) {
  return {name, nameLocation: 'end', nameGap: 12, nameTextStyle: {color: color('soft'), fontSize: 12, align: 'left', padding: [0, 0, 0, -56]}};
}

// placeAxis is the axis of a numeric parameter, with a tick at each value.
function placeAxis(chart, places, toAxis, write) {
  const style = axisStyle();
  const ticks = places.map(toAxis);
  const room = Math.max((ticks.at(-1) - ticks[0]) * 0.03, 0.02);
  return {
    type: 'value', min: ticks[0] - room, max: ticks.at(-1) + room, ...style,
    name: chart.xName,
    axisLabel: {...style.axisLabel, customValues: ticks, formatter: write, hideOverlap: true},
    axisTick: {show: true, customValues: ticks, lineStyle: {color: color('line')}},
    splitLine: {show: false},
  };
}
