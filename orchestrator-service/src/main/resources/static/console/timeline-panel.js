// The recorded steps of a job: which one, its timeline above the predicted one, and the same as a table.

import { Problem, download, get, jobPath } from './api.js';
import { el, headings, panel, scroller, setText } from './dom.js';
import { action } from './parts.js';
import { Timeline } from './timeline.js';
import { causeText, idleTotals, rowsOf, totals } from './timeline-model.js';
import { count, duration, plain, share } from './words.js';

const TYPE = 'application/vnd.penstock.timeline+json';
const NEWEST = '';

export class TimelinePanel {
  #id;
  #signal;
  #timeline;
  #choice = el('select', { id: 'step', onchange: () => this.refresh(true).catch(() => {}) }, el('option', { value: NEWEST }, 'newest'));
  #facts = el('p', { class: 'facts', id: 'timeline-facts' });
  #note = el('p', { class: 'note', role: 'status' });
  #table = el('tbody', {});
  #idle = el('tbody', {});
  #body;
  #shown;
  #turns = Promise.resolve();

  constructor(id, signal) {
    this.#id = id;
    this.#signal = signal;
    this.#timeline = new Timeline(signal, () => this.#hold());
    const column = (text) => ({ text, class: 'number' });
    this.#body = el('div', { hidden: true },
      this.#timeline.node,
      el('div', { class: 'tables' },
        scroller('Actions of the step', el('table', { id: 'actions' }, el('caption', {}, 'Actions of the step'),
          headings('Action', column('Blocks'), column('Time'), column('Mean'), column('Planned mean')), this.#table)),
        scroller('Idle time of the step', el('table', { id: 'idle' }, el('caption', {}, 'Idle time of the step, all ranks'),
          headings('Cause', column('Measured'), column('Planned')), this.#idle))));
    this.node = panel('Pipeline timeline',
      el('div', { class: 'bar' },
        el('label', {}, 'Recorded step ', this.#choice),
        el('button', { type: 'button', onclick: () => this.#turn(1) }, 'Earlier'),
        el('button', { type: 'button', onclick: () => this.#turn(-1) }, 'Later'),
        action('Trace for Perfetto', () => download(jobPath(id, `/timeline?step=${this.#shown}`), `${id}-step-${this.#shown}.json`))),
      this.#facts, this.#body, this.#note);
  }

  /** Shows the chosen step, or the newest if there is another one by now; one after the other. */
  refresh(chosen = false) {
    this.#turns = this.#turns.catch(() => {}).then(() => this.#load(chosen));
    return this.#turns;
  }

  async #load(chosen) {
    if (!chosen && this.#choice.value !== NEWEST) {
      return;
    }
    try {
      const step = this.#choice.value;
      const view = await get(jobPath(this.#id, `/timeline${step === NEWEST ? '' : `?step=${step}`}`), this.#signal, TYPE);
      if (view.step !== this.#shown) {
        this.#show(view);
      }
      this.#offer(view.recordedSteps);
      setText(this.#note, '');
    } catch (e) {
      if (!(e instanceof Problem)) {
        throw e;
      }
      setText(this.#note, e.message);
    }
  }

  /** @param workers titles of the ranks */
  name(workers) {
    this.workers = workers;
  }

  /** Stays with a step that somebody looks into. */
  #hold() {
    if (this.#choice.value === NEWEST) {
      this.#choice.value = String(this.#shown);
    }
  }

  #turn(by) {
    this.#hold();
    const options = this.#choice.options;
    const now = this.#choice.selectedIndex;
    this.#choice.selectedIndex = Math.max(1, Math.min(options.length - 1, now + by));
    this.refresh(true).catch(() => {});
  }

  #offer(steps) {
    if (this.#choice.options.length !== steps.length + 1 || this.#choice.options[1].value !== String(steps.at(-1))) {
      const chosen = this.#choice.value;
      this.#choice.replaceChildren(el('option', { value: NEWEST }, 'newest'),
        ...steps.toReversed().map((step) => el('option', { value: step }, count(step))));
      this.#choice.value = chosen;
    }
  }

  #show(view) {
    this.#shown = view.step;
    const measured = rowsOf(view.measured, view.transfers);
    const predicted = rowsOf(view.predicted);
    const titles = view.measured.map((_, rank) => `rank ${rank}${this.workers?.[rank] ? ` · ${this.workers[rank]}` : ''}`);
    this.#body.hidden = false;
    this.#timeline.show([['measured', measured], ['planned', predicted]], titles);
    const microBatches = new Set(measured.flatMap((row) => row.blocks.map((block) => block.microBatch))).size;
    setText(this.#facts, `Step ${count(view.step)}, ${view.schedule} on ranks ${measured.length}, micro-batches ${microBatches}. `
      + `Bubble measured ${share(view.measuredBubble.makespan)}, planned ${share(view.predictedBubble.makespan)} of the step; `
      + `over the longest rank ${share(view.measuredBubble.span)} and ${share(view.predictedBubble.span)}.`);
    this.#table.replaceChildren(...totals(measured, predicted).map(actionRow));
    const planned = idleTotals(predicted);
    this.#idle.replaceChildren(...idleTotals(measured)
      .map((row, index) => ({ ...row, planned: planned[index].seconds }))
      .filter((row) => row.seconds + row.planned > 0)
      .map((row) => el('tr', {}, el('th', { scope: 'row' }, causeText(row.cause)),
        el('td', { class: 'number' }, duration(row.seconds)), el('td', { class: 'number' }, duration(row.planned)))));
  }
}

function actionRow({ kind, measured, predicted }) {
  const cell = (text) => el('td', { class: 'number' }, text);
  const mean = ({ seconds, count: blocks }) => duration(blocks > 0 ? seconds / blocks : undefined);
  return el('tr', { 'data-kind': kind }, el('th', { scope: 'row' }, plain(kind)),
    cell(count(measured.count)), cell(duration(measured.seconds)), cell(mean(measured)), cell(mean(predicted)));
}
