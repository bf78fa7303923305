// The console page in a browser, against a real orchestrator and real workers.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { call, expect, job, seriousFaults, sticksOut, tabTo, test, url } from './console.js';

const DIGITS = readFileSync(join(import.meta.dirname, '../../examples/digits-mlp.json'), 'utf8');
const RANKS = 4;
const MICRO_BATCHES = 8;
/** Deadlines for a machine that is busy with other things. */
const START = 240_000;
const TRAINING = 240_000;
const WIDTHS = [1280, 390];
const THEMES = ['light', 'dark'];

/** The id of the digits job, which the second test submits. */
const digitsId = async () => (await call('GET', '/jobs')).jobs.find(({ name }) => name === 'digits-mlp').id;

test.describe('without the token', () => {
  test.use({ knowsToken: false, expected: /401/ });

  test('the page asks for it, refuses a wrong one and goes on with the right one', async ({ page }) => {
    await page.goto(url());
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Token').fill('wrong');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('heading')).toHaveText('That token was refused');
    await dialog.getByLabel('Token').fill(process.env.PENSTOCK_TOKEN);
    await page.keyboard.press('Enter');
    await expect(page.getByText('No job yet')).toBeVisible();
  });
});

test('an example is submitted by keyboard, trains before one’s eyes and leaves its timeline', async ({ page }) => {
  await page.goto(url());
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
  await tabTo(page, page.getByRole('link', { name: 'Submit a job' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Submit a job' })).toBeVisible();
  const examples = page.getByLabel('Start from');
  await expect(examples.getByRole('option', { name: 'digits-mlp' })).toBeAttached();
  await tabTo(page, examples);
  await page.keyboard.type('digits');
  await expect(page.getByLabel('Job specification')).toHaveValue(DIGITS);
  await tabTo(page, page.getByRole('button', { name: 'Submit' }));
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('digits-mlp');
  await expect(page.locator('[data-tile=loss]')).toHaveText('–');
  const state = page.locator('.head .badge');
  await expect(state).toHaveText('RUNNING', { timeout: START });
  await expect(page.locator('[data-tile=loss]')).toHaveText(/^\d\.\d+/);
  await expect(page.locator('.head .steps')).toHaveText(/^[1-9]\d* \/ 690$/);
  await expect(state).toHaveText('SUCCEEDED', { timeout: TRAINING });
  await expect(page.locator('#announcement')).toHaveText('digits-mlp is SUCCEEDED');

  const stored = await call('GET', `/jobs/${await digitsId()}`);
  await expect(page.locator('[data-tile=bubble]')).toHaveText(`${(stored.bubble.makespan * 100).toFixed(1)} %`);
  await expect(page.locator('.chart', { hasText: 'Loss' }).locator('canvas')).toBeVisible();
  await expect(page.locator('.chart', { hasText: 'Bubble' }).locator('figcaption')).toHaveText(/measured .* %.*; planned .* %/);

  await expect(page.locator('#timeline-facts')).toContainText(`ranks ${RANKS}, micro-batches ${MICRO_BATCHES}. Bubble measured`);
  const forward = page.locator('#actions [data-kind=forward] td').first();
  await expect(forward).toHaveText(String(RANKS * MICRO_BATCHES));
  await expect(page.locator('#schedule .forward')).toHaveCount(RANKS * MICRO_BATCHES);
  await expect(page.locator('#crew tbody tr')).toHaveCount(RANKS);
  await expect(page.locator('#files')).toContainText('model.safetensors');
});

test('the timeline is read and zoomed by keyboard and by mouse', async ({ page }) => {
  await page.goto(`${url()}/#/jobs/${await digitsId()}`);
  const canvas = page.getByRole('application');
  const readout = page.locator('.readout');
  await expect(page.locator('#actions [data-kind=forward]')).toBeVisible();
  await canvas.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(readout).toHaveText(/^0F1: forward, stage 0, micro-batch 1, [\d.]+ (ms|µs|s) from .*rank 0 · .*, measured$/);
  await page.keyboard.press('ArrowDown');
  await expect(readout).toHaveText(/^0F\d: forward.*rank 0 · .*, planned$/);
  const image = () => canvas.evaluate((node) => node.toDataURL());
  const whole = await image();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(image).not.toBe(whole);
  const box = await canvas.boundingBox();
  await canvas.hover({ position: { x: box.width / 2, y: 52 } });
  await expect(readout).toHaveText(/(forward|backward|idle: ).*rank 0 · .*, measured$/);
  const newest = await page.locator('#timeline-facts').textContent();
  await page.getByRole('button', { name: 'Earlier' }).click();
  await expect(page.locator('#timeline-facts')).not.toHaveText(newest);
});

test.describe('refused', () => {
  test.use({ expected: /422|400|404/ });

  test('a job shows its faults at their fields', async ({ page }) => {
    await page.goto(`${url()}/#/submit`);
    const field = page.getByLabel('Job specification');
    const wrong = DIGITS.replace('"pipeline": 4', '"pipeline": 99').replace('"epochs": 30', '"epoch<img src=x onerror=alert(1)>s": 30');
    await field.fill(wrong);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('#faults')).toContainText('/training/epoch<img src=x onerror=alert(1)>s');
    const line = wrong.split('\n').findIndex((text) => text.includes('epoch<img')) + 1;
    await expect(page.locator('.lines .bad').first()).toHaveText(String(line));

    await field.fill(DIGITS.replace('"pipeline": 4', '"pipeline": 99'));
    await expect(page.locator('.lines .bad')).toHaveCount(0);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('button', { name: /^Line \d+, \/parallelism\/pipeline/ }).click();
    expect(await field.evaluate((node) => node.value.slice(node.selectionStart, node.selectionEnd))).toBe('"pipeline": 99');

    await field.fill(DIGITS.replace('"name"', 'name'));
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.locator('.lines .bad')).toHaveText('2');
  });

  test('a job that is not there is said to be unknown', async ({ page }) => {
    await page.goto(`${url()}/#/jobs/none`);
    await expect(page.getByRole('alert')).toContainText('none');
  });

  test('a hostile name is refused and inert', async ({ page }) => {
    await page.goto(`${url()}/#/submit`);
    for (const name of ['<img src=x onerror=hacked=1>', 'x'.repeat(5_000), '\u202egnp.exe', 'a\u0000\u001b[31m']) {
      await page.getByLabel('Job specification').fill(JSON.stringify({ ...JSON.parse(DIGITS), name }, null, 1));
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(page.locator('#fault-title')).toContainText('name must be');
      await expect(page.locator('main img')).toHaveCount(0);
      expect(await sticksOut(page)).toBe(0);
    }
  });
});

test('names that no orchestrator would send are inert too', async ({ page }) => {
  const names = ['<img src=x onerror="globalThis.hacked=1">', '"><script>globalThis.hacked=1</script>', 'x'.repeat(5_000), '\u202egnp.exe\u0007', 'אבג'];
  const hostile = (name, id) => ({
    ...stored, id, name, state: 'FAILED', reason: name, errors: [{ pointer: `/${name}`, detail: name }], generated: name,
    workers: stored.workers.map((worker) => ({ ...worker, worker: name })), conditions: [{ type: 'FAILED', at: stored.createdAt, message: name }],
  });
  const digits = await digitsId();
  const stored = await call('GET', `/jobs/${digits}`);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.route(/\/jobs\?/, (route) => route.fulfill({ json: { jobs: names.map((name, index) => hostile(name, `j${index}`)) } }));
  await page.route(/\/jobs\/x\/events$/, (route) => route.fulfill({
    contentType: 'text/event-stream',
    body: names.map((name) => `id: 1-1\nevent: state\ndata: ${JSON.stringify({ ...hostile(name, 'x'), state: name === names.at(-1) ? 'SUCCEEDED' : 'RUNNING' })}\n\n`).join(''),
  }));
  await page.route(/\/jobs\/x\/(metrics|timeline|schedule|model)/, async (route) => {
    const path = new URL(route.request().url());
    await route.continue({ url: `${url()}/jobs/${digits}/${path.pathname.split('/').pop()}${path.search}` });
  });
  await page.goto(url());
  await expect(page.locator('#jobs tbody tr')).toHaveCount(names.length);
  await expect(page.locator('#jobs tbody tr').first()).toContainText('<img src=x');
  await expect(page.locator('#jobs tbody tr').nth(3)).toContainText('\ufffdgnp.exe\u2407');
  expect(await sticksOut(page)).toBe(0);
  await page.goto(`${url()}/#/jobs/x`);
  await expect(page.locator('#events')).toContainText('<img src=x');
  await expect(page.locator('#files')).toContainText('model.safetensors');
  expect(await sticksOut(page)).toBe(0);
  await expect(page.locator('main img, main script')).toHaveCount(0);
  expect(await page.evaluate(() => globalThis.hacked)).toBeUndefined();
});

test('a plan is drawn without running anything', async ({ page }) => {
  await page.goto(`${url()}/#/submit`);
  await page.getByLabel('Job specification').fill(JSON.stringify(job('planned')));
  await page.getByRole('button', { name: 'Plan only' }).click();
  await expect(page.locator('#plan-facts')).toHaveText(/^zb-h1 on ranks 4, chunks 1, micro-batches 8\. A step would take .* bubble of [\d.]+ %/);
  await expect(page.locator('#stages tbody tr')).toHaveCount(RANKS);
  await expect(page.getByRole('application')).toBeVisible();
  expect((await call('GET', '/jobs')).jobs.map(({ name }) => name)).not.toContain('planned');
});

test('a running job is stopped and deleted', async ({ page }) => {
  const { id } = await call('POST', '/jobs', job('endless', 1_000_000));
  await page.goto(`${url()}/#/jobs/${id}`);
  await expect(page.locator('.head .badge')).toHaveText('RUNNING', { timeout: START });
  await expect(page.locator('.head .steps')).toHaveText(/^[1-9]/);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.locator('.head .badge')).toHaveText('STOPPED');
  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible();
  await expect(page.locator('#jobs tbody tr')).toHaveCount(1);
});

