// One job, live.

import { Advice } from './advice.js';
import { get, jobPath, post, request } from './api.js';
import { Chart } from './chart.js';
import { Crew } from './crew.js';
import { keepDraft } from './draft.js';
import { announce, el, setText } from './dom.js';
import { follow } from './events.js';
import { Grid } from './grid.js';
import { History } from './history.js';
import { Log } from './log.js';
import { action, badge, meter } from './parts.js';
import { Result } from './result.js';
import { Tiles } from './tiles.js';
import { TimelinePanel } from './timeline-panel.js';
import { count, jobName, number, rate, share, visible } from './words.js';

const FINISHED = ['SUCCEEDED', 'FAILED', 'STOPPED'];
const ROWS = 1_000;
/** After so many steps some are recorded, and it makes sense to ask for them. */
const RECORDED = 4;

export async function jobView(page, signal, id) {
  document.title = 'Job · Penstock';
  const history = new History({
    loss: (row) => row.loss,
    rate: (row) => row.samplesPerSecond,
    bubble: (row) => row.bubble?.makespan,
    planned: (row) => row.predictedBubble?.makespan,
  });
  const charts = chartsOf(history, signal);
  const head = new Head(id);
  const tiles = new Tiles();
  const crew = new Crew();
  const timeline = new TimelinePanel(id, signal);
  const grid = new Grid(id, signal);
  const log = new Log();
  const result = new Result(id, signal);
  const refreshJob = atMostEvery(1_000, signal, async () => show(await get(jobPath(id), signal)));
  const refreshTimeline = atMostEvery(3_000, signal, () => timeline.refresh());
  let shown;

  function show(job) {
    head.show(job, shown);
    tiles.show(job);
    crew.show(job.workers);
    timeline.name(job.workers.map((worker) => visible(worker.worker)));
    log.conditions(job.conditions);
    result.generated(job.generated);
    shown = job;
  }

  async function begin(job) {
    page.append(head.node, tiles.node, el('div', { class: 'charts' }, charts.map((chart) => chart.node)), timeline.node, crew.node,
      el('div', { class: 'columns' }, grid.node, new Advice(id, signal).node),
      el('div', { class: 'columns' }, log.node, result.node), specification(job));
    const steps = job.progress?.step ?? 0;
    const every = Math.max(1, Math.ceil(steps / ROWS));
    if (steps > 0) {
      const rows = await get(jobPath(id, `/metrics?to=${steps}&every=${every}`), signal);
      rows.forEach((row) => history.add(row, every));
      charts.forEach((chart) => chart.changed());
    }
    if (steps > RECORDED) {
      await timeline.refresh();
    }
  }

  const happened = {
    state: async (job) => {
      const before = shown;
      show(job);
      if (!before) {
        await begin(job);
      }
      if (job.schedule && job.schedule !== before?.schedule) {
        await grid.refresh();
      }
      if (FINISHED.includes(job.state)) {
        await Promise.all([job.progress && timeline.refresh(), result.refresh(job.state)]);
        return true;
      }
      return false;
    },
    work: ({ what, done, total }) => head.work(`${visible(what)} ${count(done)} of ${count(total)}`),
    step: (row) => {
      head.work('');
      history.add(row);
      charts.forEach((chart) => chart.changed());
      refreshJob();
      if (row.step > RECORDED) {
        refreshTimeline();
      }
    },
    schedule: ({ schedule, fromStep }) => {
      log.add(`goes on with schedule ${schedule} from step ${count(fromStep)}`);
      return grid.refresh().then(() => false);
    },
    evaluation: ({ step, loss, accuracy }) => {
      log.add(`evaluated after step ${count(step)}: loss ${number(loss)}${accuracy === undefined ? '' : `, accuracy ${share(accuracy)}`}`);
    },
    generation: ({ text }) => result.generated(text),
  };
  await follow(jobPath(id, '/events'), ({ event, data }) => happened[event]?.(data), signal);
}

