// The numbers of a job at a glance.

import { el, setText } from './dom.js';
import { clock, count, number, rate, share } from './words.js';

const TILES = [
  { name: 'loss', title: 'Loss', value: (job) => number(job.loss) },
  { name: 'rate', title: 'Samples/s', value: (job) => rate(job.samplesPerSecond) },
  { name: 'bubble', title: 'Bubble measured', value: (job) => share(job.bubble?.makespan), more: (job) => job.bubble && `${share(job.bubble.span)} over the longest rank` },
  { name: 'planned', title: 'Bubble planned', value: (job) => share(job.predictedBubble?.makespan), more: (job) => job.predictedBubble && `${share(job.predictedBubble.span)} over the longest rank` },
  { name: 'accuracy', title: 'Validation', value: (job) => (job.validationAccuracy === undefined ? number(job.validationLoss) : share(job.validationAccuracy)), more: (job) => (job.validationAccuracy === undefined ? job.validationLoss && 'loss' : `accuracy; loss ${number(job.validationLoss)}`) },
  { name: 'perplexity', title: 'Perplexity', value: (job) => number(job.perplexity), hidden: (job) => job.perplexity === undefined },
  { name: 'left', title: 'Time left', value: (job) => clock(job.progress?.remainingSeconds), more: (job) => job.progress && `epoch ${count(job.progress.epoch)}${job.progress.epochs ? ` of ${count(job.progress.epochs)}` : ''}` },
  { name: 'parameters', title: 'Parameters', value: (job) => count(job.parameters), more: (job) => (job.skippedSteps > 0 ? `${count(job.skippedSteps)} steps skipped: gradients not finite` : undefined) },
];

export class Tiles {
  #tiles = TILES.map((tile) => ({ ...tile, box: el('div', {}), text: el('dd', { 'data-tile': tile.name }), note: el('dd', { class: 'more' }) }));

  constructor() {
    this.node = el('dl', { class: 'tiles' }, this.#tiles.map(({ title, text, note, box }) => {
      box.append(el('dt', {}, title), text, note);
      return box;
    }));
  }

  show(job) {
    for (const { value, more, hidden, box, text, note } of this.#tiles) {
      box.hidden = hidden?.(job) ?? false;
      setText(text, value(job));
      setText(note, more?.(job) || '');
    }
  }
}
