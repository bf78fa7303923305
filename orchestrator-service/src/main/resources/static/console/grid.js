// What each rank does, action after action.

import { Problem, download, get, jobPath } from './api.js';
import { el, panel, scroller, setText } from './dom.js';
import { action } from './parts.js';
import { KINDS } from './timeline-model.js';
import { count } from './words.js';

const CELL = /^\d+([FIWB])\d+$/;
const MOST = 400;

export class Grid {
  #id;
  #signal;
  #facts = el('p', { class: 'facts' });
  #rows = el('tbody', {});

  constructor(id, signal) {
    this.#id = id;
    this.#signal = signal;
    this.node = panel('Schedule', this.#facts, scroller('Cells of the schedule', el('table', { class: 'cells', id: 'schedule' }, this.#rows)),
      el('p', { class: 'buttons' }, action('Table as CSV', () => download(jobPath(id, '/schedule'), `${id}.csv`, 'text/csv'))));
  }

  async refresh() {
    try {
      this.#show(await get(jobPath(this.#id, '/schedule'), this.#signal));
    } catch (e) {
      if (!(e instanceof Problem)) {
        throw e;
      }
      setText(this.#facts, e.message);
    }
  }

  #show({ schedule, ranks, stages, microBatches, actions }) {
    const lines = actions.map((line) => line.filter((cell) => CELL.test(cell)));
    const longest = Math.max(...lines.map((line) => line.length));
    setText(this.#facts, `${schedule}: ranks ${ranks}, stages ${stages}, micro-batches ${microBatches}. In order, without time`
      + (longest > MOST ? `; the first ${count(MOST)} of ${count(longest)} cells of a rank.` : '.'));
    this.#rows.replaceChildren(...lines.map((line, rank) => el('tr', {}, el('th', { scope: 'row' }, `rank ${rank}`),
      line.slice(0, MOST).map((cell) => el('td', { class: KINDS[CELL.exec(cell)[1]] }, cell)))));
  }
}
