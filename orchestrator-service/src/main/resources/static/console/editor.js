// A text field for JSON with line numbers, which shows faults at the lines of their fields.

import { el } from './dom.js';
import { locate, placeOf } from './pointers.js';

export class Editor {
  #lines = el('div', { class: 'lines', 'aria-hidden': 'true' });
  #faults = el('ol', { class: 'faults', id: 'faults' });
  #title = el('p', { class: 'fault', id: 'fault-title' });
  #summary = el('div', { class: 'summary', role: 'alert', hidden: true }, this.#title, this.#faults);
  #marked = new Set();

  /** @param onChange called when the text has become another one */
  constructor(onChange) {
    this.field = el('textarea', {
      id: 'specification',
      spellcheck: 'false',
      autocapitalize: 'off',
      wrap: 'off',
      rows: '24',
      oninput: () => {
        this.clear();
        onChange();
      },
      onscroll: () => {
        this.#lines.style.transform = `translateY(${-this.field.scrollTop}px)`;
      },
    });
    this.node = el('div', {}, this.#summary, el('label', { class: 'block', for: 'specification' }, 'Job specification, JSON'),
      el('div', { class: 'editor' }, this.#lines, this.field));
    this.#number();
  }

  get text() {
    return this.field.value;
  }

  set text(text) {
    this.field.value = text;
    this.clear();
  }

  clear() {
    this.#marked.clear();
    this.#summary.hidden = true;
    this.field.removeAttribute('aria-invalid');
    this.field.removeAttribute('aria-describedby');
    this.#number();
  }

  /** Shows what is wrong: in a list above, and at the lines. */
  refuse({ message, errors }) {
    const found = locate(this.text);
    this.clear();
    this.#title.textContent = message;
    this.#faults.replaceChildren(...(errors.length === 1 && errors[0].detail === message ? [{ ...errors[0], detail: '' }] : errors)
      .map((error) => this.#entry(error, placeOf(found, error.pointer))));
    this.#summary.hidden = false;
    this.field.setAttribute('aria-invalid', 'true');
    this.field.setAttribute('aria-describedby', 'fault-title faults');
    this.#number();
  }

  #entry({ pointer, detail }, { start, end }) {
    const line = this.text.slice(0, start).split('\n').length;
    this.#marked.add(line);
    const show = () => {
      this.field.focus();
      this.field.setSelectionRange(start, end);
      this.field.scrollTop = Math.max(0, (line - 4) * this.#lineHeight());
    };
    return el('li', {}, el('button', { type: 'button', class: 'link', onclick: show }, `Line ${line}${pointer ? `, ${pointer}` : ''}`), detail && ` ${detail}`);
  }

  #lineHeight() {
    return parseFloat(getComputedStyle(this.field).lineHeight);
  }

  #number() {
    const count = this.text.split('\n').length;
    this.#lines.replaceChildren(...Array.from({ length: count }, (_, index) =>
      el('div', { class: this.#marked.has(index + 1) ? 'bad' : undefined }, String(index + 1))));
  }
}
