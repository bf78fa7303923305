// A timeline that can be zoomed, moved and read, by mouse and by keyboard.

import { el } from './dom.js';
import { onThemeChange } from './look.js';
import { CAUSES, KINDS, causeText, endOf } from './timeline-model.js';
import { GUTTER, layout, paint, palette, sized, swatch } from './timeline-paint.js';
import { duration, plain } from './words.js';

const HELP = 'Arrow keys go from block to block and from lane to lane; plus and minus zoom, 0 shows all, Shift with an arrow key moves.';
const CLOSEST = 1e-6;

export class Timeline {
  #canvas = el('canvas', { tabindex: '0', role: 'application', 'aria-roledescription': 'timeline', 'aria-label': `Timeline. ${HELP}` });
  #readout = el('p', { class: 'readout', 'aria-live': 'polite' });
  #legend = el('p', { class: 'legend' });
  #buttons;
  #timelines = [];
  #workers = [];
  #plan = { lanes: [], titles: [], height: 0 };
  #view = { from: 0, to: 1 };
  #end = 1;
  #chosen;
  #colours;
  #width = 0;
  #frame = 0;

  #onUse;

  /** @param onUse called when somebody looks closer */
  constructor(signal, onUse = () => {}) {
    this.#onUse = onUse;
    const button = (text, label, act) => el('button', { type: 'button', 'aria-label': label, title: label, onclick: act }, text);
    this.#buttons = el('span', { class: 'zoom' }, button('+', 'Zoom in', () => this.#zoom(0.5)),
      button('−', 'Zoom out', () => this.#zoom(2)), button('Fit', 'Fit the whole step', () => this.#fit()));
    this.node = el('div', { class: 'timeline' }, el('div', { class: 'bar' }, this.#legend, this.#buttons), this.#canvas, this.#readout);
    this.#listen();
    const size = new ResizeObserver(() => this.#resize());
    size.observe(this.node);
    signal.addEventListener('abort', () => size.disconnect());
    onThemeChange(() => this.#restyle(), signal);
  }

  /**
   * @param timelines pairs of a source, measured or planned, and its rows
   * @param workers a title for each rank
   */
  show(timelines, workers) {
    this.#timelines = timelines;
    this.#workers = workers;
    this.#end = Math.max(CLOSEST, ...timelines.map(([, rows]) => endOf(rows)));
    this.#plan = layout(timelines, workers);
    this.#restyle();
    this.#fit();
    this.#rest();
  }

  #restyle() {
    this.#colours = palette();
    const all = this.#timelines.flatMap(([, rows]) => rows);
    const kinds = Object.values(KINDS).filter((kind) => all.some((row) => row.blocks.some((block) => block.kind === kind)));
    const causes = CAUSES.filter((cause) => all.some((row) => row.idle.some((gap) => gap.cause === cause)));
    this.#legend.replaceChildren(
      ...kinds.map((kind) => this.#entry(kind, `${Object.keys(KINDS).find((letter) => KINDS[letter] === kind)} ${plain(kind)}`)),
      ...causes.map((cause) => this.#entry(cause, `idle: ${causeText(cause)}`)));
    this.#resize();
  }

  #entry(name, text) {
    const sample = el('canvas', { 'aria-hidden': 'true' });
    swatch(sample, name, this.#colours);
    return el('span', { class: 'entry' }, sample, text);
  }

  #resize() {
    this.#width = this.node.clientWidth;
    if (this.#width > GUTTER && this.#colours) {
      sized(this.#canvas, this.#width, this.#plan.height);
      this.#repaint();
    }
  }

  #repaint() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      if (this.#width <= GUTTER || !this.#colours) {
        return;
      }
      const c = this.#canvas.getContext('2d');
      c.setTransform(1, 0, 0, 1, 0, 0);
      c.scale(devicePixelRatio || 1, devicePixelRatio || 1);
      paint(c, this.#width, this.#plan, this.#view, this.#colours, this.#chosen);
    });
  }

  #fit() {
    this.#set(0, this.#end * 1.01);
  }

  /** @param centre the moment that stays where it is */
  #zoom(factor, centre = this.#chosen ? (this.#chosen.start + this.#chosen.end) / 2 : (this.#view.from + this.#view.to) / 2) {
    const { from, to } = this.#view;
    this.#onUse();
    const length = Math.min(this.#end * 1.01, Math.max(CLOSEST, (to - from) * factor));
    const start = centre - ((centre - from) / (to - from)) * length;
    this.#set(start, start + length);
  }

  #move(share) {
    this.#onUse();
    const by = (this.#view.to - this.#view.from) * share;
    this.#set(this.#view.from + by, this.#view.to + by);
  }

  #set(from, to) {
    const length = to - from;
    const start = Math.max(0, Math.min(from, this.#end * 1.01 - length));
    this.#view = { from: start, to: start + length };
    this.#repaint();
  }

  #choose(item, lane) {
    this.#chosen = item;
    if (item) {
      this.#readout.textContent = describe(item, lane);
    } else {
      this.#rest();
    }
    this.#repaint();
  }

  #rest() {
    this.#chosen = undefined;
    this.#readout.textContent = 'Point at a block, or focus the timeline and use the arrow keys. Ctrl and the wheel zoom, dragging moves.';
  }

  #listen() {
    const canvas = this.#canvas;
    let dragged;
    canvas.addEventListener('pointerdown', (event) => {
      dragged = event.offsetX;
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointerup', () => {
      dragged = undefined;
    });
    canvas.addEventListener('pointermove', (event) => {
      if (dragged === undefined) {
        this.#pointAt(event.offsetX, event.offsetY);
      } else {
        this.#move((dragged - event.offsetX) / (this.#width - GUTTER));
        dragged = event.offsetX;
      }
    });
    canvas.addEventListener('pointerleave', () => this.#choose());
    canvas.addEventListener('wheel', (event) => {
      if (event.ctrlKey || event.metaKey || document.activeElement === canvas) {
        event.preventDefault();
        this.#zoom(event.deltaY > 0 ? 1.25 : 0.8, this.#moment(event.offsetX));
      }
    }, { passive: false });
    canvas.addEventListener('keydown', (event) => {
      if (this.#key(event)) {
        event.preventDefault();
      }
    });
  }

  #moment(x) {
    const { from, to } = this.#view;
    return from + ((x - GUTTER) / (this.#width - GUTTER)) * (to - from);
  }

  #pointAt(x, y) {
    const lane = this.#plan.lanes.find((each) => y >= each.y && y <= each.y + each.height);
    const moment = this.#moment(x);
    const holds = (item) => item.start <= moment && moment <= item.end;
    this.#choose(x < GUTTER ? undefined : lane?.blocks.find(holds) ?? lane?.idle.find(holds), lane);
  }

  #key({ key, shiftKey, ctrlKey, altKey, metaKey }) {
    if (ctrlKey || altKey || metaKey) {
      return false;
    }
    const acts = {
      '+': () => this.#zoom(0.5),
      '=': () => this.#zoom(0.5),
      '-': () => this.#zoom(2),
      0: () => this.#fit(),
      ArrowLeft: () => (shiftKey ? this.#move(-0.2) : this.#step(-1)),
      ArrowRight: () => (shiftKey ? this.#move(0.2) : this.#step(1)),
      ArrowUp: () => this.#lane(-1),
      ArrowDown: () => this.#lane(1),
      Home: () => this.#step(-Infinity),
      End: () => this.#step(Infinity),
      Escape: () => this.#choose(),
    };
    acts[key]?.();
    return key in acts;
  }

  #step(by) {
    const lane = this.#laneOfChosen() ?? this.#plan.lanes[0];
    if (!lane || lane.blocks.length === 0) {
      return;
    }
    const now = lane.blocks.indexOf(this.#chosen);
    const next = now < 0 ? 0 : Math.max(0, Math.min(lane.blocks.length - 1, now + by));
    this.#reveal(lane.blocks[next], lane);
  }

  #lane(by) {
    const { lanes } = this.#plan;
    const now = lanes.indexOf(this.#laneOfChosen());
    const lane = lanes[now < 0 ? 0 : Math.max(0, Math.min(lanes.length - 1, now + by))];
    const moment = this.#chosen?.start ?? 0;
    const nearest = lane?.blocks.reduce((best, each) => (Math.abs(each.start - moment) < Math.abs(best.start - moment) ? each : best), lane.blocks[0]);
    if (nearest) {
      this.#reveal(nearest, lane);
    }
  }

  #laneOfChosen() {
    return this.#plan.lanes.find((lane) => lane.blocks.includes(this.#chosen));
  }

  #reveal(block, lane) {
    this.#onUse();
    const { from, to } = this.#view;
    if (block.start < from || block.end > to) {
      const middle = (block.start + block.end) / 2;
      this.#set(middle - (to - from) / 2, middle + (to - from) / 2);
    }
    this.#choose(block, lane);
  }
}

function describe(item, lane) {
  const what = item.kind === undefined
    ? `idle: ${causeText(item.cause)}`
    : `${item.action}: ${plain(item.kind)}, stage ${item.stage}, micro-batch ${item.microBatch}`;
  return `${what}, ${duration(item.end - item.start)} from ${duration(item.start)} · ${lane.worker}, ${lane.source}`;
}
