// What a job would look like.

import { el, headings, scroller } from './dom.js';
import { Timeline } from './timeline.js';
import { rowsOf } from './timeline-model.js';
import { bytes, count, duration, share, visible } from './words.js';

const MOST = 30;

export class PlanPanel {
  #timeline;
  #facts = el('p', { class: 'facts', id: 'plan-facts' });
  #stages = el('tbody', {});
  #others = el('tbody', {});
  #tried;

  constructor(signal) {
    const column = (text, more = '') => ({ text, class: `number ${more}` });
    this.#timeline = new Timeline(signal);
    this.node = el('section', { class: 'panel', 'aria-label': 'Plan', hidden: true, tabindex: '-1' },
      el('h2', {}, 'Plan'), this.#facts, this.#timeline.node,
      scroller('Stages of the plan', el('table', { id: 'stages' }, el('caption', {}, 'Stages'),
        headings(column('Stage'), column('Rank'), 'Layers', column('Parameters'), column('Memory')), this.#stages)),
      this.#tried = scroller('Alternatives', el('table', { id: 'alternatives' }, el('caption', {}, 'What else was tried'),
        headings('Schedule', column('Chunks'), column('Micro-batches'), column('Step'), column('Bubble'), 'Refused because'), this.#others)));
  }

  show(plan) {
    const { schedule, ranks, chunks, microBatches, predictedBubble, stepSeconds, stages, timeline, alternatives } = plan;
    this.#facts.textContent = `${schedule} on ranks ${ranks}, chunks ${chunks}, micro-batches ${microBatches}. `
      + `A step would take ${duration(stepSeconds)} with a bubble of ${share(predictedBubble.makespan)}, over the longest rank ${share(predictedBubble.span)}.`;
    this.node.hidden = false;
    this.#timeline.show([['planned', rowsOf(timeline)]], timeline.map((_, rank) => `rank ${rank}`));
    this.#stages.replaceChildren(...stages.map(stageRow));
    this.#tried.hidden = alternatives.length === 0;
    this.#others.replaceChildren(...alternatives.slice(0, MOST).map(otherRow));
    this.node.focus({ preventScroll: true });
    this.node.scrollIntoView({ block: 'start' });
  }
}

const cell = (text) => el('td', { class: 'number' }, text);

function stageRow({ stage, rank, layers, parameters, memoryBytes }) {
  const names = layers.length > 4 ? [...layers.slice(0, 2), '…', layers.at(-1)] : layers;
  return el('tr', {}, cell(String(stage)), cell(String(rank)), el('td', {}, `${count(layers.length)}: ${visible(names.join(', '))}`),
    cell(count(parameters)), cell(bytes(memoryBytes)));
}

function otherRow({ schedule, chunks, microBatches, stepSeconds, bubble, refused }) {
  return el('tr', {}, el('td', {}, schedule), cell(count(chunks)), cell(count(microBatches)), cell(duration(stepSeconds)),
    cell(share(bubble?.makespan)), el('td', { class: 'refused' }, refused ?? ''));
}
