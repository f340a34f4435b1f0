import react from '@vitejs/plugin-react';
import { defineConfig, type TestUserConfig } from 'vitest/config';
import { LongestFirst } from './scripts/test/longest-first.ts';

const all = {
  environment: 'node' as const,
  // Files share what they import: a test takes back what it changes of it. A quarter of the processor's time otherwise goes into loading.
  isolate: false,
  // By itself vitest leaves one of two processors idle.
  maxWorkers: 2,
  // Tests make short-lived data by the megabyte: with more room for it less time goes into collecting it.
  execArgv: ['--max-semi-space-size=64'],
  // What is waited for comes later on a machine that does other things beside: by itself vitest gives it a second.
  expect: { poll: { timeout: 20_000 } },
} satisfies TestUserConfig;

/**
 * `unit` has no outside world; `server` has databases on disk and, where its binaries are found, a PostgreSQL of its own; `process` has the
 * built server as a process, and does to it what the world does.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [react()],
        test: {
          name: 'unit',
          ...all,
          include: [
            'contract/**/*.test.ts',
            'ui/**/*.test.{ts,tsx}',
            'site/**/*.test.{ts,tsx}',
            'desk/**/*.test.{ts,tsx}',
            'art/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          css: { modules: { classNameStrategy: 'non-scoped' } },
          // Hundreds of runs of a property take a second, and many times that where others compute beside them.
          testTimeout: 120_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'server',
          ...all,
          include: ['server/**/*.test.{ts,tsx}'],
          globalSetup: ['./server/testing/postgres-setup.testing.ts'],
          // A minute of turns on a machine to themselves is five where others compute beside them.
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          // Real servers, killed and cut off.
          name: 'process',
          ...all,
          include: ['e2e/crash/**/*.process.test.ts'],
          globalSetup: ['./server/testing/postgres-setup.testing.ts'],
          testTimeout: 240_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'scripts',
          ...all,
          include: ['scripts/**/*.test.ts'],
          exclude: ['scripts/node/**'],
          testTimeout: 240_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
