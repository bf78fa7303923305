// Asks a Prometheus that scrapes a cluster with a running job every question of the dashboards and rules:
//   node live.js http://127.0.0.1:9090 [SECONDS TO WAIT FOR THE LAST ANSWER]
// No answer may be empty and no metric unknown. The one exception: metrics of the DCGM exporter, where there is no GPU.
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {dashboards, metricNames, observability, queries, repository, variables, withoutThreshold} from './queries.js';

const MAY_BE_ABSENT = /^DCGM_FI_/;
const CALL_MILLIS = 10_000;

async function api(prometheus, path, parameters = {}) {
  const url = new URL(`/api/v1/${path}`, prometheus);
  url.search = new URLSearchParams(parameters);
  const response = await fetch(url, {signal: AbortSignal.timeout(CALL_MILLIS)});
  const answer = await response.json();
  if (answer.status !== 'success') {
    throw new Error(answer.error);
  }
  return answer.data;
}

/** Says what is wrong with a query, or nothing. */
async function faultOfQuery(prometheus, {expr}) {
  const {result, resultType} = await api(prometheus, 'query', {query: expr});
  const values = resultType === 'scalar' ? [result[1]] : result.map(it => it.value[1]);
  if (values.length === 0) {
    return 'is empty';
  }
  return values.every(value => value === 'NaN') ? 'has no number, only NaN' : null;
}

async function faultOfVariable(prometheus, {selector, label}) {
  const values = await api(prometheus, `label/${label}/values`, {'match[]': selector});
  return values.length === 0 ? 'has no value' : null;
}

/** All rules that the files name must be loaded and well; what they compare must have a value. */
async function rules(prometheus) {
  const {groups} = await api(prometheus, 'rules');
  const loaded = groups.flatMap(group => group.rules);
  const folder = join(observability, 'rules');
  const text = readdirSync(folder).map(file => readFileSync(join(folder, file), 'utf8')).join('\n');
  const missing = [...text.matchAll(/- (?:record|alert): (\S+)/g)].map(it => it[1])
    .filter(name => !loaded.some(rule => rule.name === name))
    .map(name => ({where: `rule ${name}`, fault: async () => 'is not loaded'}));
  const asked = loaded.map(rule => ({
    where: `rule ${rule.name}`,
    expr: withoutThreshold(rule.query),
    fault: async it => rule.health === 'ok' ? faultOfQuery(prometheus, it) : `is ${rule.health}: ${rule.lastError ?? 'not evaluated yet'}`,
  }));
  return [...missing, ...asked];
}

/** docs/metrics.md has a row for each metric of Penstock, and no others. */
function documentation(names) {
  const rows = [...readFileSync(join(repository, 'docs/metrics.md'), 'utf8').matchAll(/^\| `(penstock_\w+)`/gm)].map(it => it[1]);
  const published = [...new Set(names.filter(name => name.startsWith('penstock_'))
    .map(name => name.replace(/_(bucket|sum|count|max)$/, '')))];
  return [
    ...published.filter(name => !rows.includes(name)).map(name => ({where: name, wrong: 'has no row in docs/metrics.md'})),
    ...rows.filter(name => !published.includes(name)).map(name => ({where: name, wrong: 'is in docs/metrics.md and is not published'})),
  ];
}

async function round(prometheus) {
  const names = await api(prometheus, 'label/__name__/values');
  const boards = dashboards();
  const questions = [
    ...boards.flatMap(queries).map(it => ({...it, expr: withoutThreshold(it.expr), fault: query => faultOfQuery(prometheus, query)})),
    ...boards.flatMap(variables).map(it => ({...it, expr: it.selector, fault: variable => faultOfVariable(prometheus, variable)})),
    ...await rules(prometheus),
  ];
  const faults = [];
  const absent = [];
  for (const question of questions) {
    const unknown = metricNames(question.expr ?? '').filter(name => !names.includes(name));
    if (unknown.length > 0 && unknown.every(name => MAY_BE_ABSENT.test(name))) {
      absent.push(question);
    } else {
      const wrong = unknown.length > 0 ? `asks for the unknown metric ${unknown.join(', ')}`
        : await question.fault(question).catch(e => `is refused: ${e.message}`);
      if (wrong) {
        faults.push({where: question.where, wrong, expr: question.expr});
      }
    }
  }
  return {faults: [...faults, ...documentation(names)], absent, asked: questions.length};
}

/** Repeats until all have an answer: rates need two scrapes, and rules an evaluation. */
export async function live(prometheus, seconds = 60) {
  const end = Date.now() + seconds * 1000;
  let last = await round(prometheus);
  while (last.faults.length > 0 && Date.now() < end) {
    await pause(1000);
    last = await round(prometheus);
  }
  last.faults.forEach(it => console.error(`FAULT  ${it.where} ${it.wrong}${it.expr ? `\n       ${it.expr}` : ''}`));
  const without = last.absent.length > 0 ? `; ${last.absent.length} left out: no DCGM exporter here` : '';
  console.log(`${last.asked} queries, variables and rules against ${prometheus}: ${last.faults.length} faults${without}`);
  return last.faults.length === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv[2]) {
    console.error('usage: node live.js PROMETHEUS-URL [SECONDS]');
    process.exit(2);
  }
  process.exitCode = await live(process.argv[2], Number(process.argv[3] ?? 60)) ? 0 : 1;
}
