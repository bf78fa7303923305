// One browser, one orchestrator: see orchestrator.js. PENSTOCK_CHROMIUM names another browser than Debian's.

import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: 'target',
  globalSetup: './orchestrator.js',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    locale: 'en-GB',
    timezoneId: 'UTC',
    launchOptions: {
      executablePath: process.env.PENSTOCK_CHROMIUM ?? '/usr/bin/chromium',
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
});
