// Starts a real orchestrator, which starts its workers itself, and ends it after the last test.

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const HOME = join(import.meta.dirname, '../..');
const JAR = join(HOME, 'orchestrator-service/target/app/penstock-orchestrator-service.jar');
const DEADLINE = 120_000;

export default async function start() {
  if (!existsSync(JAR)) {
    throw new Error(`${JAR} is missing: run ./mvnw package first`);
  }
  const state = mkdtempSync(join(tmpdir(), 'penstock-console-'));
  const java = execFileSync(join(HOME, '.mvn/find-jdk.sh'), { encoding: 'utf8' }).trim();
  const token = 'console-test';
  const portFile = join(state, 'ports.json');
  mkdirSync(join(import.meta.dirname, 'target'), { recursive: true });
  const log = openSync(join(import.meta.dirname, 'target/orchestrator.log'), 'w');
  const process_ = spawn(join(java, 'bin/java'), [
    '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-jar', JAR,
    '--server.port=0', '--management.server.port=0', '--penstock.control.port=0',
    '--penstock.exit-on-stdin-close=true', `--penstock.api-token=${token}`,
    `--penstock.state-directory=${state}`, `--penstock.port-file=${portFile}`,
    '--penstock.local-workers=4', '--penstock.deadlines.hello=240s', '--penstock.deadlines.heartbeat=15s',
    '--penstock.deadlines.prepare=240s', '--penstock.deadlines.step=120s', `--penstock.data-root=${join(HOME, 'examples/data')}`,
  ], { stdio: ['pipe', log, log] });
  const ended = new Promise((resolve) => process_.on('exit', resolve));
  const until = Date.now() + DEADLINE;
  while (!existsSync(portFile)) {
    if (process_.exitCode !== null || Date.now() > until) {
      process_.kill();
      throw new Error('the orchestrator did not start: see target/orchestrator.log');
    }
    await pause(50);
  }
  const { api } = JSON.parse(readFileSync(portFile, 'utf8'));
  process.env.PENSTOCK_URL = typeof api === 'number' ? `http://127.0.0.1:${api}` : api;
  process.env.PENSTOCK_TOKEN = token;
  return async () => {
    process_.stdin.end();
    await Promise.race([ended, pause(20_000, undefined, { ref: false }).then(() => process_.kill('SIGKILL'))]);
    rmSync(state, { recursive: true });
  };
}
