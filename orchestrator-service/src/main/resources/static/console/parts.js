// Small parts that several views show.

import { el, setText } from './dom.js';
import { count } from './words.js';

/** A state as a word with a mark. */
export function badge(node, state) {
  let mark = node.querySelector('.badge');
  if (!mark) {
    mark = el('span', { class: 'badge' });
    node.replaceChildren(mark);
  }
  mark.dataset.state = state;
  setText(mark, state);
}

/** How far a job is, as a bar with its numbers; nothing while it has not begun. */
export function meter(node, progress) {
  if (!progress) {
    node.replaceChildren();
    return;
  }
  let bar = node.querySelector('progress');
  if (!bar) {
    bar = el('progress', { 'aria-label': 'Steps done' });
    node.replaceChildren(bar, el('span', { class: 'steps' }));
  }
  bar.max = progress.steps;
  bar.value = progress.step;
  setText(node.querySelector('.steps'), `${count(progress.step)} / ${count(progress.steps)}`);
}

/** A part of a whole as a bar; its text stands beside it. */
export function bar(share, kind) {
  const part = el('span', { class: `part ${kind}` });
  part.style.width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  return part;
}

/** A button that can't be pressed again until its work is done; what goes wrong goes to a line beside it. */
export function action(text, work, attributes = {}) {
  const fault = el('span', { class: 'fault', role: 'alert' });
  const button = el('button', {
    type: 'button',
    ...attributes,
    onclick: async () => {
      button.disabled = true;
      fault.textContent = '';
      try {
        await work();
      } catch (e) {
        fault.textContent = e.message;
      } finally {
        button.disabled = false;
      }
    },
  }, text);
  return el('span', { class: 'action' }, button, fault);
}
