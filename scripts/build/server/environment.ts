import type { EnvironmentOptions, PluginOption } from 'vite';
import { leftOut } from './left-out.ts';
import { nodeHttp } from './node-http.ts';

export const serverPlugins: readonly PluginOption[] = [nodeHttp(), leftOut()];

/** The server and the command line. */
export const server: EnvironmentOptions = {
  build: {
    outDir: '.cache/build/server',
    sourcemap: true,
    rolldownOptions: {
      // All but `main` and `cli` are started by main as threads of their own.
      input: {
        main: 'server/main.ts',
        cli: 'server/compose/command-line.ts',
        report: 'server/reports/report-worker.ts',
        scrub: 'server/privacy/scrub-worker.ts',
        record: 'server/insights/import/record-worker.ts',
        calendar: 'server/booking/feeds/calendar-worker.ts',
      },
      // Drivers that a package tries and can do without; left out, its own fallback runs.
      external: ['pg-native', 'cloudflare:sockets'],
      // Node keeps the text of what it runs: with one byte for a character where a file is all ASCII, with two otherwise.
      output: { charset: 'ascii', comments: false },
    },
  },
};
