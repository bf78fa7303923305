// Starts a cluster of four local workers and a Prometheus, trains the digits example, and checks the dashboards and
// rules against it while it runs; then that the job's series are gone. Needs a built checkout:
//   node local.js [FOLDER OF prometheus]
import {execFileSync, spawn} from 'node:child_process';
import {existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {live} from './live.js';
import {observability, repository} from './queries.js';

const target = join(observability, 'check', 'target', 'live');
const prometheusBinary = process.argv[2] ? join(process.argv[2], 'prometheus') : 'prometheus';
const children = [];

function start(name, command, args) {
  const log = openSync(join(target, `${name}.log`), 'w');
  const child = spawn(command, args, {stdio: ['pipe', log, log], cwd: repository});
  child.on('error', e => console.error(`${name} could not be started: ${e.message}`));
  children.push(child);
  return child;
}

async function eventually(what, seconds, attempt) {
  const end = Date.now() + seconds * 1000;
  let last;
  while (Date.now() < end) {
    last = await attempt().catch(e => e.message);
    if (last === true) {
      return;
    }
    await pause(200);
  }
  throw new Error(`not within ${seconds} s: ${what} (${last}); logs are in ${target}`);
}

async function json(url, options) {
  const response = await fetch(url, {signal: AbortSignal.timeout(30_000), ...options})
    .catch(e => { throw new Error(`${url}: ${e.message}`); });
  if (!response.ok) {
    throw new Error(`${url}: ${response.status} ${await response.text()}`);
  }
  return response.json();
}

async function cluster() {
  const java = join(execFileSync(join(repository, '.mvn/find-jdk.sh'), {encoding: 'utf8'}).trim(), 'bin/java');
  const ports = join(target, 'ports.json');
  start('orchestrator', java, ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xmx512m',
    '-jar', join(repository, 'orchestrator-service/target/app/penstock-orchestrator-service.jar'),
    '--server.port=0', '--management.server.port=0', '--penstock.control.port=0', '--penstock.local-workers=4',
    '--penstock.deadlines.hello=180s', '--penstock.deadlines.heartbeat=5s', '--penstock.exit-on-stdin-close=true', '--penstock.models=',
    `--penstock.state-directory=${target}`, `--penstock.port-file=${ports}`,
    `--penstock.data-root=${join(repository, 'examples/data')}`]);
  await eventually('the orchestrator serves', 120, async () => existsSync(ports));
  const {api, management} = JSON.parse(readFileSync(ports, 'utf8'));
  return {api: `http://127.0.0.1:${api}`, management: `127.0.0.1:${management}`};
}

/** Stands in for a DCGM exporter beside four GPUs, as one in Kubernetes labels them; there is no GPU here. */
async function gpus() {
  const gauges = {DCGM_FI_DEV_GPU_UTIL: 71, DCGM_FI_DEV_FB_USED: 1024, DCGM_FI_DEV_POWER_USAGE: 250.5, DCGM_FI_DEV_GPU_TEMP: 61};
  const text = Object.entries(gauges).map(([name, value]) => `# TYPE ${name} gauge\n` + [0, 1, 2, 3].map(gpu =>
    `${name}{gpu="${gpu}",modelName="stand-in",Hostname="node",pod="local-${gpu + 1}"} ${value}\n`).join('')).join('');
  const server = createServer((request, response) => response.setHeader('Content-Type', 'text/plain').end(text));
  await new Promise(listening => server.listen(0, '127.0.0.1', listening));
  server.unref();
  return `127.0.0.1:${server.address().port}`;
}

/** The configuration of the repository, with this cluster's address and a scrape each second. */
async function prometheus(management, exporter) {
  const config = readFileSync(join(observability, 'prometheus.yml'), 'utf8')
    .replaceAll('orchestrator:8081', management)
    .replace(/(scrape_interval|evaluation_interval|refresh_interval): \d+s/g, '$1: 1s')
    .replace('rules/*.yml', join(observability, 'rules/*.yml'));
  writeFileSync(join(target, 'prometheus.yml'), config);
  mkdirSync(join(target, 'targets'));
  writeFileSync(join(target, 'targets/dcgm.yml'), JSON.stringify([{targets: [exporter]}]));
  const address = await freeAddress();
  start('prometheus', prometheusBinary, [`--config.file=${join(target, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(target, 'tsdb')}`, `--web.listen-address=${address}`]);
  await eventually('Prometheus is ready', 30, async () => (await fetch(`http://${address}/-/ready`)).ok);
  return `http://${address}`;
}

async function freeAddress() {
  const server = createServer();
  await new Promise(listening => server.listen(0, '127.0.0.1', listening));
  const {port} = server.address();
  await new Promise(closed => server.close(closed));
  return `127.0.0.1:${port}`;
}

/** The digits example, made long enough to be watched. */
async function submit(api) {
  const job = JSON.parse(readFileSync(join(repository, 'examples/digits-mlp.json'), 'utf8'));
  job.training.epochs = 100_000;
  const {id} = await json(`${api}/jobs`,
    {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(job)});
  await eventually('the job runs', 200, async () => {
    const {state, reason} = await json(`${api}/jobs/${id}`);
    return state === 'RUNNING' || `${state}: ${reason}`;
  });
  return id;
}

async function seriesAreGone(url, id) {
  await eventually(`no series of the finished job ${id}`, 30, async () => {
    const query = `{job="${id}", __name__=~"penstock_.+"}`;
    const {data} = await json(`${url}/api/v1/query?query=${encodeURIComponent(query)}`);
    return data.result.length === 0 || `${data.result.length} are there`;
  });
  console.log(`the series of job ${id} are gone`);
}

async function end(child) {
  if (child.exitCode !== null || child.pid === undefined) {
    return;
  }
  const exited = new Promise(done => child.once('exit', done));
  child.stdin.end();
  if (child.spawnfile === prometheusBinary) {
    child.kill('SIGTERM');
  }
  await Promise.race([exited, pause(15_000, null, {ref: false})]);
  child.kill('SIGKILL');
}

rmSync(target, {recursive: true, force: true});
mkdirSync(target, {recursive: true});
try {
  const {api, management} = await cluster();
  const url = await prometheus(management, await gpus());
  const id = await submit(api);
  const good = await live(url, 90);
  await json(`${api}/jobs/${id}/stop`, {method: 'POST'});
  await seriesAreGone(url, id);
  process.exitCode = good ? 0 : 1;
} catch (e) {
  console.error(e.message);
  process.exitCode = 1;
} finally {
  await Promise.all(children.map(end));
}
