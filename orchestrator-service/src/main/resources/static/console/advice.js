// What a job's bubble is made of and what would shrink it; asked for, because it costs the planner seconds.

import { get, jobPath } from './api.js';
import { el, panel } from './dom.js';
import { action } from './parts.js';

export class Advice {
  #text = el('ul', { class: 'advice', 'aria-live': 'polite' });

  constructor(id, signal) {
    this.node = panel('Advice',
      el('p', { class: 'note' }, 'What the bubble is made of and what would make a step shorter, from the recorded steps.'),
      action('Ask for advice', async () => {
        const { text } = await get(jobPath(id, '/advice'), signal);
        this.#text.replaceChildren(...text.map((sentence) => el('li', {}, sentence)));
      }), this.#text);
  }
}
