// What can be checked of dashboards and rules without a running cluster: node static.js [FOLDER OF promtool]
import {execFileSync} from 'node:child_process';
import {mkdirSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {dashboards, metricNames, observability, panels, queries, repository, variables} from './queries.js';

const check = join(observability, 'check');
const target = join(check, 'target');
const promtool = process.argv[2] ? join(process.argv[2], 'promtool') : 'promtool';
const files = folder => readdirSync(join(observability, folder)).sort().map(name => join(observability, folder, name));
const faults = [];

function run(what, command, ...args) {
  try {
    execFileSync(command, args, {encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 120_000});
    console.log(`ok  ${what}`);
  } catch (e) {
    faults.push(`${what}:\n${e.stdout ?? ''}${e.stderr ?? e.message}`);
  }
}

function types(boards) {
  const sources = boards.map(board => {
    const source = join(target, board.file.replace('.json', '.ts'));
    writeFileSync(source, `import type {PenstockDashboard} from '../dashboard.ts';\n`
      + `export const dashboard: PenstockDashboard =\n${board.text}`);
    return source;
  });
  run(`${boards.length} dashboards are of Grafana's types`, process.execPath, join(check, 'node_modules/typescript/bin/tsc'),
    '--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext', '--moduleResolution', 'bundler',
    '--allowImportingTsExtensions', join(check, 'dashboard.ts'), ...sources);
}

/** Makes a recording rule of each query: promtool then parses it and names the one at fault. */
function expressions(boards) {
  const all = boards.flatMap(board => [...queries(board), ...variables(board).map(it => ({...it, expr: it.selector}))]);
  const rules = all.map((query, i) => ({record: `query:${i}`, expr: query.expr, labels: {where: query.where}}));
  const file = join(target, 'queries.json');
  writeFileSync(file, JSON.stringify({groups: [{name: 'dashboards', rules}]}, null, 1));
  run(`${all.length} expressions are PromQL`, promtool, 'check', 'rules', file);
  all.filter(query => metricNames(query.expr).length === 0)
    .forEach(query => faults.push(`${query.where} asks for no metric`));
}

function conventions(board) {
  const fault = text => faults.push(`${board.file}: ${text}`);
  const ids = panels(board).map(panel => panel.id);
  if (new Set(ids).size < ids.length) {
    fault('two panels have one id');
  }
  for (const panel of panels(board)) {
    if (!panel.fieldConfig.defaults.unit && !['table', 'heatmap'].includes(panel.type)) {
      fault(`panel "${panel.title}" has no unit`);
    }
    const {x, y, w, h} = panel.gridPos;
    const hit = panels(board).find(({id, gridPos: o}) =>
      id < panel.id && o.x < x + w && x < o.x + o.w && o.y < y + h && y < o.y + o.h);
    if (hit || x + w > 24) {
      fault(`panel "${panel.title}" lies ${hit ? `over "${hit.title}"` : 'beyond the right edge'}`);
    }
  }
}

/** A name has one colour, in whatever panel it stands. */
function colours(boards) {
  const known = new Map();
  for (const board of boards) {
    for (const panel of panels(board)) {
      for (const {matcher, properties} of panel.fieldConfig.overrides) {
        const colour = properties.find(it => it.id === 'color')?.value.fixedColor;
        if (colour && matcher.id === 'byName' && (known.get(matcher.options) ?? colour) !== colour) {
          faults.push(`${board.file}, panel "${panel.title}": ${matcher.options} is ${colour}, elsewhere ${known.get(matcher.options)}`);
        }
        known.set(matcher.options, colour ?? known.get(matcher.options));
      }
    }
  }
}

/** Every alert has its section of the runbooks, and the other way round. */
function runbooks() {
  const rules = files('rules').map(file => readFileSync(file, 'utf8')).join('\n');
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(it => it[1]);
  const links = [...rules.matchAll(/runbook_url: docs\/runbooks\.md#(\w+)/g)].map(it => it[1]);
  const sections = [...readFileSync(join(repository, 'docs/runbooks.md'), 'utf8').matchAll(/^## (\w+)$/gm)].map(it => it[1]);
  const differ = (what, a, b) => a.filter(it => !b.includes(it)).forEach(it => faults.push(`${what}: ${it}`));
  differ('alert without a runbook', alerts, sections);
  differ('runbook without an alert', sections, alerts);
  differ('alert without a link to its runbook', alerts.map(it => it.toLowerCase()), links);
}

mkdirSync(target, {recursive: true});
const boards = dashboards();
types(boards);
expressions(boards);
boards.forEach(conventions);
colours(boards);
runbooks();
run('the configuration is valid', promtool, 'check', 'config', join(observability, 'prometheus.yml'));
run('the rules are valid', promtool, 'check', 'rules', ...files('rules'));
run('the alerts fire when they should', promtool, 'test', 'rules', ...files('tests'));

faults.forEach(fault => console.error(`FAULT  ${fault}`));
process.exitCode = faults.length === 0 ? 0 : 1;