test.describe('offline', () => {
  test.use({ expected: /ERR_INTERNET_DISCONNECTED/ });

  test('the page says that nobody answers, and comes back by itself', async ({ page, context }) => {
    await page.goto(url());
    await expect(page.getByRole('link', { name: 'digits-mlp' })).toBeVisible();
    await context.setOffline(true);
    await expect(page.locator('#lost')).toContainText('does not answer');
    await context.setOffline(false);
    await expect(page.locator('#lost')).toBeEmpty();
  });
});

for (const theme of THEMES) {
  for (const width of WIDTHS) {
    test.describe(`${theme}, ${width} pixels wide`, () => {
      test.use({ colorScheme: theme, viewport: { width, height: 900 }, expected: /422/ });

      test('every view is free of serious faults of accessibility and fits', async ({ page }) => {
        await page.goto(url());
        await expect(page.getByRole('link', { name: 'digits-mlp' })).toBeVisible();
        await check(page, 'jobs');
        await page.goto(`${url()}/#/jobs/${await digitsId()}`);
        await expect(page.locator('#files')).toContainText('model.safetensors');
        await page.getByRole('button', { name: 'Ask for advice' }).click();
        await expect(page.locator('.advice li').first()).toBeVisible();
        await check(page, 'job');
        await page.goto(`${url()}/#/submit`);
        await page.getByLabel('Start from').selectOption('digits-mlp');
        await page.getByRole('button', { name: 'Plan only' }).click();
        await expect(page.locator('#plan-facts')).toContainText('bubble');
        await check(page, 'plan');
        await page.getByLabel('Job specification').fill(DIGITS.replace('relu', 'rellu'));
        await page.getByRole('button', { name: 'Submit' }).click();
        await expect(page.locator('.lines .bad')).toBeVisible();
        await check(page, 'refused');
      });

      async function check(page, view) {
        expect(await seriousFaults(page)).toEqual([]);
        expect(await sticksOut(page)).toBe(0);
        if (process.env.PENSTOCK_PICTURES) {
          await page.evaluate(() => scrollTo(0, 0));
          await page.screenshot({ path: join(process.env.PENSTOCK_PICTURES, `${view}-${width}-${theme}.png`), fullPage: true });
        }
      }
    });
  }
}

test('the theme is switched and remembered', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(url());
  const light = await background(page);
  await page.getByLabel('Theme').selectOption('dark');
  const dark = await background(page);
  expect(dark).not.toBe(light);
  await page.reload();
  expect(await background(page)).toBe(dark);
  await page.getByLabel('Theme').selectOption('');
  expect(await background(page)).toBe(light);
});

const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
