// What happened to a job, newest first.

import { el, panel } from './dom.js';
import { moment } from './words.js';

const MOST = 200;

export class Log {
  #lines = el('ol', { class: 'log', id: 'events' });
  #conditions = 0;

  constructor() {
    this.node = panel('Events', this.#lines);
  }

  /** The states that a job has entered; those that are here already stay. */
  conditions(conditions) {
    conditions.slice(this.#conditions).forEach(({ type, at, message }) => this.add(message ? `${type}: ${message}` : type, at));
    this.#conditions = conditions.length;
  }

  add(text, at = new Date().toISOString()) {
    this.#lines.prepend(el('li', {}, el('time', { datetime: at }, moment(at)), ' ', el('bdi', {}, text)));
    while (this.#lines.children.length > MOST) {
      this.#lines.lastElementChild.remove();
    }
  }
}
