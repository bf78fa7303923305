// Curves over the steps of a run, drawn by uPlot.

import { el, setText } from './dom.js';
import { colour, onThemeChange } from './look.js';
import uPlot from './vendor/uplot/uPlot.esm.js';

const HEIGHT = 190;
const BETWEEN = 200;

export class Chart {
  #plot;
  #box = el('div', { class: 'plot', 'aria-hidden': 'true' });
  #caption = el('figcaption', {});
  #options;
  #history;
  #due = 0;

  /**
   * @param options title, curves {name: {label, colour, dash}}, text of a value, tick of an axis, range of the values
   * @param history where the values are
   */
  constructor(options, history, signal) {
    this.#options = options;
    this.#history = history;
    this.node = el('figure', { class: 'panel chart' }, el('h2', {}, options.title), this.#caption, this.#box);
    const size = new ResizeObserver(() => this.#plot?.setSize({ width: this.#box.clientWidth, height: HEIGHT }));
    size.observe(this.#box);
    onThemeChange(() => this.#build(), signal);
    signal.addEventListener('abort', () => {
      size.disconnect();
      clearTimeout(this.#due);
      this.#plot?.destroy();
    });
  }

  /** Draws soon what has come since. */
  changed() {
    this.#due ||= setTimeout(() => {
      this.#due = 0;
      if (this.#plot) {
        this.#plot.setData(this.#data());
      } else {
        this.#build();
      }
      this.#summarise();
    }, BETWEEN);
  }

  #data() {
    return [this.#history.steps, ...Object.keys(this.#options.curves).map((name) => this.#history.columns[name])];
  }

  #build() {
    this.#plot?.destroy();
    if (this.#history.steps.length === 0 || !this.#box.isConnected) {
      this.#plot = undefined;
      return;
    }
    const axis = { stroke: colour('faint'), grid: { stroke: colour('line'), width: 1 }, ticks: { show: false }, font: '11px system-ui' };
    const { text, tick, curves, range } = this.#options;
    this.#plot = new uPlot({
      width: this.#box.clientWidth,
      height: HEIGHT,
      scales: { x: { time: false }, y: { range } },
      axes: [{ ...axis, size: 26, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6] },
        { ...axis, size: 54, values: (_, ticks) => ticks.map(tick) }],
      series: [{ label: 'step' }, ...Object.values(curves).map((curve) => ({
        label: curve.label,
        stroke: colour(curve.colour),
        width: 1.5,
        dash: curve.dash,
        spanGaps: true,
        points: { show: false },
        value: (_, value) => (value === null || value === undefined ? '–' : text(value)),
      }))],
      cursor: { sync: { key: 'steps' }, drag: { x: true, y: false } },
      legend: { show: true },
    }, this.#data(), this.#box);
  }

  #summarise() {
    const { curves, text } = this.#options;
    const parts = Object.entries(curves).flatMap(([name, curve]) => {
      const values = this.#history.columns[name].filter((value) => value !== null);
      return values.length === 0 ? [] : [`${curve.label} ${text(values.at(-1))} (lowest ${text(values.reduce((a, b) => Math.min(a, b)))}, highest ${text(values.reduce((a, b) => Math.max(a, b)))})`];
    });
    setText(this.#caption, parts.join('; '));
  }
}