function chartsOf(history, signal) {
  const curve = (label, colour, dash) => ({ label, colour, dash });
  const fromZero = (_, low, high) => [Math.min(0, low ?? 0), (high ?? 1) * 1.05 || 1];
  const short = (value) => String(Number(value.toPrecision(3)));
  return [
    { title: 'Loss', curves: { loss: curve('loss', 'curve-1') }, text: number, tick: short, range: fromZero },
    { title: 'Throughput', curves: { rate: curve('samples/s', 'curve-1') }, text: rate, tick: count, range: fromZero },
    {
      title: 'Bubble',
      curves: { bubble: curve('measured', 'curve-1'), planned: curve('planned', 'curve-2', [6, 4]) },
      text: share,
      tick: (value) => `${Math.round(value * 100)} %`,
      range: () => [0, 1],
    },
  ].map((options) => new Chart(options, history, signal));
}

/** Name, state, progress, and what can be done with the job. */
class Head {
  #name = el('bdi', {});
  #state = el('span', {});
  #reason = el('p', { class: 'reason', id: 'reason', dir: 'auto' });
  #errors = el('ul', { class: 'faults' });
  #facts = el('p', { class: 'facts' });
  #progress = el('div', { class: 'progress' });
  #work = el('p', { class: 'facts' });
  #stop;
  #delete;

  constructor(id) {
    this.#stop = action('Stop', () => post(jobPath(id, '/stop')));
    this.#delete = action('Delete', async () => {
      if (confirm('Delete this job, its steps and its model?')) {
        await request('DELETE', jobPath(id));
        location.hash = '#/jobs';
      }
    });
    this.node = el('header', { class: 'head' },
      el('div', { class: 'title' }, el('h1', {}, this.#name), this.#state, el('span', { class: 'actions' }, this.#stop, this.#delete)),
      this.#facts, this.#progress, this.#work, this.#reason, this.#errors);
  }

  /** Long work before or after the steps. */
  work(text) {
    setText(this.#work, text);
  }

  show(job, before) {
    const name = jobName(job);
    const finished = FINISHED.includes(job.state);
    document.title = `${name} ${job.state} · Penstock`;
    setText(this.#name, name);
    badge(this.#state, job.state);
    meter(this.#progress, job.progress);
    setText(this.#reason, job.reason === undefined ? '' : visible(job.reason));
    setText(this.#facts, [`id ${job.id}`, job.schedule && `schedule ${job.schedule}`, job.attempt > 1 && `attempt ${job.attempt}`].filter(Boolean).join(' · '));
    this.#errors.replaceChildren(...(job.errors ?? []).map(({ pointer, detail }) => el('li', {}, el('code', {}, pointer), ` ${detail}`)));
    this.#stop.hidden = finished;
    this.#delete.hidden = !finished;
    if (before && before.state !== job.state) {
      this.work('');
      announce(`${name} is ${job.state}`);
    }
  }
}

function specification(job) {
  const { id, ...spec } = job.spec;
  const text = JSON.stringify(spec, null, 2);
  const again = action('Edit and submit again', () => {
    keepDraft(text);
    location.hash = '#/submit';
  });
  return el('details', { class: 'panel' }, el('summary', {}, 'Specification'), again,
    el('pre', { class: 'text', tabindex: '0', 'aria-label': 'Specification' }, visibleLines(text)));
}

const visibleLines = (text) => text.split('\n').map(visible).join('\n');

/** A task that runs soon after it is asked for, but not more often than every so many milliseconds. */
function atMostEvery(millis, signal, task) {
  let last = -Infinity;
  let timer;
  signal.addEventListener('abort', () => clearTimeout(timer));
  return () => {
    timer ??= setTimeout(async () => {
      last = performance.now();
      await task().catch(() => {});
      timer = undefined;
    }, Math.max(0, last + millis - performance.now()));
  };
}
