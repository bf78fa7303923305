// The workers of a job: what each holds, and how it spends a step.

import { el, headings, keyed, panel, scroller, setText } from './dom.js';
import { badge, bar } from './parts.js';
import { duration, plain, share, visible } from './words.js';

const KINDS = ['forward', 'backward_input', 'backward_weight', 'backward'];

export class Crew {
  #rows = el('tbody', {});
  #note = el('p', { class: 'note' });

  constructor() {
    const column = (text) => ({ text, class: 'number' });
    this.node = panel('Workers of this job',
      scroller('Table of this job’s workers', el('table', { id: 'crew' },
        headings('Worker', column('Rank'), 'Stages and layers', 'State', column('Step'), column('Busy'),
          { text: 'A step: busy by action, idle empty', class: 'wide' }, { text: 'Longest wait', class: 'wide' }, { text: 'Device', class: 'wide' }),
        this.#rows)), this.#note);
  }

  show(workers) {
    keyed(this.#rows, workers, (worker) => `${worker.rank} ${worker.worker}`, row, fill);
    setText(this.#note, workers.length > 0 ? '' : 'No worker has been assigned yet.');
  }
}

function row(worker) {
  const stages = worker.stages.map((stage, index) => `${stage} (${layers(worker.layers[index])})`).join(', ');
  return el('tr', {}, el('td', { class: 'name' }, el('bdi', {}, visible(worker.worker))), el('td', { class: 'number' }, String(worker.rank)),
    el('td', {}, stages), el('td', { class: 'state' }), el('td', { class: 'number step' }), el('td', { class: 'number busy' }),
    el('td', { class: 'wide' }, el('div', { class: 'spent' })), el('td', { class: 'wide wait' }), el('td', { class: 'wide' }, worker.device));
}

const layers = ({ from, to }) => (to - from === 1 ? `layer ${from}` : `layers ${from}–${to - 1}`);

function fill(node, worker) {
  badge(node.querySelector('.state'), worker.state);
  setText(node.querySelector('.step'), duration(worker.stepSeconds));
  if (worker.stepSeconds === undefined || !worker.busySeconds) {
    return;
  }
  const part = (seconds) => seconds / worker.stepSeconds;
  const busy = Object.entries(worker.busySeconds);
  const all = busy.reduce((sum, [, seconds]) => sum + seconds, 0);
  setText(node.querySelector('.busy'), share(part(all)));
  const bars = node.querySelector('.spent');
  bars.replaceChildren(...busy.filter(([, seconds]) => seconds > 0)
    .map(([kind, seconds]) => bar(part(seconds), KINDS.includes(kind) ? kind : 'else')));
  bars.title = busy.map(([kind, seconds]) => `${plain(kind)} ${share(part(seconds))}`).join(', ');
  const [cause, seconds] = Object.entries(worker.idleSeconds ?? {}).reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
  setText(node.querySelector('.wait'), seconds > 0 ? `${plain(cause)} ${share(part(seconds))}` : '');
}
