// What the dashboards ask Prometheus, each query with the place it is written at.
import {readFileSync, readdirSync} from 'node:fs';
import {basename, join} from 'node:path';
import {fileURLToPath} from 'node:url';

export const observability = fileURLToPath(new URL('..', import.meta.url));
export const repository = join(observability, '..');

const folder = join(observability, 'grafana', 'dashboards');

/** @returns {{file: string, text: string, json: object}[]} */
export function dashboards() {
  return readdirSync(folder).filter(name => name.endsWith('.json')).sort()
    .map(name => ({file: basename(name), text: readFileSync(join(folder, name), 'utf8')}))
    .map(board => ({...board, json: JSON.parse(board.text)}));
}

/** All panels, those in collapsed rows too. */
export function panels(dashboard) {
  return dashboard.json.panels.flatMap(panel => panel.type === 'row' ? panel.panels : [panel]);
}

/** Queries of panels and annotations, with Grafana's variables in place. */
export function queries(dashboard) {
  const ofPanels = panels(dashboard).flatMap(panel => panel.targets.map(target =>
    ({where: `${dashboard.file}, panel "${panel.title}", query ${target.refId}`, expr: substituted(target.expr)})));
  const ofAnnotations = dashboard.json.annotations.list.map(it =>
    ({where: `${dashboard.file}, annotation "${it.name}"`, expr: substituted(it.target.expr)}));
  return [...ofPanels, ...ofAnnotations];
}

/** What label_values(selector, label) of a variable asks for. */
export function variables(dashboard) {
  return dashboard.json.templating.list.filter(it => it.type === 'query').map(it => {
    const [, selector, label] = /^label_values\((.+), *(\w+)\)$/.exec(it.query.query) ?? [];
    const where = `${dashboard.file}, variable $${it.name}`;
    if (!selector) {
      throw new Error(`${where}: "${it.query.query}" is not label_values(selector, label)`);
    }
    return {where, label, selector: substituted(selector)};
  });
}

const VALUES = {job: '.+', worker: '.+', __rate_interval: '1m', __interval: '15s', __range: '15m'};

/** The expression as Grafana sends it for all jobs and workers. */
export function substituted(expr) {
  return expr.replace(/\$(\w+)|\$\{(\w+)\}/g, (whole, plain, braced) => {
    const value = VALUES[plain ?? braced];
    return value ?? (plain && /^\d+$/.test(plain) ? whole : fail(`unknown variable ${whole} in ${expr}`));
  });
}

/** What is compared with a number at the end, or all of it: the part that has a value also while nothing is wrong. */
export function withoutThreshold(expr) {
  const [, left] = /^([^]*\S)\s+(?:>=|<=|==|!=|>|<)\s+-?[\d.]+\s*$/.exec(expr) ?? [];
  return left ?? expr;
}

const WORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan']);

/** The names of metrics in an expression. */
export function metricNames(expr) {
  const bare = expr
    .replace(/"(?:[^"\\]|\\.)*"/g, '')
    .replace(/\{[^{}]*\}/g, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^()]*\)/g, ' ')
    .replace(/\bgroup_(left|right)\b/g, ' ');
  const names = [...bare.matchAll(/(?<![\w:.])([a-zA-Z_:][\w:]*)(?!\s*\(|[\w:])/g)].map(it => it[1]);
  return [...new Set(names.filter(name => !WORDS.has(name.toLowerCase())))];
}

function fail(message) {
  throw new Error(message);
}
