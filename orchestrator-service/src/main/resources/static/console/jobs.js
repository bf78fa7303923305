// The list of jobs, and the workers that are there.

import { get } from './api.js';
import { repeat } from './connection.js';
import { el, headings, keyed, panel, scroller, setText } from './dom.js';
import { badge, meter } from './parts.js';
import { bytes, jobName, moment, number, rate, share, visible } from './words.js';

const EVERY = 2_000;
const PAGE = 20;

export async function jobsView(page, signal) {
  document.title = 'Jobs · Penstock';
  const jobs = el('tbody', {});
  const workers = el('tbody', {});
  const jobsNote = el('p', { class: 'note' });
  const workersNote = el('p', { class: 'note' });
  let skip = 0;
  const newer = el('button', { type: 'button', onclick: () => turn(-PAGE) }, 'Newer');
  const older = el('button', { type: 'button', onclick: () => turn(PAGE) }, 'Older');

  const turns = el('p', { class: 'buttons' }, newer, older);

  function turn(by) {
    skip = Math.max(0, skip + by);
    refresh().catch(() => {});
  }

  async function refresh() {
    const [list, crew] = await Promise.all([get(`/jobs?limit=${PAGE}&skip=${skip}`, signal), get('/workers', signal)]);
    keyed(jobs, list.jobs, (job) => job.id, jobRow, fillJob);
    keyed(workers, crew, (worker) => worker.worker, workerRow, fillWorker);
    newer.disabled = skip === 0;
    older.disabled = list.next === undefined;
    turns.hidden = newer.disabled && older.disabled;
    setText(jobsNote, list.jobs.length > 0 ? '' : 'No job yet. Submit one of the examples to see it here.');
    setText(workersNote, crew.length > 0 ? '' : 'No worker is connected. Local ones start when a job needs them.');
  }

  page.append(
    el('div', { class: 'title' }, el('h1', {}, 'Jobs'), el('a', { class: 'button primary', href: '#/submit' }, 'Submit a job')),
    el('section', { class: 'panel', 'aria-label': 'Jobs' },
      scroller('Table of jobs', el('table', { id: 'jobs' },
        headings('Job', 'State', 'Progress', numeric('Loss'), numeric('Samples/s', 'wide'), numeric('Bubble'), numeric('Planned', 'wide'),
          { text: 'Schedule', class: 'wide' }, { text: 'Created', class: 'wide' }),
        jobs)),
      jobsNote,
      turns),
    panel('Workers', scroller('Table of workers', el('table', { id: 'workers' },
      headings('Worker', 'State', 'Job', { text: 'Device', class: 'wide' }, 'Backend', numeric('Memory', 'wide'), numeric('GFLOP/s')),
      workers)), workersNote),
  );
  await repeat(refresh, EVERY, signal);
}

const numeric = (text, more = '') => ({ text, class: `number ${more}` });

function jobRow(job) {
  const link = el('a', { href: `#/jobs/${encodeURIComponent(job.id)}` }, el('bdi', {}, jobName(job)));
  const cell = (name) => el('td', { class: name });
  return el('tr', {}, el('td', { class: 'name' }, link, el('small', {}, el('bdi', {}, job.name === undefined ? '' : visible(job.id)))),
    cell('state'), cell('progress'), cell('number loss'), cell('number rate wide'), cell('number bubble'), cell('number planned wide'),
    cell('schedule wide'), el('td', { class: 'wide' }, moment(job.createdAt)));
}

function fillJob(row, job) {
  const set = (name, text) => setText(row.querySelector(`.${name}`), text);
  badge(row.querySelector('.state'), job.state);
  meter(row.querySelector('.progress'), job.progress);
  set('loss', number(job.loss));
  set('rate', rate(job.samplesPerSecond));
  set('bubble', share(job.bubble?.makespan));
  set('planned', share(job.predictedBubble?.makespan));
  set('schedule', job.schedule ?? '');
}

function workerRow(worker) {
  return el('tr', {}, el('td', { class: 'name' }, el('bdi', {}, visible(worker.worker))), el('td', { class: 'state' }),
    el('td', { class: 'job' }), el('td', { class: 'wide' }, worker.device), el('td', {}, worker.backend),
    el('td', { class: 'number wide' }, bytes(worker.memoryBytes)), el('td', { class: 'number' }, rate(worker.gigaflops)));
}

function fillWorker(row, worker) {
  badge(row.querySelector('.state'), worker.state);
  const text = worker.job === undefined ? '' : `rank ${worker.rank} of ${visible(worker.job)}`;
  const cell = row.querySelector('.job');
  if (cell.textContent !== text) {
    cell.replaceChildren(text && el('a', { href: `#/jobs/${encodeURIComponent(worker.job)}` }, el('bdi', {}, text)));
  }
}
