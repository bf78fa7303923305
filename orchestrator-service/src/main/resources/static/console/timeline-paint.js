// Draws a timeline on a canvas.

import { colour } from './look.js';
import { KINDS } from './timeline-model.js';

export const GUTTER = 66;
const AXIS = 22;
const TITLE = 18;
const GAP = 12;
const HEIGHTS = { measured: 26, planned: 16 };
const FONT = 'system-ui, sans-serif';

/** Where the lanes lie: for each rank its title, and its lanes that exist, the measured one above. */
export function layout(timelines, workers) {
  const lanes = [];
  const titles = [];
  let y = AXIS;
  workers.forEach((worker, rank) => {
    titles.push({ text: worker, y: y + TITLE - 5 });
    y += TITLE;
    for (const [source, rows] of timelines) {
      lanes.push({ source, rank, worker, y, height: HEIGHTS[source], ...rows[rank] });
      y += HEIGHTS[source] + 2;
    }
    y += GAP;
  });
  return { lanes, titles, height: y };
}

/** The colours of the theme, and the shading of idle time. */
export function palette() {
  const names = [...Object.values(KINDS), 'on-forward', 'on-backward_input', 'on-backward_weight', 'on-backward'];
  const colours = Object.fromEntries(names.map((name) => [name, colour(name)]));
  const line = colour('idle');
  return {
    ...colours,
    text: colour('text'),
    faint: colour('faint'),
    line: colour('line'),
    lane: colour('lane'),
    focus: colour('focus'),
    idle: {
      fill: hatch(line, (p) => p.stroke('M-1 9 L9 -1 M-1 1 L1 -1 M7 9 L9 7')),
      drain: hatch(line, (p) => p.stroke('M-1 -1 L9 9 M7 -1 L9 1 M-1 7 L1 9')),
      wait_activation: hatch(line, (p) => p.stroke('M0 1.5 H8 M0 5.5 H8')),
      wait_gradient: hatch(line, (p) => p.stroke('M1.5 0 V8 M5.5 0 V8')),
      between: hatch(line, (p) => p.fill('M1 1 h1.6 v1.6 h-1.6 z M5 5 h1.6 v1.6 h-1.6 z')),
    },
  };
}

function hatch(ink, draw) {
  const tile = document.createElement('canvas');
  tile.width = 8;
  tile.height = 8;
  const c = tile.getContext('2d');
  c.strokeStyle = ink;
  c.fillStyle = ink;
  draw({ stroke: (path) => c.stroke(new Path2D(path)), fill: (path) => c.fill(new Path2D(path)) });
  return c.createPattern(tile, 'repeat');
}

/** A sample of a kind or a cause for a legend. */
export function swatch(canvas, name, colours) {
  const c = sized(canvas, 22, 12);
  c.fillStyle = colours.lane;
  c.fillRect(0, 0, 22, 12);
  c.fillStyle = colours[name] ?? colours.idle[name];
  c.fillRect(0, 0, 22, 12);
}

/** A context for a canvas of this size on any screen. */
export function sized(canvas, width, height) {
  const ratio = devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const c = canvas.getContext('2d');
  c.scale(ratio, ratio);
  return c;
}

/** @param view {from, to} in seconds, and the block that is pointed at */
export function paint(c, width, { lanes, titles, height }, view, colours, chosen) {
  const scale = (width - GUTTER) / (view.to - view.from);
  const x = (seconds) => GUTTER + (seconds - view.from) * scale;
  c.clearRect(0, 0, width, height);
  axis(c, x, width, height, view, colours);
  c.textAlign = 'left';
  titles.forEach((title) => text(c, title.text, 0, title.y, colours.text, 12));
  for (const lane of lanes) {
    text(c, lane.source, 0, lane.y + lane.height / 2 + 4, colours.faint, 11);
    c.save();
    c.beginPath();
    c.rect(GUTTER, lane.y - 2, width - GUTTER, lane.height + 4);
    c.clip();
    c.fillStyle = colours.lane;
    c.fillRect(GUTTER, lane.y, width - GUTTER, lane.height);
    for (const gap of lane.idle) {
      box(c, x, lane, gap, view, colours.idle[gap.cause]);
    }
    for (const block of lane.blocks) {
      box(c, x, lane, block, view, colours[block.kind]);
      label(c, x, lane, block, view, colours);
    }
    const own = lane.blocks.includes(chosen) || lane.idle.includes(chosen);
    if (own) {
      c.strokeStyle = colours.focus;
      c.lineWidth = 2;
      c.strokeRect(x(chosen.start), lane.y - 1, Math.max(2, x(chosen.end) - x(chosen.start)), lane.height + 2);
    }
    c.restore();
  }
}

function box(c, x, lane, { start, end }, view, fill) {
  if (end < view.from || start > view.to) {
    return;
  }
  const width = x(end) - x(start);
  c.fillStyle = fill;
  c.fillRect(x(start), lane.y, Math.max(0.7, width - (width > 4 ? 1 : 0)), lane.height);
}

function label(c, x, lane, block, view, colours) {
  const left = Math.max(GUTTER, x(block.start));
  const room = x(block.end) - left;
  const size = lane.source === 'measured' ? 11 : 10;
  if (room < size * block.action.length * 0.62 + 4 || block.end < view.from || block.start > view.to) {
    return;
  }
  text(c, block.action, left + 3, lane.y + lane.height / 2 + size * 0.36, colours[`on-${block.kind}`], size);
}

function text(c, words, x, y, fill, size) {
  c.font = `${size}px ${FONT}`;
  c.fillStyle = fill;
  c.fillText(words, x, y);
}

function axis(c, x, width, height, view, colours) {
  const step = nice(((view.to - view.from) * 90) / (width - GUTTER));
  const digits = Math.max(0, -Math.floor(Math.log10(step * 1e3)));
  c.textAlign = 'center';
  for (let tick = Math.ceil(view.from / step); tick * step <= view.to; tick++) {
    const at = x(tick * step);
    c.fillStyle = colours.line;
    c.fillRect(at, AXIS - 6, 1, height - AXIS);
    if (at < width - 24) {
      text(c, `${(tick * step * 1e3).toFixed(digits)} ms`, at, 11, colours.faint, 11);
    }
  }
}

function nice(rough) {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
}
