// A new job: from an example or from one's own text, planned or submitted.

import { Problem, get, post } from './api.js';
import { draft, keepDraft } from './draft.js';
import { el } from './dom.js';
import { Editor } from './editor.js';
import { action } from './parts.js';
import { PlanPanel } from './plan.js';

export async function submitView(page, signal) {
  document.title = 'Submit · Penstock';
  let key = newKey();
  const editor = new Editor(() => {
    key = newKey();
    keepDraft(editor.text);
  });
  const plan = new PlanPanel(signal);
  const choice = el('select', { id: 'example' }, el('option', { value: '' }, 'your own'));
  const send = (work) => async () => {
    editor.clear();
    plan.node.hidden = true;
    try {
      await work();
    } catch (e) {
      if (!(e instanceof Problem) || e.errors.length === 0) {
        throw e;
      }
      editor.refuse(e);
    }
  };
  page.append(
    el('div', { class: 'title' }, el('h1', {}, 'Submit a job')),
    el('div', { class: 'panel' },
      el('p', { class: 'bar' }, el('label', {}, 'Start from ', choice)),
      editor.node,
      el('p', { class: 'buttons' },
        action('Submit', send(async () => {
          const job = await post('/jobs', editor.text, { headers: { 'Idempotency-Key': key }, signal });
          location.hash = `#/jobs/${encodeURIComponent(job.id)}`;
        }), { class: 'primary', id: 'submit' }),
        action('Plan only', send(async () => plan.show(await post('/plans', editor.text, { signal }))), { id: 'plan' }),
        el('span', { class: 'note' }, 'A plan shows the partition, the timeline and both bubbles. Nothing runs.'))),
    plan.node,
  );
  editor.text = draft() ?? '';
  const examples = await get('/examples', signal);
  choice.append(...examples.map(({ name }) => el('option', {}, name)));
  choice.addEventListener('change', () => {
    const chosen = examples.find(({ name }) => name === choice.value);
    if (chosen) {
      editor.text = chosen.text;
      key = newKey();
      keepDraft(chosen.text);
    }
  });
  const same = examples.find(({ text }) => text === editor.text);
  choice.value = same?.name ?? '';
}

/** Makes a repeated submission of the same text find the same job. */
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
