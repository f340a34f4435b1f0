import { defineConfig } from '@playwright/test';
import { browser, headlessShell, quietFlags } from './scripts/test/provide.ts';

/** The back/forward cache is in the whole browser alone. */
const WHOLE = /journeys\/navigation\.spec\.ts/;

/** What a page runs once or twice costs more to optimize than it saves: a seventh of the processor time of all pages. */
const UNOPTIMIZED = '--js-flags=--no-opt,--no-maglev';

/**
 * Playwright's own list, which a second switch of this name replaces, and RenderDocument: a frame of its own for each document of a page, a quarter
 * of the processor time of a page.
 */
const OFF = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'RenderDocument',
  'ThirdPartyStoragePartitioning',
];

const whole = launchOptions(browser.find());
const shell = launchOptions(headlessShell.find() ?? browser.find());

/** The machine's own browser, and no call of it home: what a page asks for is then all that leaves. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: '.cache/test/e2e',
  fullyParallel: true,
  // More than there are processors: a worker mostly waits for its browser.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  timeout: 240_000,
  // On a machine that does other things beside, an answer takes seconds.
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/Rome',
    // A trace of every test costs as much again as some tests: TRACE=on where one is to be looked into.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // Frames of movements are a seventh of the processor time of a page. Tests of movements ask for them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: whole,
  },
  projects: [
    { name: 'shell', testIgnore: WHOLE, use: { launchOptions: shell } },
    {
      name: 'browser',
      testMatch: WHOLE,
      // One worker: a whole browser takes longer to start than most of these tests.
      fullyParallel: false,
      // As browsers are that nobody tests with.
      use: { launchOptions: { ...whole, ignoreDefaultArgs: ['--disable-back-forward-cache'] } },
    },
  ],
});

function launchOptions(executablePath: string | undefined): { executablePath?: string; args: string[] } {
  return {
    ...(executablePath && { executablePath }),
    args: [...quietFlags, UNOPTIMIZED, `--disable-features=${OFF.join()}`],
  };
}
