import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/**
 * `unit` has no outside world; `server` has databases on disk and, where its binaries are found, a PostgreSQL of its own; `process` has the
 * built server as a process, and does to it what the world does.
 */
export default defineConfig({
  test: {
    projects: [
      {
        plugins: [react()],
        test: {
          name: 'unit',
          environment: 'node',
          include: ['contract/**/*.test.ts', 'ui/**/*.test.{ts,tsx}', 'site/**/*.test.{ts,tsx}', 'art/**/*.test.ts', 'bench/**/*.test.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
          // Hundreds of runs of a property take a second, and many times that where others compute beside them.
          testTimeout: 30_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/**/*.test.{ts,tsx}'],
          globalSetup: ['./server/store/postgres.testing.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          // Real servers, killed and cut off. They mostly wait: more files at once than there are processors.
          name: 'process',
          environment: 'node',
          include: ['e2e/crash/**/*.process.test.ts'],
          globalSetup: ['./server/store/postgres.testing.ts'],
          maxWorkers: 3,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'scripts',
          environment: 'node',
          include: ['scripts/**/*.test.ts'],
          exclude: ['scripts/node/**'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
