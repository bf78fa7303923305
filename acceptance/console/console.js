// A page of the console that knows the token, and fails its test at the first sign of something that must not be.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test as base, expect } from '@playwright/test';

export { expect };

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const url = () => process.env.PENSTOCK_URL;

export const test = base.extend({
  /** Set to false for a page that has to ask for the token. */
  knowsToken: [true, { option: true }],

  /** What a test expects of the browser's console. */
  expected: [/^$/, { option: true }],

  page: async ({ page, knowsToken, expected }, use) => {
    const faults = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !expected.test(message.text())) {
        faults.push(`console: ${message.text()}`);
      }
    });
    page.on('pageerror', (error) => faults.push(`page: ${error.message}`));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (!['data:', 'blob:'].includes(protocol) && origin !== url()) {
        faults.push(`request: ${request.url()}`);
      }
    });
    if (knowsToken) {
      await page.addInitScript((token) => sessionStorage.setItem('penstock.token', token), process.env.PENSTOCK_TOKEN);
    }
    await use(page);
    expect(faults).toEqual([]);
  },
});

/** A call of the REST interface, past the page. */
export async function call(method, path, body) {
  const response = await fetch(url() + path, {
    method,
    body: body && JSON.stringify(body),
    headers: { Authorization: `Bearer ${process.env.PENSTOCK_TOKEN}`, 'Content-Type': 'application/json' },
  });
  return response.status === 204 ? undefined : response.json();
}

/** A small job on synthetic data. */
export const job = (name, steps = 5) => ({
  name,
  model: { type: 'mlp', inputSize: 16, hiddenSizes: [16, 16, 16], outputSize: 2, activation: 'relu' },
  data: { type: 'synthetic', samples: 256, inputSize: 16, classes: 2, validationFraction: 0.25 },
  training: { batchSize: 32, steps, loss: 'cross_entropy', optimizer: { type: 'sgd', learningRate: 0.01 } },
  parallelism: { pipeline: 4, microBatches: 8, schedule: 'zb-h1' },
});

/** Presses Tab until an element has the focus, as somebody without a mouse would. */
export async function tabTo(page, target, most = 40) {
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((node) => node === document.activeElement)) {
      return;
    }
  }
  throw new Error(`no ${target} within ${most} presses of Tab`);
}

/** What axe-core holds for serious or critical, as text. */
export async function seriousFaults(page) {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document);
    return violations
      .filter(({ impact }) => ['serious', 'critical'].includes(impact))
      .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`));
  });
}

export const sticksOut = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
