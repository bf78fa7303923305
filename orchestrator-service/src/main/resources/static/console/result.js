// What a job leaves: the files of its model, and the text that it wrote.

import { Problem, download, get, jobPath } from './api.js';
import { el, panel, setText } from './dom.js';
import { action } from './parts.js';
import { bytes, visible } from './words.js';

export class Result {
  #id;
  #signal;
  #files = el('ul', { class: 'files', id: 'files' });
  #note = el('p', { class: 'note' }, 'The trained model is here once the job has succeeded.');
  #text = el('pre', { class: 'text', dir: 'auto', tabindex: '0', 'aria-label': 'Generated text' });
  #generated = el('div', { hidden: true }, el('h3', {}, 'Generated text'), this.#text);

  constructor(id, signal) {
    this.#id = id;
    this.#signal = signal;
    this.node = panel('Result', this.#note, this.#files, this.#generated);
  }

  generated(text) {
    if (text !== undefined) {
      this.#generated.hidden = false;
      setText(this.#text, text);
    }
  }

  /** Lists the model's files, or says why there are none. */
  async refresh(state) {
    if (state !== 'SUCCEEDED') {
      setText(this.#note, `The job is ${state}: it leaves no model.`);
      return;
    }
    try {
      const { files } = await get(jobPath(this.#id, '/model'), this.#signal);
      setText(this.#note, '');
      this.#files.replaceChildren(...files.map(({ name, size }) => el('li', {},
        action(name, () => download(jobPath(this.#id, `/model/${encodeURIComponent(name)}`), name, '*/*'), { class: 'link' }), ` ${bytes(size)}`)));
    } catch (e) {
      if (!(e instanceof Problem)) {
        throw e;
      }
      setText(this.#note, visible(e.message));
    }
  }
}
